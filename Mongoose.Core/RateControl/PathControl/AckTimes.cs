using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// The resend timeout, from the longest time that an ack of each datagram took: that is what a timer must survive, however a viewer collects
/// acks. Smoothed as in RFC 6298 section 2, but upwards by a half: S, V (alpha 1/8, beta 1/4), timeout S + 4V + 100 ms in 250 to 3000 ms,
/// in whole milliseconds as OpenSim counts.
/// </summary>
public struct AckTimes
{
    private const double Alpha = 1.0 / 8, AlphaUpwards = 1.0 / 2, Beta = 1.0 / 4, Deviations = 4;

    /// <summary>Time that the sending of a resend takes: OpenSim looks for expired packets every 100 ms.</summary>
    private static readonly Duration Margin = Duration.FromMilliseconds(100);

    public static readonly Duration ShortestTimeout = Duration.FromMilliseconds(250);
    public static readonly Duration LongestTimeout = Duration.FromMilliseconds(3000);

    /// <summary>Before the first ack; as in OpenSim.</summary>
    public static readonly Duration FirstTimeout = Duration.FromMilliseconds(1000);

    private double _deviation;

    public AckTimes() => Timeout = FirstTimeout;

    public Duration Timeout { get; private set; }

    /// <summary>Smoothed, in milliseconds; 0 before the first.</summary>
    public double Smoothed { get; private set; }

    /// <summary>Takes the longest time that an ack of a datagram took.</summary>
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
        Timeout = Duration.Clamp(Duration.FromMilliseconds(Math.Ceiling(Smoothed + Deviations * _deviation)) + Margin, ShortestTimeout, LongestTimeout);
    }
}
