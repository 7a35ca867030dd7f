using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp.CongestionControl;

/// <summary>New data was acknowledged, and the sender is not in fast recovery.</summary>
public readonly record struct AckEvent
{
    public Instant Now { get; init; }

    /// <summary>Bytes that this acknowledgment newly covers.</summary>
    public long Bytes { get; init; }

    /// <summary>The next byte that the receiver expects.</summary>
    public long Next { get; init; }

    /// <summary>The first byte that was never sent: what is acknowledged beyond it was sent a round trip from now.</summary>
    public long SendNext { get; init; }

    /// <summary>The round trip that this acknowledgment measured; zero if none.</summary>
    public Duration Rtt { get; init; }

    /// <summary>RFC 6298; zero before the first measurement.</summary>
    public Duration SmoothedRtt { get; init; }

    /// <summary>The window, not the application or the receiver, limited what was in flight; otherwise it must not grow (RFC 7661).</summary>
    public bool CwndLimited { get; init; }

    /// <summary>What was in flight at the last retransmission timeout is not all acknowledged yet.</summary>
    public bool AfterTimeout { get; init; }
}
