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
        BitConverter.TryWriteBytes(request.AsSpan(ValueOffset), (short)AddressFamily.InterNetwork);
        BinaryPrimitives.WriteUInt32BigEndian(request.AsSpan(ValueOffset + 4), host);
        Control(device, what, request);
    }

    private static void SetNumber(string device, nuint what, int number)
    {
        byte[] request = Request(device);
        BitConverter.TryWriteBytes(request.AsSpan(ValueOffset), number);
        Control(device, what, request);
    }

    private static void Control(string device, nuint what, Span<byte> request)
    {
        try
        {
            using Socket socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
            if (LinuxCalls.Control((int)socket.Handle, what, request) < 0)
                throw new HostException($"cannot configure network device {device}: {LinuxCalls.LastErrorText}");
        }
        catch (SocketException exception)
        {
            throw new HostException($"cannot configure network device {device}: {exception.Message}", exception);
        }
    }
}
