using System.Reflection;

namespace Mongoose.Server.Access;

/// <summary>Declares the field of OpenSim that a variable holds: for finding it at start, and for comparing it with an installation before.</summary>
[AttributeUsage(AttributeTargets.Field)]
internal sealed class HiddenFieldAttribute(Type owner, string name, Type type) : Attribute
{
    /// <exception cref="MissingMemberException">There is no such field, or it is of another type.</exception>
    public FieldInfo Find()
    {
        FieldInfo? field = owner.GetField(name, OpenSimInternals.Hidden);
        return field?.FieldType == type ? field : throw new MissingMemberException($"{owner.Name}.{name} of type {type}");
    }
}
