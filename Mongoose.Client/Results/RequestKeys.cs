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
        foreach (RecordedValue value in RecordedValue.All)
            keys.Insert(PlaceOf(value.After, keys), Key(type, value));
        keys.RemoveAt(PlaceOf(null, keys));
    }

    private static int PlaceOf(string? after, IList<JsonPropertyInfo> keys)
    {
        string whole = JsonNamingPolicy.CamelCase.ConvertName(nameof(BotRunResult.Request));
        for (int i = 0; i < keys.Count; i++)
        {
            if (keys[i].Name == (after ?? whole))
                return after is null ? i : i + 1;
        }
        throw new InvalidOperationException($"no key {after}");
    }

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
