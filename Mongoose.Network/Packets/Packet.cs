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

/// <summary>The ECN field of an IP header (RFC 3168 section 5), with its values on the wire.</summary>
public enum Ecn : byte
{
    /// <summary>Not-ECT: a queue that wants to signal congestion can only drop it.</summary>
    NotCapable = 0b00,
    /// <summary>ECT(1).</summary>
    Capable1 = 0b01,
    /// <summary>ECT(0).</summary>
    Capable0 = 0b10,
    /// <summary>CE: a queue on the way signalled congestion.</summary>
    CongestionExperienced = 0b11,
}

/// <summary>
/// Whatever packets can be handed to: a link, a host, one end of a connection. It owns what it receives from then on, and passes it on or
/// releases it. Calls are made on the scheduler's thread.
/// </summary>
public interface IPacketReceiver
{
    void Receive(Packet packet);
}
