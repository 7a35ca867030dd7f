using System.Diagnostics;
using System.Reflection;
using System.Runtime.Loader;

namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>
/// The folder of the library LibreMetaverse. It is located when a bot needs it, and nothing of it is loaded before: everything else works
/// without it.
/// </summary>
internal sealed class LibreMetaverseFolder
{
    /// <summary>The environment variable that names the folder.</summary>
    public const string Variable = "MONGOOSE_LIBREMETAVERSE_DIR";

    private const string Library = "LibreMetaverse.dll";

    private LibreMetaverseFolder(string directory) => Directory = directory;

    public string Directory { get; }

    /// <summary>The folder of the library's own data files.</summary>
    public string Resources => Path.Combine(Directory, "linden");

    /// <summary>The version given by the library's author, such as 3.1.3: all of these releases have assembly version 3.0.0.</summary>
    public string Version => FileVersionInfo.GetVersionInfo(Path.Combine(Directory, Library)).ProductVersion ?? "unknown";

    /// <summary>The folder if the user names none: the environment variable, else ~/libremetaverse.</summary>
    public static string DefaultDirectory => Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } named
        ? named
        : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), "libremetaverse");

    /// <summary>How to get the library, in one line.</summary>
    public static string HowToGet(string directory) =>
        $"LibreMetaverse is not in {directory}: put LibreMetaverse 3.1.3 and its dependencies into a folder "
        + $"(run dotnet publish on its project) and name it with --libremetaverse or {Variable}; the engine builtin does not need it";

    /// <summary>The folder if it contains the library, else null.</summary>
    public static LibreMetaverseFolder? Find(string directory) =>
        File.Exists(Path.Combine(directory, Library)) ? new LibreMetaverseFolder(Path.GetFullPath(directory)) : null;

    /// <summary>From now on the runtime loads assemblies that it does not have itself from the folder.</summary>
    internal void Use() => AssemblyLoadContext.Default.Resolving += Resolve;

    internal void StopUsing() => AssemblyLoadContext.Default.Resolving -= Resolve;

    private Assembly? Resolve(AssemblyLoadContext context, AssemblyName name)
    {
        string path = Path.Combine(Directory, name.Name + ".dll");
        return File.Exists(path) ? context.LoadFromAssemblyPath(path) : null;
    }
}
