using System.Buffers.Binary;
using System.Net;

namespace Mongoose.Runtime.Udp;

/// <summary>
/// An IPv4 address and port as a small value that hashes and compares without allocating. LLUDP is IPv4 only: its messages have four-byte
/// addresses.
/// </summary>
/// <param name="Host">The address, most significant byte first (127.0.0.1 is 0x7F000001).</param>
/// <param name="Port">0 to 65535.</param>
public readonly record struct UdpAddress(uint Host, ushort Port)
{
    private const uint LoopbackHost = 0x7F000001;

    /// <summary>A free port on every address of the host.</summary>
    public static UdpAddress Any => default;

    public static UdpAddress Loopback(int port = 0) => new(LoopbackHost, (ushort)port);

    public static UdpAddress From(IPEndPoint endPoint) =>
        new(BinaryPrimitives.ReadUInt32BigEndian(endPoint.Address.MapToIPv4().GetAddressBytes()), (ushort)endPoint.Port);

    public IPEndPoint ToEndPoint() => new(new IPAddress(BinaryPrimitives.ReverseEndianness(Host)), Port);

    public override string ToString() => ToEndPoint().ToString();
}
