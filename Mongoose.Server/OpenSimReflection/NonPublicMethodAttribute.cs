using System.Reflection;

namespace Mongoose.Server.OpenSimReflection;

/// <summary>Declares the method of OpenSim that a variable stands for: for finding it at start, and for comparing it with an installation before.</summary>
[AttributeUsage(AttributeTargets.Field)]
internal sealed class NonPublicMethodAttribute(Type owner, string name, Type returns, params Type[] parameters) : Attribute
{
    /// <summary>Mongoose can do without it.</summary>
    public bool Optional { get; init; }

    /// <summary>Null if it is missing and optional.</summary>
    /// <exception cref="MissingMemberException">There is no such method, or it returns something else.</exception>
    public MethodInfo? Find()
    {
        MethodInfo? method = owner.GetMethod(name, OpenSimInternals.Hidden, parameters);
        return method?.ReturnType == returns ? method
            : Optional ? null
            : throw new MissingMemberException($"{owner.Name}.{name}({string.Join(", ", parameters.Select(type => type.Name))})");
    }
}
