using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// The start on an unknown line: the rate grows until a queue appears. Acks show a queue one feedback time late, and the queue
/// grows meanwhile. So the rate exceeds the delivered rate only enough to fill a short queue in that time.
/// </summary>
internal struct LineStart
{
    /// <summary>The bytes that may be in flight before the first ack.</summary>
    public const double WindowBytes = 40_000;

    /// <summary>Per feedback time, the rate grows by a factor of e to this power.</summary>
    private const double Growth = 0.6;

    /// <summary>
    /// Bounds of the multiple of the delivered rate that limits the rate: the multiple that fills <see cref="Queue"/> in a feedback time.
    /// </summary>
    private const double MinDelivered = 1.2, MaxDelivered = 1.5;

    private static readonly Duration Queue = Duration.FromMilliseconds(30);

    /// <summary>The delay of a viewer's frame does not show a queue. A start that ends too early costs more than any other error.</summary>
    private static readonly Duration Frame = Duration.FromMilliseconds(25);

    /// <summary>A single sample above this multiple of the limit ends the start.</summary>
    private const double Overshoot = 3;

    public LineStart() => (IsOpen, IsFirst) = (true, true);

    /// <summary>The rate before the first ack.</summary>
    public static DataRate Rate { get; } = DataRate.FromMegabitsPerSecond(1);

    /// <summary>Whether the rate grows fast.</summary>
    public bool IsOpen { get; private set; }

    /// <summary>Whether no start has ended yet.</summary>
    public bool IsFirst { get; private set; }

    /// <summary>Ends the start: the line is full, loses packets or is silent.</summary>
    public void End() => (IsOpen, IsFirst) = (false, false);

    /// <summary>Resumes the start, after silence or a false alarm.</summary>
    public void Begin() => IsOpen = true;

    /// <summary>Whether the line is full.</summary>
    /// <param name="queueing">Time that packets queue, from two samples.</param>
    /// <param name="latest">The same, from the last sample alone.</param>
    /// <param name="limit">The queue above which the circuits drain, in seconds.</param>
    public static bool HasQueue(double queueing, double latest, double limit) =>
        queueing > Math.Max(limit, Frame.Seconds) || latest > Overshoot * limit;

    /// <summary>The rate after <paramref name="time"/>, in bytes per second.</summary>
    public static double Grow(double rate, double delivered, Duration time, Duration feedback)
    {
        double max = Math.Clamp(1 + Queue / feedback, MinDelivered, MaxDelivered) * delivered;
        return Math.Max(rate, Math.Min(max, rate * Math.Exp(Growth * (time / feedback))));
    }
}
