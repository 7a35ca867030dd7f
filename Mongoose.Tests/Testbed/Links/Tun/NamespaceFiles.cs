using Mongoose.Testbed.Hosts;

namespace Mongoose.Tests.Testbed.Links.Tun;

/// <summary>The names that network namespaces have on this host.</summary>
[System.Runtime.Versioning.SupportedOSPlatform("linux")]
internal static class NamespaceFiles
{
    public static string[] All => Directory.Exists(NetworkNamespace.Directory)
        ? Directory.GetFileSystemEntries(NetworkNamespace.Directory).Select(path => Path.GetFileName(path)).ToArray()
        : [];

    public static string[] Of(int process) =>
        All.Where(name => name.StartsWith($"mongoose-{process}-", StringComparison.Ordinal)).ToArray();
}
