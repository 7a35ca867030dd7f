using System.Reflection;

namespace Mongoose.Server.OpenSimReflection;

/// <summary>Declares the field of OpenSim that a variable holds: for finding it at start, and for comparing it with an installation before.</summary>
[AttributeUsage(AttributeTargets.Field)]
internal sealed class NonPublicFieldAttribute(Type owner, string name, Type type) : Attribute
{
    /// <summary>Mongoose can do without it.</summary>
    public bool Optional { get; init; }

    /// <summary>Null if it is missing and optional.</summary>
    /// <exception cref="MissingMemberException">There is no such field, or it is of another type.</exception>
    public FieldInfo? Find()
    {
        FieldInfo? field = owner.GetField(name, OpenSimInternals.Hidden);
        return field?.FieldType == type ? field
            : Optional ? null
            : throw new MissingMemberException($"{owner.Name}.{name} of type {type}");
    }
}
