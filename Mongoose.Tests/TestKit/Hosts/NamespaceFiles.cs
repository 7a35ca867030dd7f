using Mongoose.Runtime.Hosts;

namespace Mongoose.TestKit.Hosts;

/// <summary>The names of network namespaces on this host.</summary>
[System.Runtime.Versioning.SupportedOSPlatform("linux")]
internal static class NamespaceFiles
{
    public static string[] All => Directory.Exists(NetworkNamespace.Directory)
        ? Directory.GetFileSystemEntries(NetworkNamespace.Directory).Select(path => Path.GetFileName(path)).ToArray()
        : [];

    public static string[] Of(int process) =>
        All.Where(name => name.StartsWith($"mongoose-{process}-", StringComparison.Ordinal)).ToArray();

    /// <summary>Waits until the process has created its two namespaces.</summary>
    public static async Task WaitFor(int process, CancellationToken deadline)
    {
        while (Of(process).Length < 2)
            await Task.Delay(20, deadline);
    }
}
