using System.Runtime.Versioning;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Tun;

/// <summary>One host of a <see cref="TunNetwork"/>: a network namespace with a TUN device, and a loop whose sockets are in it.</summary>
[SupportedOSPlatform("linux")]
public sealed class TunHost : IDisposable
{
    private const string DeviceName = "tun0";
    private const int PrefixLength = 24;

    private readonly List<RealTimeLoop> _loops = [];

    internal TunHost(string label, UdpAddress address)
    {
        Address = address;
        Namespace = NetworkNamespace.Create(label);
        try
        {
            Device = TunDevice.Open(Namespace, DeviceName, address, PrefixLength);
            Loop = NewLoop(label);
            Loop.Invoke(() => { }); // Waits until the thread has entered the namespace.
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>The host's address on the link, with port 0: a port is added with `with`.</summary>
    public UdpAddress Address { get; }

    /// <summary>The namespace, for starting other programs and for settings.</summary>
    public NetworkNamespace Namespace { get; }

    public TunDevice Device { get; } = null!;

    /// <summary>A loop inside the namespace: code that runs on it opens its sockets on this host.</summary>
    public RealTimeLoop Loop { get; } = null!;

    /// <summary>Starts another loop in the namespace, for work that must not wait for the first. The loop stops with the host.</summary>
    public RealTimeLoop NewLoop(string name)
    {
        RealTimeLoop loop = new(name, Namespace.Enter);
        _loops.Add(loop);
        return loop;
    }

    /// <summary>Stops the threads and removes the device and the namespace.</summary>
    public void Dispose()
    {
        foreach (RealTimeLoop loop in _loops)
            loop.Dispose();
        Device?.Dispose();
        Namespace.Dispose();
    }
}
