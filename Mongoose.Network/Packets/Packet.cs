using Mongoose.Core.Units;

namespace Mongoose.Network.Packets;

/// <summary>
/// A packet as links and queues see it. What it carries belongs to the kind of packet: a datagram's bytes, a segment of simulated
/// TCP, an IP packet of the kernel. Exactly one owner at a time: who has it passes it on or releases it.
/// </summary>
public abstract class Packet
{
    /// <summary>IP header, transport header and payload, in bytes.</summary>
    public int WireBytes { get; set; }

    public FlowKey Flow { get; set; }

    public Ecn Ecn { get; set; }

    /// <summary>Where it goes when it comes out of the link that it is on.</summary>
    public IPacketReceiver? Receiver { get; set; }

    /// <summary>When it entered the queue that it is in; queues set it.</summary>
    public Instant EnqueuedAt { get; set; }

    /// <summary>The one behind it in the list that it is in.</summary>
    internal Packet? Next { get; set; }

    /// <summary>Another packet like it, for a link that duplicates.</summary>
    public abstract Packet Copy();

    /// <summary>The last owner gives it back to be used again.</summary>
    public abstract void Release();

    /// <summary>Makes this packet like <paramref name="other"/> in all that links see.</summary>
    protected void CopyHeaderFrom(Packet other)
    {
        WireBytes = other.WireBytes;
        Flow = other.Flow;
        Ecn = other.Ecn;
        Receiver = other.Receiver;
    }
}
