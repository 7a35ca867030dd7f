using Mongoose.Core.Units;

namespace Mongoose.Verse.CongestionControl;

/// <summary>
/// Decides when payload packets with values may be sent, and how long they may be. All bytes are those on the wire: the datagram and
/// <see cref="HeaderBytes"/>. Packets without values need no permission, but count when they are in flight, acknowledged or lost.
/// </summary>
public interface ICongestionControl
{
    /// <summary>IPv4 and UDP headers, in bytes.</summary>
    const int HeaderBytes = DatagramHeaders.Bytes;

    /// <summary>The longest packet to make now, in bytes on the wire; at most <paramref name="max"/>.</summary>
    int PacketBytes(int max);

    /// <summary>
    /// Whether the window has room. Call it when values wait: a false answer means that the window, not the application, limits the rate.
    /// </summary>
    bool CanSend(long bytesInFlight);

    /// <summary>The pacing: the next packet may be sent at this time, which may have passed.</summary>
    Instant NextSend { get; }

    /// <summary>A payload packet with values was sent.</summary>
    void OnSent(int bytes, Instant now)
    {
    }

    /// <summary>The peer acknowledged packets.</summary>
    /// <param name="bytes">Bytes of the packets that were acknowledged for the first time.</param>
    /// <param name="roundTrip">The round trip of the newest of them, without the time for which its acknowledgment was held.</param>
    /// <param name="now">When the acknowledgment arrived.</param>
    void OnAcked(long bytes, Duration roundTrip, Instant now)
    {
    }

    /// <summary>A packet was lost, according to a NAK or to the timer.</summary>
    void OnLost(int bytes)
    {
    }

    /// <summary>The timer has expired. The packets that it gives up have been passed to <see cref="OnLost"/>.</summary>
    /// <param name="inSuccession">
    /// How often the timer has doubled since the last acknowledgment, at least 1. From the second time on, the lost packets include packets
    /// sent after the timer had expired.
    /// </param>
    void OnTimeout(int inSuccession)
    {
    }
}

/// <summary>
/// No congestion control: J. Hnidek, "Network protocols for applications of shared virtual reality", WSCG 2011, has none, nor has Verse 2.
/// </summary>
public sealed class NoCongestionControl : ICongestionControl
{
    public Instant NextSend => Instant.Zero;

    public int PacketBytes(int max) => max;

    public bool CanSend(long bytesInFlight) => true;
}

/// <summary>Creates congestion controls.</summary>
public static class CongestionControlFactory
{
    public static ICongestionControl Create(CongestionControlKind kind) => kind switch
    {
        CongestionControlKind.None => new NoCongestionControl(),
        CongestionControlKind.DelayTarget => new DelayTargetControl(),
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, null),
    };
}
