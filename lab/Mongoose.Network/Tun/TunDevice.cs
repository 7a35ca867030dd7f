using System.Runtime.Versioning;
using Mongoose.Runtime.Hosts;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Tun;

/// <summary>
/// A network device whose other end is this program: packets that the kernel sends on it are read here, and packets written here are
/// received by the kernel. Packets are as on a wire: at most <see cref="IpPacket.MaxBytes"/>, segmented and with checksums, because a TUN
/// device without an offload header has no offloads. Closing removes the device.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class TunDevice : IDisposable
{
    private const string Path = "/dev/net/tun";
    private const nuint SetInterface = 0x400454CA; // TUNSETIFF
    private const short TunMode = 0x0001, NoPacketInformation = 0x1000; // IFF_TUN, IFF_NO_PI
    private const int FlagsOffset = 16;

    /// <summary>
    /// Packets that the kernel keeps until they are read: 2 s of 50 Mbit/s. Drops should occur in the link's queue, not here.
    /// </summary>
    private const int TransmitQueuePackets = 10_000;

    private readonly NetworkNamespace _place;

    private TunDevice(NetworkNamespace place, string name)
    {
        _place = place;
        Name = name;
        Descriptor = LinuxCalls.Open(Path, LinuxCalls.ReadWrite | LinuxCalls.NonBlocking);
        if (Descriptor < 0)
            throw OpenFailure();
        byte[] request = NetworkInterface.Request(name);
        BitConverter.TryWriteBytes(request.AsSpan(FlagsOffset), (short)(TunMode | NoPacketInformation));
        if (LinuxCalls.Control(Descriptor, SetInterface, request) < 0)
        {
            string reason = LinuxCalls.LastError == LinuxCalls.NotPermitted ? "it needs root (CAP_NET_ADMIN)" : LinuxCalls.LastErrorText;
            Dispose();
            throw new HostException($"cannot create TUN device {name}: {reason}");
        }
    }

    public string Name { get; }

    internal int Descriptor { get; private set; }

    /// <summary>Creates a device in a namespace, with an address and the route to its prefix, and brings it up.</summary>
    /// <param name="place">The namespace of the kernel's end.</param>
    /// <param name="name">At most 15 letters.</param>
    /// <param name="address">The address of the kernel's end; its port is not used.</param>
    /// <param name="prefixLength">1 to 32 bits: the other addresses of the prefix are on the other side.</param>
    /// <exception cref="HostException">There is no /dev/net/tun, the process lacks privileges, or a system call failed.</exception>
    public static TunDevice Open(NetworkNamespace place, string name, UdpAddress address, int prefixLength) => place.Run(
        () => new TunDevice(place, name).Prepared(_ =>
        {
            NetworkInterface.SetMtu(name, IpPacket.MaxBytes);
            NetworkInterface.SetTransmitQueue(name, TransmitQueuePackets);
            NetworkInterface.SetAddress(name, address, prefixLength);
            NetworkInterface.BringUp(name);
        }));

    /// <summary>Reads one packet that the kernel has sent; false if there is none.</summary>
    /// <exception cref="IOException">The device no longer exists.</exception>
    public bool TryRead(Span<byte> buffer, out int length)
    {
        length = LinuxCalls.Read(Descriptor, buffer);
        if (length >= 0)
            return true;
        if (LinuxCalls.LastError == LinuxCalls.TryAgain)
            return false;
        throw new IOException($"TUN device {Name}: {LinuxCalls.LastErrorText}");
    }

    /// <summary>Passes one packet to the kernel; false if the kernel does not accept it now.</summary>
    public bool TryWrite(ReadOnlySpan<byte> packet) => LinuxCalls.Write(Descriptor, packet) == packet.Length;

    /// <summary>
    /// Packets that the kernel dropped because they were not read fast enough: no queue of the link has seen them. They are part of the
    /// device's dropped packets in /proc/net/dev.
    /// </summary>
    public long DroppedBeforeReading() => _place.Run(() =>
    {
        const int droppedOfSent = 11;
        string line = File.ReadLines("/proc/thread-self/net/dev")
            .First(text => text.TrimStart().StartsWith($"{Name}:", StringComparison.Ordinal));
        string[] columns = line[(line.IndexOf(':') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return long.Parse(columns[droppedOfSent], System.Globalization.CultureInfo.InvariantCulture);
    });

    public void Dispose()
    {
        if (Descriptor >= 0)
            _ = LinuxCalls.Close(Descriptor);
        Descriptor = -1;
    }

    private static HostException OpenFailure() => LinuxCalls.LastError switch
    {
        LinuxCalls.NoEntry or LinuxCalls.NoDevice =>
            new HostException($"{Path} is missing: the kernel needs the tun module (modprobe tun)"),
        LinuxCalls.NotPermitted or LinuxCalls.AccessDenied => new HostException($"{Path}: it needs root"),
        _ => new HostException($"{Path}: {LinuxCalls.LastErrorText}"),
    };
}
