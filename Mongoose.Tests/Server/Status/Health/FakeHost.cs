using Mongoose.Server.Status.Health;

namespace Mongoose.Server.Tests.Status.Health;

/// <summary>A tree of the files in which Linux tells about itself.</summary>
internal sealed class FakeHost : IDisposable
{
    private const string Unified = "30 22 0:27 / /sys/fs/cgroup rw,relatime shared:9 - cgroup2 cgroup2 rw,nsdelegate\n";

    private readonly TemporaryDirectory _root = new();

    public HostFiles Files => new(_root.Path);

    /// <summary>A host of version 2 with four cores, whose process is in a group.</summary>
    public static FakeHost WithGroup(string group)
    {
        FakeHost host = new();
        host.Write("/sys/devices/system/cpu/online", "0-3\n");
        host.Write("/proc/self/status", "Name:\tdotnet\nCpus_allowed:\tf\nCpus_allowed_list:\t0-3\n");
        host.Write("/proc/self/mountinfo", Unified);
        host.Write("/proc/self/cgroup", $"0::{group}\n");
        return host;
    }

    public void Write(string path, string text)
    {
        string file = Path.Join(_root.Path, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }

    public void Delete(string path) => File.Delete(Path.Join(_root.Path, path));

    public void Dispose() => _root.Dispose();
}
