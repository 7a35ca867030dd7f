using System.Buffers.Binary;
using System.Net.Sockets;
using System.Runtime.Versioning;
using System.Text;
using Mongoose.Runtime.Udp;

namespace Mongoose.Runtime.Hosts;

/// <summary>Configures a network device in the calling thread's network namespace, by ioctl (netdevice(7)).</summary>
[SupportedOSPlatform("linux")]
public static class NetworkInterface
{
    private const int RequestBytes = 40, ValueOffset = 16; // struct ifreq: the name, then a union
    private const nuint GetFlags = 0x8913, SetFlags = 0x8914, SetAddressRequest = 0x8916, SetNetmask = 0x891C; // SIOCGIFFLAGS, ...
    private const nuint SetMtuRequest = 0x8922, SetQueueLength = 0x8943;
    private const short Up = 1; // IFF_UP
    private const nuint AddRoute = 0x890B; // SIOCADDRT
    private const int RouteBytes = 120, DestinationOffset = 8, GatewayOffset = 24, MaskOffset = 40, FlagsOffset = 56; // struct rtentry
    private const short UpByGateway = 3; // RTF_UP | RTF_GATEWAY

    public static void BringUp(string device)
    {
        byte[] request = Request(device);
        Span<byte> value = request.AsSpan(ValueOffset);
        Control(device, GetFlags, request);
        BitConverter.TryWriteBytes(value, (short)(BitConverter.ToInt16(value) | Up));
        Control(device, SetFlags, request);
    }

    /// <summary>Sets the device's IPv4 address, which also adds a route to its prefix.</summary>
    public static void SetAddress(string device, UdpAddress address, int prefixLength)
    {
        SetSocketAddress(device, SetAddressRequest, address.Host);
        SetSocketAddress(device, SetNetmask, uint.MaxValue << (32 - prefixLength));
    }

    /// <summary>Sets the gateway for all addresses to which there is no other route.</summary>
    public static void SetGateway(UdpAddress gateway)
    {
        byte[] route = new byte[RouteBytes];
        WriteAddress(route.AsSpan(DestinationOffset), 0);
        WriteAddress(route.AsSpan(GatewayOffset), gateway.Host);
        WriteAddress(route.AsSpan(MaskOffset), 0);
        BitConverter.TryWriteBytes(route.AsSpan(FlagsOffset), UpByGateway);
        Configure("the route to other networks", AddRoute, route);
    }

    public static void SetMtu(string device, int bytes) => SetNumber(device, SetMtuRequest, bytes);

    /// <summary>Sets how many packets may wait in the kernel for the reader of the device.</summary>
    public static void SetTransmitQueue(string device, int packets) => SetNumber(device, SetQueueLength, packets);

    /// <summary>Returns a struct ifreq for the device with a zero value.</summary>
    public static byte[] Request(string device)
    {
        byte[] request = new byte[RequestBytes];
        if (Encoding.ASCII.GetBytes(device, request) >= ValueOffset)
            throw new ArgumentException($"device {device}: a name has at most {ValueOffset - 1} bytes", nameof(device));
        return request;
    }

    private static void SetSocketAddress(string device, nuint what, uint host)
    {
        byte[] request = Request(device);
        WriteAddress(request.AsSpan(ValueOffset), host);
        Control(device, what, request);
    }

    /// <summary>Writes a struct sockaddr_in.</summary>
    private static void WriteAddress(Span<byte> place, uint host)
    {
        BitConverter.TryWriteBytes(place, (short)AddressFamily.InterNetwork);
        BinaryPrimitives.WriteUInt32BigEndian(place[4..], host);
    }

    private static void SetNumber(string device, nuint what, int number)
    {
        byte[] request = Request(device);
        BitConverter.TryWriteBytes(request.AsSpan(ValueOffset), number);
        Control(device, what, request);
    }

    private static void Control(string device, nuint what, Span<byte> request) => Configure($"network device {device}", what, request);

    private static void Configure(string subject, nuint what, Span<byte> request)
    {
        try
        {
            using Socket socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            if (LinuxCalls.Control((int)socket.Handle, what, request) < 0)
                throw new HostException($"cannot configure {subject}: {LinuxCalls.LastErrorText}");
        }
        catch (SocketException exception)
        {
            throw new HostException($"cannot configure {subject}: {exception.Message}", exception);
        }
    }
}
