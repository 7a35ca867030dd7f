using Mongoose.Core.Units;

namespace Mongoose.Core.Loss;

/// <summary>
/// How long after a missing packet another packet must have been sent to be evidence that the missing packet is lost and not merely
/// late. The tolerance is learned from packets that arrived, or were acknowledged, after later ones: the time between the two transmissions
/// is the lateness.
/// <para>
/// A path that has reordered nothing needs no tolerance, so its losses are found as soon as <see cref="Evidence"/> later packets have
/// arrived (as in RFC 8985 section 6.2). Lateness is a time, because the number of packets that overtake a late one grows with the rate.
/// </para>
/// </summary>
public struct ReorderTolerance
{
    /// <summary>
    /// Number of later packets that must have arrived before a packet can count as lost (RFC 5348 section 5.1, RFC 6675 section 4).
    /// </summary>
    public const int Evidence = 3;

    /// <summary>Any reordering counts as at least this lateness, because the packets of one burst have the same send time.</summary>
    public static readonly Duration MinTolerance = Duration.FromMilliseconds(10);

    /// <summary>
    /// The tolerance is at most a round trip plus this time: clients that acknowledge the newest packets first collect acks for half a
    /// second.
    /// </summary>
    public static readonly Duration MaxDelay = Duration.FromMilliseconds(700);

    /// <summary>Without a packet more than half as late, the learned lateness halves after this time.</summary>
    public static readonly Duration HalfLife = Duration.FromSeconds(15);

    /// <summary>Below this lateness the reordering is forgotten: <see cref="MinTolerance"/> is forgotten after a minute.</summary>
    private static readonly Duration Forgotten = Duration.FromMilliseconds(1);

    private Duration _lateness;
    private Instant _since;

    /// <summary>
    /// The time by which a later packet must follow a missing one. It is zero while no reordering is known; otherwise it is the learned
    /// lateness plus a quarter, because the next packet may be later, and at least a quarter of the round trip (RFC 8985 section 6.2).
    /// </summary>
    /// <param name="minRoundTrip">The minimum round trip; zero if it is unknown.</param>
    /// <param name="now">The time, on the clock of <see cref="Late"/>.</param>
    public Duration Wait(Duration minRoundTrip, Instant now)
    {
        Shrink(now);
        return _lateness == Duration.Zero
            ? Duration.Zero
            : Duration.Min(Duration.Max(Quarter(minRoundTrip), _lateness + Quarter(_lateness)), minRoundTrip + MaxDelay);
    }

    /// <summary>Reports a packet that has arrived after later ones, whether it counted as lost or not.</summary>
    /// <param name="lateness">
    /// The time from the packet's transmission to that of the newest of the later packets. A receiver does not know when packets were sent;
    /// it reports the time from the arrival of the packet after the gap to the late packet's arrival.
    /// </param>
    public void Late(Duration lateness, Instant now)
    {
        Shrink(now);
        lateness = Duration.Max(lateness, MinTolerance);
        // A packet at most half as late does not show that the whole lateness must be tolerated.
        if (lateness <= Half(_lateness))
            return;
        (_lateness, _since) = (Duration.Max(_lateness, lateness), now);
    }

    private void Shrink(Instant now)
    {
        while (_lateness > Duration.Zero && now - _since >= HalfLife)
        {
            _lateness = Half(_lateness) < Forgotten ? Duration.Zero : Half(_lateness);
            _since += HalfLife;
        }
    }

    /// <summary>In whole nanoseconds, as in the C++ port.</summary>
    private static Duration Half(Duration time) => new(time.Nanoseconds / 2);

    private static Duration Quarter(Duration time) => new(time.Nanoseconds / 4);
}
