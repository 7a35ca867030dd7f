using Mongoose.Core.Units;

namespace Mongoose.Network.Packets;

/// <summary>
/// A packet as links and queues see it. Its content depends on the kind of packet: a datagram's bytes, a segment of simulated TCP, an IP
/// packet of the kernel. A packet has exactly one owner at a time, which passes it on or releases it.
/// </summary>
public abstract class Packet
{
    /// <summary>IP header, transport header and payload, in bytes.</summary>
    public int WireBytes { get; set; }

    public FlowKey Flow { get; set; }

    public Ecn Ecn { get; set; }

    /// <summary>The receiver to which the packet goes when it leaves its current link.</summary>
    public IPacketReceiver? Receiver { get; set; }

    /// <summary>When the packet entered its current queue; queues set it.</summary>
    public Instant EnqueuedAt { get; set; }

    /// <summary>The next packet in its current list.</summary>
    internal Packet? Next { get; set; }

    /// <summary>
    /// Reads the TCP header; false if the packet is not a whole TCP segment with a valid header: another protocol, a fragment, a header cut
    /// short.
    /// </summary>
    public virtual bool TryReadTcp(out TcpFields fields)
    {
        fields = default;
        return false;
    }

    /// <summary>
    /// Replaces the window field of a segment that <see cref="TryReadTcp"/> has read; nothing else changes except the checksum.
    /// </summary>
    /// <exception cref="InvalidOperationException">The packet is not a TCP segment.</exception>
    public virtual void WriteWindow(uint window) => throw new InvalidOperationException("the packet is not a TCP segment");

    /// <summary>Returns a copy, for a link that duplicates packets.</summary>
    public abstract Packet Copy();

    /// <summary>Returns the packet to its pool; called by the last owner.</summary>
    public abstract void Release();

    /// <summary>Copies from <paramref name="other"/> everything that links use.</summary>
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
    /// <summary>CE: a queue on the path has signalled congestion.</summary>
    CongestionExperienced = 0b11,
}

/// <summary>
/// Anything that takes packets: a link, a host, one end of a connection. It becomes the owner of received packets, and passes them on or
/// releases them. Calls are made on the scheduler's thread.
/// </summary>
public interface IPacketReceiver
{
    void Receive(Packet packet);
}
