using System.Runtime.Versioning;
using Mongoose.Network.Hosts;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Tun;

/// <summary>
/// A network device whose other end is this program: what the kernel sends on it is read here, what is written here the kernel receives.
/// Packets are as on a wire: at most <see cref="IpPacket.MaxBytes"/>, segmented and with checksums, for a TUN device without a header for
/// offloads has none. It goes when it is closed.
/// </summary>
[SupportedOSPlatform("linux")]
public sealed class TunDevice : IDisposable
{
    private const string Path = "/dev/net/tun";
    private const nuint SetInterface = 0x400454CA; // TUNSETIFF
    private const short TunMode = 0x0001, NoPacketInformation = 0x1000; // IFF_TUN, IFF_NO_PI
    private const int FlagsOffset = 16;

    /// <summary>Kept by the kernel while nobody reads: 2 s of 50 Mbit/s. The link's queue is the one that is to drop.</summary>
    private const int TransmitQueuePackets = 10_000;

    private readonly NetworkNamespace _place;
    private int _descriptor;

    private TunDevice(NetworkNamespace place, string name)
    {
        _place = place;
        Name = name;
        _descriptor = LinuxCalls.Open(Path, LinuxCalls.ReadWrite | LinuxCalls.NonBlocking);
        if (_descriptor < 0)
            throw OpenFailure();
        byte[] request = NetworkInterface.Request(name);
        BitConverter.TryWriteBytes(request.AsSpan(FlagsOffset), (short)(TunMode | NoPacketInformation));
        if (LinuxCalls.Control(_descriptor, SetInterface, request) < 0)
        {
            string reason = LinuxCalls.LastError == LinuxCalls.NotPermitted ? "it needs root (CAP_NET_ADMIN)" : LinuxCalls.LastErrorText;
            Dispose();
            throw new HostException($"cannot create TUN device {name}: {reason}");
        }
    }

    public string Name { get; }

    internal int Descriptor => _descriptor;

    /// <summary>Makes a device in a namespace, with an address and the route to its prefix, and brings it up.</summary>
    /// <param name="place">Where the kernel's end of it is.</param>
    /// <param name="name">At most 15 letters.</param>
    /// <param name="address">Of the kernel's end; its port is not used.</param>
    /// <param name="prefixLength">1 to 32 bits: the other addresses of the prefix are on the other side.</param>
    /// <exception cref="HostException">No /dev/net/tun, no privileges, or the system refuses.</exception>
    public static TunDevice Open(NetworkNamespace place, string name, UdpAddress address, int prefixLength) => place.Run(() =>
    {
        TunDevice device = new(place, name);
        try
        {
            NetworkInterface.SetMtu(name, IpPacket.MaxBytes);
            NetworkInterface.SetTransmitQueue(name, TransmitQueuePackets);
            NetworkInterface.SetAddress(name, address, prefixLength);
            NetworkInterface.BringUp(name);
            return device;
        }
        catch
        {
            device.Dispose();
            throw;
        }
    });

    /// <summary>Reads one packet that the kernel has sent; false when there is none.</summary>
    /// <exception cref="IOException">The device is gone.</exception>
    public bool TryRead(Span<byte> buffer, out int length)
    {
        length = LinuxCalls.Read(_descriptor, buffer);
        if (length >= 0)
            return true;
        if (LinuxCalls.LastError == LinuxCalls.TryAgain)
            return false;
        throw new IOException($"TUN device {Name}: {LinuxCalls.LastErrorText}");
    }

    /// <summary>Hands the kernel one packet; false if it takes none now.</summary>
    public bool TryWrite(ReadOnlySpan<byte> packet) => LinuxCalls.Write(_descriptor, packet) == packet.Length;

    /// <summary>
    /// Packets that the kernel sent and dropped since nobody read fast enough: no queue of the link has seen them. They are among the
    /// dropped of the device in /proc/net/dev.
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
        if (_descriptor >= 0)
            _ = LinuxCalls.Close(_descriptor);
        _descriptor = -1;
    }

    private static HostException OpenFailure() => LinuxCalls.LastError switch
    {
        LinuxCalls.NoEntry or LinuxCalls.NoDevice =>
            new HostException($"{Path} is missing: the kernel needs the tun module (modprobe tun)"),
        LinuxCalls.NotPermitted or LinuxCalls.AccessDenied => new HostException($"{Path}: it needs root"),
        _ => new HostException($"{Path}: {LinuxCalls.LastErrorText}"),
    };
}

/// <summary>What one end of a TUN link has seen, in packets. Read = handed to the link + not IPv4 + malformed.</summary>
/// <param name="Read">From the kernel.</param>
/// <param name="NotIPv4">Dropped: IPv6, which the link does not carry (a kernel sends some of it on every device).</param>
/// <param name="Malformed">Dropped: their length or version makes no sense.</param>
/// <param name="Written">To the kernel.</param>
/// <param name="Refused">Dropped: the kernel did not take them.</param>
public record struct TunCounters(long Read, long NotIPv4, long Malformed, long Written, long Refused);
