using System.Runtime.Versioning;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Tun;

/// <summary>
/// A device at one end of a link: passes packets from the kernel to the first link, and packets from the last link to the kernel.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class TunEnd(TunDevice device, PacketPool<IpPacket> packets) : IDescriptor, IPacketReceiver
{
    /// <summary>Maximum number of packets read per turn, so that one direction does not starve the other.</summary>
    private const int PacketsPerTurn = 64;

    private IPacketReceiver? _way;

    public int Number => device.Descriptor;

    public bool WaitsToWrite => false;

    /// <summary>Sets the way to the far end for packets read from the device; null: packets are dropped.</summary>
    public void SendTo(IPacketReceiver? way) => _way = way;

    public void Ready()
    {
        for (int i = 0; i < PacketsPerTurn && _way is not null; i++)
        {
            IpPacket packet = packets.Rent();
            if (!device.TryRead(packet.Buffer, out int length))
            {
                packet.Release();
                return;
            }
            if (packet.TryParse(length))
                _way.Receive(packet);
            else
                packet.Release(); // The link carries IPv4 only; a kernel sends some IPv6 on every device.
        }
    }

    public void Receive(Packet packet)
    {
        IpPacket whole = (IpPacket)packet;
        whole.WriteEcn();
        if (_way is not null) // Otherwise the link was closed while the packet was on it.
            device.TryWrite(whole.Bytes); // What the kernel does not take is dropped.
        packet.Release();
    }
}
