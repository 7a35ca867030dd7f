using Mongoose.Core.Units;

namespace Mongoose.Network.Tcp;

/// <summary>The retransmission timeout of RFC 6298; the numbers in parentheses are those of its rules.</summary>
public sealed class RtoEstimator(Duration min, RtoRule rule)
{
    /// <summary>(2.5) allows an upper bound of 60 s or more.</summary>
    public static readonly Duration Max = Duration.FromSeconds(60);

    /// <summary>(2.1): before the first measurement.</summary>
    public static readonly Duration Initial = Duration.FromSeconds(1);

    /// <summary>(5.7): used when data is sent after a SYN that timed out.</summary>
    private static readonly Duration AfterLostSyn = Duration.FromSeconds(3);

    /// <summary>G: the granularity of the clock.</summary>
    private static readonly Duration Granularity = Duration.FromMilliseconds(1);


    /// <summary>SRTT; zero before the first measurement.</summary>
    public Duration SmoothedRtt { get; private set; }

    /// <summary>RTTVAR.</summary>
    public Duration RttVariance { get; private set; }

    public Duration Rto { get; private set; } = Initial;

    /// <summary>Adds a round trip, measured on data sent only once or by timestamps (Karn). It resets the back-off.</summary>
    public void Add(Duration rtt)
    {
        if (SmoothedRtt == Duration.Zero)
        {
            SmoothedRtt = rtt; // (2.2)
            RttVariance = new Duration(rtt.Nanoseconds / 2);
        }
        else
        {
            long error = Math.Abs(SmoothedRtt.Nanoseconds - rtt.Nanoseconds); // (2.3): beta 1/4, alpha 1/8
            RttVariance = new Duration((3 * RttVariance.Nanoseconds + error) / 4);
            SmoothedRtt = new Duration((7 * SmoothedRtt.Nanoseconds + rtt.Nanoseconds) / 8);
        }
        Duration margin = Duration.Max(Granularity, new Duration(4 * RttVariance.Nanoseconds));
        Duration rto = rule == RtoRule.Linux
            ? SmoothedRtt + Duration.Max(min, margin)
            : Duration.Max(min, SmoothedRtt + margin); // (2.4)
        Rto = Duration.Min(rto, Max);
    }

    /// <summary>(5.5): the timer has expired.</summary>
    public void BackOff() => Rto = Duration.Min(Rto + Rto, Max);

    /// <summary>The connection opened, but a SYN was lost, so no round trip was measured.</summary>
    public void OpenedAfterLoss() => Rto = AfterLostSyn;
}

/// <summary>How the minimum retransmission timeout is applied.</summary>
public enum RtoRule
{
    /// <summary>The minimum bounds the timeout: RTO = max(minimum, SRTT + 4 RTTVAR).</summary>
    Rfc6298,
    /// <summary>The minimum bounds the margin added to the round trip: RTO = SRTT + max(minimum, 4 RTTVAR).</summary>
    Linux,
}
