using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// The queue above which the circuits drain. Flows with a low rate tolerate a longer queue, so that flows that share a line converge to
/// equal rates; each of their packets also takes longer.
/// </summary>
/// <param name="permitted">The delay that the operator permits.</param>
internal struct PermittedQueue(Duration permitted)
{
    /// <summary>
    /// The limit as a part of the permitted delay: UsualPart at one megabit per second, in inverse proportion to the square root of the
    /// rate, between MinPart and MaxPart.
    /// </summary>
    private const double MinPart = 0.22, UsualPart = 0.27, MaxPart = 2;

    /// <summary>The rate of <see cref="UsualPart"/>, in bytes per second.</summary>
    private const double UsualRate = 125_000;

    /// <summary>
    /// A full buffer lowers the limit to Cut times its value, but not below MinCutPart of the usual limit. The limit recovers by Recovery
    /// per second.
    /// </summary>
    private const double Cut = 0.9, MinCutPart = 0.75, Recovery = 0.03;

    /// <summary>A queue as long as NoiseFactor times the noise of the round trips may be noise, up to a bound.</summary>
    private const double NoiseFactor = 3;

    private static readonly Duration MaxNoise = Duration.FromMilliseconds(60);

    /// <summary>
    /// While the allowed rate is permitted, the queue may be longer by this time: it grows further if it is the circuits' own.
    /// </summary>
    private static readonly Duration FreeMargin = Duration.FromMilliseconds(30);

    private double _part = 1;

    /// <summary>The limit in seconds.</summary>
    /// <param name="rate">The rate in bytes per second.</param>
    /// <param name="noise">The noise of the round trips.</param>
    /// <param name="isFree">Whether the allowed rate is permitted.</param>
    public readonly double At(double rate, Duration noise, bool isFree)
    {
        double part = Math.Min(MaxPart, Math.Max(MinPart, UsualPart * Math.Sqrt(UsualRate / rate)));
        double limit = permitted.Seconds * part * _part
            + PathController.SegmentBytes / rate + Duration.Min(noise * NoiseFactor, MaxNoise).Seconds;
        return isFree ? limit + FreeMargin.Seconds : limit;
    }

    /// <summary>The line's buffer is full at the limit or below it.</summary>
    public void Lower() => _part = Math.Max(MinCutPart, _part * Cut);

    /// <summary>Time passes without loss.</summary>
    public void Recover(Duration time) => _part = Math.Min(1, _part * (1 + Recovery * time.Seconds));
}
