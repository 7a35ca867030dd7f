using System.Reflection;

namespace Mongoose.Core.Metadata;

/// <summary>The version of a build, as people read and report it.</summary>
public static class BuildVersion
{
    /// <summary>
    /// A version and its commit: 0.3.0+1a2b3c4d5 for a release, 0.3.0-dev+1a2b3c4d5 for a build between releases. Without Git there is no
    /// commit.
    /// </summary>
    public static string Of(Assembly assembly) =>
        assembly.GetCustomAttribute<AssemblyInformationalVersionAttribute>()?.InformationalVersion
            ?? assembly.GetName().Version!.ToString(3);
}
