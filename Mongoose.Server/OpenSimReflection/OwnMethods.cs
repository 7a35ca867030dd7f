using System.Reflection;
using System.Runtime.CompilerServices;

namespace Mongoose.Server.OpenSimReflection;

/// <summary>
/// Compiles methods of Mongoose. The runtime resolves public members of OpenSim when it compiles a method, so a missing member is found
/// here and not in a running region.
/// </summary>
internal static class OwnMethods
{
    /// <summary>The namespace of the types that pace downloads. If OpenSim lacks a member that they use, only pacing is off.</summary>
    private const string Pacing = "Mongoose.Server.Downloads.";

    /// <summary>
    /// The namespace of the types that read the simulator's health. If OpenSim lacks a member that they use, only figures are missing.
    /// </summary>
    private const string Health = "Mongoose.Server.Status.Health.";

    private const BindingFlags All = OpenSimInternals.AnyInstance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    /// <summary>Compiles all methods of the types that pace downloads, or of all that sending needs.</summary>
    /// <exception cref="Exception">A member of OpenSim is missing; the message names it.</exception>
    public static void Compile(bool isPacing)
    {
        IEnumerable<MethodBase> methods =
            from type in Types(name => isPacing ? IsIn(name, Pacing) : !IsIn(name, Pacing) && !IsIn(name, Health))
            where !type.ContainsGenericParameters
            from method in type.GetMembers(All).OfType<MethodBase>()
            where !method.IsAbstract && !method.ContainsGenericParameters
            select method;
        foreach (MethodBase method in methods)
            RuntimeHelpers.PrepareMethod(method.MethodHandle);
    }

    private static bool IsIn(string type, string prefix) => type.StartsWith(prefix, StringComparison.Ordinal);

    private static IEnumerable<Type> Types(Func<string, bool> isWanted)
    {
        try
        {
            return typeof(OwnMethods).Assembly.GetTypes().Where(type => isWanted(type.FullName!));
        }
        catch (ReflectionTypeLoadException exception)
        {
            // A type cannot be loaded if OpenSim has changed an interface that the type implements.
            if (exception.LoaderExceptions.FirstOrDefault(reason =>
                reason is not TypeLoadException unloadable || isWanted(unloadable.TypeName)) is { } reason)
                throw reason;
            return exception.Types.OfType<Type>().Where(type => isWanted(type.FullName!));
        }
    }
}
