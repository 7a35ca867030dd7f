using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Packets;

/// <summary>What tells one flow from another on the wire: the five-tuple.</summary>
/// <param name="Source">Who sends.</param>
/// <param name="Destination">Who receives.</param>
/// <param name="Protocol">Of the IP header.</param>
public readonly record struct FlowKey(UdpAddress Source, UdpAddress Destination, byte Protocol)
{
    public const byte Tcp = 6, Udp = 17;
}
