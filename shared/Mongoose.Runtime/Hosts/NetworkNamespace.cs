using System.Runtime.ExceptionServices;
using System.Runtime.Versioning;
using Mongoose.Runtime.Output;

namespace Mongoose.Runtime.Hosts;

/// <summary>
/// A Linux network namespace: its own devices, addresses, routes and sockets, with loopback up. Its name is where ip-netns(8) looks for
/// names, so `ip netns exec NAME COMMAND` starts a program in it. Needs CAP_SYS_ADMIN and CAP_NET_ADMIN.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class NetworkNamespace : IDisposable
{
    /// <summary>The directory of names, as in iproute2.</summary>
    public const string Directory = "/run/netns";

    private readonly int _descriptor;
    private bool _disposed;

    private NetworkNamespace(string name)
    {
        Name = name;
        _descriptor = LinuxCalls.Open(PathOf(name), LinuxCalls.ReadOnly);
        if (_descriptor < 0)
            throw Failure("open", name);
    }

    public string Name { get; }

    /// <summary>Creates a namespace. Namespaces that killed runs have left are removed first.</summary>
    /// <param name="label">The namespace's purpose, in letters; the name ends with it.</param>
    /// <exception cref="HostException">The process lacks privileges, or a system call failed.</exception>
    public static NetworkNamespace Create(string label)
    {
        RemoveLeftovers();
        string name = NamespaceName.New(label).ToString();
        OnThread(name, () => MakeHere(name));
        try
        {
            NetworkNamespace made = new(name);
            made.Run(() =>
            {
                NetworkInterface.BringUp("lo");
                // Otherwise a flow would start with metrics cached from earlier flows to the same address.
                made.Set("net/ipv4/tcp_no_metrics_save", "1");
            });
            return made;
        }
        catch
        {
            Remove(name);
            throw;
        }
    }

    /// <summary>
    /// Removes the testbed's namespaces whose owner is no longer running, and returns their names. Other namespaces are not touched.
    /// </summary>
    /// <exception cref="HostException">The names cannot be read, or a namespace cannot be removed.</exception>
    public static IReadOnlyList<string> RemoveLeftovers()
    {
        string[] leftovers = [.. Names().Where(name => NamespaceName.Parse(name) is { OwnerRuns: false })];
        foreach (string name in leftovers)
            Remove(name);
        return leftovers;
    }

    private static string[] Names() => PathFault.OrThrow<string[]>(
        () => System.IO.Directory.Exists(Directory)
            ? [.. System.IO.Directory.EnumerateFileSystemEntries(Directory, NamespaceName.Prefix + "*")
                .Select(path => Path.GetFileName(path))]
            : [],
        Failure("read the names of network namespaces"));

    /// <summary>Moves the calling thread into the namespace permanently: sockets that it opens from then on are in the namespace.</summary>
    public void Enter()
    {
        if (LinuxCalls.Enter(_descriptor, LinuxCalls.NewNetwork) < 0)
            throw Failure("enter", Name);
    }

    /// <summary>Runs a function in the namespace, on a separate thread, and waits for its result.</summary>
    public T Run<T>(Func<T> function)
    {
        T result = default!;
        OnThread(Name, () =>
        {
            Enter();
            result = function();
        });
        return result;
    }

    /// <inheritdoc cref="Run{T}"/>
    public void Run(Action action) => Run(() =>
    {
        action();
        return true;
    });

    /// <summary>Changes a kernel setting of this namespace.</summary>
    /// <param name="setting">The setting's path below /proc/sys, such as net/ipv4/tcp_ecn.</param>
    /// <param name="value">The value in the format of sysctl(8).</param>
    /// <exception cref="HostException">The kernel has no such setting, or does not allow the change: in some containers, /proc/sys is
    /// read-only.</exception>
    public void Set(string setting, string value) => Run(() => PathFault.OrThrow(
        () => File.WriteAllText($"/proc/sys/{setting}", value), Failure($"set {setting} in network namespace {Name}")));

    /// <summary>
    /// Removes the name; the kernel removes the namespace and its devices when no socket or thread is left inside.
    /// </summary>
    public void Dispose()
    {
        if (_disposed)
            return;
        _disposed = true;
        LinuxCalls.Close(_descriptor);
        Remove(Name);
    }

    /// <summary>
    /// Moves the calling thread into a new namespace and gives the namespace a name, which keeps it alive after the thread ends.
    /// </summary>
    private static void MakeHere(string name)
    {
        if (LinuxCalls.Unshare(LinuxCalls.NewNetwork) < 0)
            throw Failure("create", name);
        PathFault.OrThrow(() =>
        {
            System.IO.Directory.CreateDirectory(Directory);
            File.WriteAllText(PathOf(name), "");
        }, Failure($"create network namespace {name}"));
        if (LinuxCalls.BindMount("/proc/thread-self/ns/net", PathOf(name)) < 0)
        {
            HostException failure = Failure("create", name);
            Remove(name);
            throw failure;
        }
    }

    private static void Remove(string name)
    {
        // This fails if a killed run got no further than creating the file, or if another run is removing the same leftover.
        _ = LinuxCalls.Unmount(PathOf(name));
        PathFault.OrThrow(() => File.Delete(PathOf(name)), Failure($"remove network namespace {name}"));
    }

    private static string PathOf(string name) => Path.Combine(Directory, name);

    private static Func<Exception, HostException> Failure(string task) =>
        fault => new HostException($"cannot {task}: {fault.Message}", fault);

    private static HostException Failure(string what, string name)
    {
        string reason = LinuxCalls.LastError is LinuxCalls.NotPermitted or LinuxCalls.AccessDenied
            ? "it needs root (CAP_SYS_ADMIN and CAP_NET_ADMIN)"
            : LinuxCalls.LastErrorText;
        return new HostException($"cannot {what} network namespace {name}: {reason}");
    }

    /// <summary>Runs on a new thread, because a thread that changes its namespace must not return to the pool.</summary>
    private static void OnThread(string name, Action action)
    {
        ExceptionDispatchInfo? failure = null;
        Thread thread = new(() =>
        {
            try
            {
                action();
            }
            catch (Exception exception)
            {
                failure = ExceptionDispatchInfo.Capture(exception);
            }
        })
        { Name = name, IsBackground = true };
        thread.Start();
        thread.Join();
        failure?.Throw();
    }
}

/// <summary>This host does not allow something that a run on real packets needs. The message is for the user.</summary>
public sealed class HostException(string message, Exception? inner = null) : Exception(message, inner);
