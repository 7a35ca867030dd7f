using System.Runtime.CompilerServices;

namespace Mongoose.Tests.Compatibility;

/// <summary>What the build of the tests has made beside them.</summary>
internal static class Built
{
    public static string Root { get; } = FindRoot();

    /// <summary>Debug or Release, as the tests themselves.</summary>
    public static string Configuration { get; } = new DirectoryInfo(AppContext.BaseDirectory).Parent!.Name;

    /// <summary>The region module.</summary>
    public static string Module { get; } = Path.Combine(Root, "Mongoose.Server", "bin", Configuration, "net8.0", "Mongoose.Server.dll");

    /// <summary>The signature-only assemblies.</summary>
    public static string References { get; } = Path.Combine(Root, "reference", "bin", Configuration);

    private static string FindRoot([CallerFilePath] string here = "") => Path.GetFullPath(Path.Combine(Path.GetDirectoryName(here)!, "..", ".."));
}
