using Mongoose.Core.Units;

namespace Mongoose.Verse.Timing;

/// <summary>
/// The smoothed round trip and its variation (RFC 6298, section 2: 1/8, 1/4, K = 4), and the retransmission timeout made from them. Eqs. 1
/// and 2 of J. Hnidek, "Network protocols for applications of shared virtual reality", WSCG 2011, section 5, have no variation, and as
/// printed they weigh the new sample by 0.9.
/// </summary>
public sealed class RttEstimator
{
    /// <summary>The timeout before the first sample (RFC 6298, rule 2.1).</summary>
    public static readonly Duration InitialTimeout = Duration.FromSeconds(1);

    /// <summary>Doubling stops here. A timeout that is longer before any doubling stays as it is.</summary>
    public static readonly Duration MaxBackoff = Duration.FromSeconds(2);

    public bool HasSample { get; private set; }

    /// <summary>SRTT; zero before the first sample.</summary>
    public Duration Smoothed { get; private set; }

    /// <summary>RTTVAR.</summary>
    public Duration Variation { get; private set; }

    /// <summary>The last sample, at least zero.</summary>
    public Duration LastSample { get; private set; }

    /// <summary>Adds the round trip of a packet that was acknowledged for the first time; negative ones count as zero.</summary>
    public void Add(Duration sample)
    {
        sample = LastSample = Duration.Max(sample, Duration.Zero);
        if (!HasSample)
            (HasSample, Smoothed, Variation) = (true, sample, sample / 2);
        else
        {
            Duration deviation = (Smoothed - sample).Absolute;
            Variation = Variation * 0.75 + deviation * 0.25;
            Smoothed = Smoothed * 0.875 + sample * 0.125;
        }
    }

    /// <summary>
    /// max(SRTT + 4 RTTVAR, 2 SRTT) + the longest delay of an acknowledgment, doubled as often as the timer has expired in silence.
    /// </summary>
    /// <param name="ackDelay">The longest time for which the peer holds an acknowledgment back.</param>
    /// <param name="backoff">The number of doublings, at least 0.</param>
    public Duration Timeout(Duration ackDelay, int backoff)
    {
        Duration timeout = HasSample ? Duration.Max(Smoothed + Variation * 4, Smoothed * 2) + ackDelay : InitialTimeout;
        Duration doubled = timeout * (1L << Math.Min(backoff, 30));
        return Duration.Min(doubled, Duration.Max(timeout, MaxBackoff));
    }
}
