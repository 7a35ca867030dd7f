using System.Diagnostics;
using System.Reflection;
using System.Runtime.Loader;

namespace Mongoose.Client.Sessions.LibreMetaverse;

/// <summary>
/// Where the library LibreMetaverse lies. It is found when a bot wants it, and nothing of it is loaded before: whoever does not have it can
/// use everything else.
/// </summary>
internal sealed class LibreMetaverseFolder
{
    /// <summary>The environment variable that names one.</summary>
    public const string Variable = "MONGOOSE_LIBREMETAVERSE_DIR";

    private const string Library = "LibreMetaverse.dll";

    private LibreMetaverseFolder(string directory) => Directory = directory;

    public string Directory { get; }

    /// <summary>Where its own data files are.</summary>
    public string Resources => Path.Combine(Directory, "linden");

    /// <summary>As its author gave it, such as 3.1.3; the assembly's own version stays 3.0.0 for all of them.</summary>
    public string Version => FileVersionInfo.GetVersionInfo(Path.Combine(Directory, Library)).ProductVersion ?? "unknown";

    /// <summary>Where to look when nobody says: the environment variable, else ~/libremetaverse.</summary>
    public static string DefaultDirectory => Environment.GetEnvironmentVariable(Variable) is { Length: > 0 } named
        ? named
        : Path.Combine(Environment.GetFolderPath(Environment.SpecialFolder.UserProfile), "libremetaverse");

    /// <summary>How to get the library, in one line.</summary>
    public static string HowToGet(string directory) =>
        $"LibreMetaverse is not in {directory}: put LibreMetaverse 3.1.3 and what it needs into a folder (dotnet publish of its project) "
        + $"and name it with --libremetaverse or {Variable}; the engine builtin needs nothing";

    /// <summary>A folder that holds the library; null if it does not.</summary>
    public static LibreMetaverseFolder? Find(string directory) =>
        File.Exists(Path.Combine(directory, Library)) ? new LibreMetaverseFolder(Path.GetFullPath(directory)) : null;

    /// <summary>From now on the runtime takes from the folder what it does not have itself.</summary>
    internal void Use() => AssemblyLoadContext.Default.Resolving += Resolve;

    internal void StopUsing() => AssemblyLoadContext.Default.Resolving -= Resolve;

    private Assembly? Resolve(AssemblyLoadContext context, AssemblyName name)
    {
        string path = Path.Combine(Directory, name.Name + ".dll");
        return File.Exists(path) ? context.LoadFromAssemblyPath(path) : null;
    }
}
