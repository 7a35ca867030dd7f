using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Mongoose.Client.Requests;

namespace Mongoose.Client.Results;

/// <summary>The keys of a request stand among those of a result, as if the result had them itself.</summary>
internal static class RequestKeys
{
    /// <summary>A modifier of <see cref="DefaultJsonTypeInfoResolver"/>.</summary>
    public static void Inline(JsonTypeInfo type)
    {
        if (type.Type != typeof(BotRunResult))
            return;
        IList<JsonPropertyInfo> keys = type.Properties;
        foreach ((string after, RecordedValue[] values) in RecordedValue.Places)
        {
            int place = PlaceOf(after, keys);
            foreach (RecordedValue value in values)
                keys.Insert(++place, Key(type, value));
        }
        keys.RemoveAt(PlaceOf(JsonNamingPolicy.CamelCase.ConvertName(nameof(BotRunResult.Request)), keys));
    }

    private static int PlaceOf(string name, IList<JsonPropertyInfo> keys) => keys.IndexOf(keys.Single(key => key.Name == name));

    private static JsonPropertyInfo Key(JsonTypeInfo type, RecordedValue value)
    {
        JsonPropertyInfo key = type.CreateJsonPropertyInfo(value.JsonType, value.Key);
        key.AttributeProvider = value.Property;
        key.IsRequired = value.IsRequired;
        key.Get = result => value.Of(((BotRunResult)result).Request);
        key.Set = (result, read) => value.Set(((BotRunResult)result).Request, read);
        return key;
    }
}
