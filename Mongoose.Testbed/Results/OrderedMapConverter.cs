using System.Text.Json;
using System.Text.Json.Serialization;

namespace Mongoose.Testbed.Results;

/// <summary>A map as a JSON object whose members keep their order.</summary>
public sealed class OrderedMapConverter<T> : JsonConverter<OrderedMap<T>>
{
    public override OrderedMap<T> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        if (reader.TokenType != JsonTokenType.StartObject)
            throw new JsonException("expected an object");
        OrderedMap<T> map = [];
        while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
        {
            string name = reader.GetString()!;
            reader.Read();
            if (map.TryGet(name, out _))
                throw new JsonException($"{name} is there twice");
            map.Add(name, JsonSerializer.Deserialize<T>(ref reader, options)!);
        }
        return map;
    }

    public override void Write(Utf8JsonWriter writer, OrderedMap<T> value, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        foreach ((string name, T item) in value)
        {
            writer.WritePropertyName(name);
            JsonSerializer.Serialize(writer, item, options);
        }
        writer.WriteEndObject();
    }
}
