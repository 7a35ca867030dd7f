using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Figures;

namespace Mongoose.Tests.Simulators.Causes.Runs;

/// <summary>
/// How well visitors are served, from figures outside the product: 1 if each gets what it loads, sees the walker as soon as a region
/// without causes shows it, and walks at full speed.
/// </summary>
/// <param name="Rate">The part of what visitors load that arrives.</param>
/// <param name="Freshness">The usual age of updates, as a part of their age.</param>
/// <param name="Speed">The time dilation, which slows all that moves.</param>
[SupportedOSPlatform("linux")]
internal readonly record struct Comfort(double Rate, double Freshness, double Speed)
{
    /// <summary>What is older is noticed. A region without causes shows what is about a tenth of a second old.</summary>
    private const double UsualAgeMs = 200;

    /// <summary>All together.</summary>
    public double Total => Rate * Freshness * Speed;

    /// <summary>The mean of all visitors over some seconds.</summary>
    /// <param name="seconds">The seconds.</param>
    /// <param name="wanted">What the visitors load, in Mbit/s.</param>
    public static Comfort Of(IReadOnlyList<Second> seconds, IReadOnlyList<double> wanted)
    {
        VisitorSample[][] samples = [.. wanted.Select((_, i) => seconds.Select(second => second.Sample.Visitors[i]).ToArray())];
        return new Comfort(
            wanted.Select((megabits, i) => Math.Min(1, samples[i].Average(one => one.Kbps) / 1000 / megabits)).Average(),
            samples.Average(visitor => visitor.Average(Fresh)),
            seconds.Average(second => second.Sample.Region.Dilation));
    }

    private static double Fresh(VisitorSample visitor) => UsualAgeMs / Math.Max(UsualAgeMs, visitor.AgeMs);
}
