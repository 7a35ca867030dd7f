using Mongoose.Network.Hosts;

namespace Mongoose.Tests.Network.Tun;

/// <summary>The names that network namespaces have on this host.</summary>
[System.Runtime.Versioning.SupportedOSPlatform("linux")]
internal static class NamespaceFiles
{
    public static string[] All => Directory.Exists(NetworkNamespace.Directory)
        ? Directory.GetFileSystemEntries(NetworkNamespace.Directory).Select(path => Path.GetFileName(path)).ToArray()
        : [];

    public static string[] Of(int process) =>
        All.Where(name => name.StartsWith($"mongoose-{process}-", StringComparison.Ordinal)).ToArray();

    /// <summary>Until the process has made its two.</summary>
    public static async Task WaitFor(int process, CancellationToken deadline)
    {
        while (Of(process).Length < 2)
            await Task.Delay(20, deadline);
    }
}
