using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// Computes the resend timeout from the longest ack time of each datagram, which a timer must outlast, however the viewer collects acks.
/// Smoothing follows RFC 6298 section 2, with alpha 1/8 (1/2 for larger samples) for the mean S and beta 1/4 for the deviation V. The
/// timeout is S + 4V + 100 ms, within 250 to 3000 ms, in whole milliseconds as in OpenSim.
/// </summary>
public struct AckTimes
{
    private const double Alpha = 1.0 / 8, AlphaUpwards = 1.0 / 2, Beta = 1.0 / 4, Deviations = 4;

    /// <summary>Time until a resend is actually sent, because OpenSim checks for expired packets every 100 ms.</summary>
    private static readonly Duration Margin = Duration.FromMilliseconds(100);

    public static readonly Duration MinTimeout = Duration.FromMilliseconds(250);
    public static readonly Duration MaxTimeout = Duration.FromMilliseconds(3000);

    /// <summary>The timeout before the first ack, as in OpenSim.</summary>
    public static readonly Duration FirstTimeout = Duration.FromMilliseconds(1000);

    private double _deviation;

    public AckTimes() => Timeout = FirstTimeout;

    public Duration Timeout { get; private set; }

    /// <summary>The smoothed time S in milliseconds; 0 before the first sample.</summary>
    public double Smoothed { get; private set; }

    /// <summary>Adds the longest ack time of a datagram.</summary>
    public void Add(Duration longest)
    {
        double sample = longest.Milliseconds;
        if (Smoothed <= 0)
        {
            (Smoothed, _deviation) = (sample, sample / 2);
        }
        else
        {
            double error = sample - Smoothed;
            _deviation += Beta * (Math.Abs(error) - _deviation);
            Smoothed += (error > 0 ? AlphaUpwards : Alpha) * error;
        }
        Timeout = Duration.Clamp(
            Duration.FromMilliseconds(Math.Ceiling(Smoothed + Deviations * _deviation)) + Margin, MinTimeout, MaxTimeout);
    }
}
