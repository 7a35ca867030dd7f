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
    private TunCounters _counters;

    public int Number => device.Descriptor;

    public bool WaitsToWrite => false;

    public TunCounters Counters => _counters;

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
            Send(packet, length);
        }
    }

    public void Receive(Packet packet)
    {
        IpPacket whole = (IpPacket)packet;
        whole.WriteEcn();
        if (_way is null)
            _counters.Refused++; // The link was closed while the packet was on it.
        else if (device.TryWrite(whole.Bytes))
            _counters.Written++;
        else
            _counters.Refused++;
        packet.Release();
    }

    private void Send(IpPacket packet, int length)
    {
        _counters.Read++;
        if (packet.TryParse(length))
        {
            _way!.Receive(packet);
            return;
        }
        if (length > 0 && IpPacket.VersionOf(packet.Buffer) == 6)
            _counters.NotIPv4++;
        else
            _counters.Malformed++;
        packet.Release();
    }
}
