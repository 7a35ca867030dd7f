using System.Reflection;

namespace Mongoose.Server.OpenSimReflection;

/// <summary>
/// Declares which field of OpenSim a variable holds. Mongoose finds the field at start; the compatibility check reads the declaration.
/// </summary>
[AttributeUsage(AttributeTargets.Field)]
internal sealed class NonPublicFieldAttribute(Type owner, string name, Type type) : Attribute
{
    /// <summary>Whether Mongoose works without the field.</summary>
    public bool Optional { get; init; }

    /// <summary>Finds the field; null if it is optional and does not exist with this type.</summary>
    /// <exception cref="MissingMemberException">There is no such field, or its type differs.</exception>
    public FieldInfo? Find()
    {
        FieldInfo? field = owner.GetField(name, OpenSimInternals.AnyInstance);
        return field?.FieldType == type ? field
            : Optional ? null
            : throw new MissingMemberException($"{owner.Name}.{name} of type {type}");
    }
}
