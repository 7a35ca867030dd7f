using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp.Endpoints;

/// <summary>A sender's counters. Always: bytes sent = bytes retransmitted + the first byte that was never sent.</summary>
public sealed class SenderCounters
{
    public PacketCount Sent { get; private set; }
    public PacketCount Retransmitted { get; private set; }

    /// <summary>Expiries of the retransmission timer, including those during the handshake.</summary>
    public long Timeouts { get; internal set; }

    public long FastRecoveries { get; internal set; }

    internal void OnSent(in DataSegment segment)
    {
        Sent = Sent.WithPacket(segment.Length);
        if (segment.Retransmission)
            Retransmitted = Retransmitted.WithPacket(segment.Length);
    }
}
