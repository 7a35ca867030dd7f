using Mongoose.Network.Packets;

namespace Mongoose.Testbed.Particles.Peers;

/// <summary>Bytes of the headers of a packet on the wire.</summary>
internal static class WireHeaders
{
    /// <summary>IPv4 and UDP.</summary>
    public const int Udp = DatagramPacket.HeaderBytes;

    /// <summary>IPv4, TCP and its timestamps.</summary>
    public const int Tcp = 52;
}
