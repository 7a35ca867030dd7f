using System.Collections;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Mongoose.Testbed.Results;

/// <summary>Values by name, in insertion order. Names are compared byte by byte.</summary>
internal sealed class OrderedMap<T> : IReadOnlyCollection<KeyValuePair<string, T>>
{
    private readonly List<KeyValuePair<string, T>> _items = [];
    private readonly Dictionary<string, T> _byName = new(StringComparer.Ordinal);

    public int Count => _items.Count;

    public IEnumerable<string> Names => _items.Select(item => item.Key);

    /// <exception cref="KeyNotFoundException">The name is unknown.</exception>
    public T this[string name] => _byName[name];

    /// <exception cref="ArgumentException">The map already has the name.</exception>
    public void Add(string name, T value)
    {
        _byName.Add(name, value);
        _items.Add(new KeyValuePair<string, T>(name, value));
    }

    public bool TryGet(string name, out T? value) => _byName.TryGetValue(name, out value);

    public IEnumerator<KeyValuePair<string, T>> GetEnumerator() => _items.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

/// <summary>A map as a JSON object whose members keep their order.</summary>
internal sealed class OrderedMapConverter<T> : JsonConverter<OrderedMap<T>>
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
                throw new JsonException($"duplicate key {name}");
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
