using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Findings;

/// <summary>
/// How much a visitor suffers, from 0 (nothing is noticed) to 1 (the world stands still). A download that runs at its
/// limit is no harm: that is what downloads do.
/// </summary>
internal static class Harm
{
    /// <summary>From here on, harm counts.</summary>
    public const double Least = 0.05;

    /// <summary>Delays of updates: people notice a fifth of a second, and after a second they no longer can talk or steer.</summary>
    private static readonly Duration NoticedDelay = Duration.FromMilliseconds(200), WorstDelay = Duration.FromMilliseconds(1200);

    /// <summary>Answers to requests for textures: people wait for a scene in any case, but not for minutes.</summary>
    private static readonly Duration NoticedWait = Duration.FromSeconds(2), WorstWait = Duration.FromSeconds(30);

    private const double NoticedLoss = 0.03, WorstLoss = 0.25;

    /// <summary>People do not notice a frame that takes a tenth longer; at a third of the speed they cannot walk.</summary>
    private const double NoticedSlowness = 0.1, WorstSlowness = 0.67;

    /// <summary>The harm by what happens to the circuit's packets.</summary>
    public static double OfCircuit(VisitorEvidence visitor)
    {
        if (visitor.Figures.Mode == PathMode.Silent)
            return 1;
        Duration waits = visitor.UpdateDelay + (visitor.Figures.PathDelay ?? Duration.Zero);
        return Math.Max(OfDelay(waits), Ramp(visitor.LostFraction, NoticedLoss, WorstLoss));
    }

    /// <summary>The harm by a region that is slow; 0 if nothing is known of it.</summary>
    public static double OfSlowness(RegionEvidence region) => region.Health is { } health ? OfSlowness(health) : 0;

    /// <summary>The harm by a simulation that is slow.</summary>
    public static double OfSlowness(in RegionHealth region) => Ramp(region.Slowness, NoticedSlowness, WorstSlowness);

    /// <summary>The harm by updates that come this much later.</summary>
    public static double OfDelay(Duration delay) => Ramp(delay.Seconds, NoticedDelay.Seconds, WorstDelay.Seconds);

    /// <summary>The harm by requests that have waited this long for answers.</summary>
    public static double OfRequests(Duration wait) => Ramp(wait.Seconds, NoticedWait.Seconds, WorstWait.Seconds);

    private static double Ramp(double value, double noticed, double worst) => Math.Clamp((value - noticed) / (worst - noticed), 0, 1);
}
