using System.Reflection;
using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace Mongoose.Runtime.Output;

/// <summary>Refuses null for properties that cannot be null: a deserialiser sets them to null whatever their declaration says.</summary>
public static class JsonNulls
{
    /// <summary>
    /// A modifier of <see cref="DefaultJsonTypeInfoResolver"/>. It does not reach parameters of constructors or items of collections.
    /// </summary>
    public static void Refuse(JsonTypeInfo type)
    {
        foreach (JsonPropertyInfo property in type.Properties)
        {
            if (property.Set is { } set && property.AttributeProvider is PropertyInfo { PropertyType.IsValueType: false } declared
                && new NullabilityInfoContext().Create(declared).WriteState != NullabilityState.Nullable)
                property.Set = (target, value) => set(target, value ?? throw new JsonException("null is not allowed"));
        }
    }
}
