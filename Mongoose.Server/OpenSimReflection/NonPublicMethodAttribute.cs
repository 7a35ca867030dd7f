using System.Reflection;

namespace Mongoose.Server.OpenSimReflection;

/// <summary>
/// Declares which method of OpenSim a variable holds. Mongoose finds the method at start; the compatibility check reads the declaration.
/// </summary>
[AttributeUsage(AttributeTargets.Field)]
internal sealed class NonPublicMethodAttribute(Type owner, string name, Type returns, params Type[] parameters) : Attribute
{
    /// <summary>Whether Mongoose works without the method.</summary>
    public bool Optional { get; init; }

    /// <summary>Finds the method; null if it is optional and does not exist with this return type.</summary>
    /// <exception cref="MissingMemberException">There is no such method, or its return type differs.</exception>
    public MethodInfo? Find()
    {
        MethodInfo? method = owner.GetMethod(name, OpenSimInternals.AnyInstance, parameters);
        return method?.ReturnType == returns ? method
            : Optional ? null
            : throw new MissingMemberException($"{owner.Name}.{name}({string.Join(", ", parameters.Select(type => type.Name))})");
    }
}
