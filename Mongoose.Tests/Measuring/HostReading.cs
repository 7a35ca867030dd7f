using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Measuring;

/// <summary>
/// What the host was like during one attempt, and whether its figures say something of the module. Shares are of all processors' time, 0 to 1;
/// NaN where the system does not tell, which is taken for good.
/// </summary>
internal sealed record HostReading
{
    /// <summary>Ages of updates are promised to 30 ms and come to 27: a host that is later than the rest cannot show it.</summary>
    public static readonly Duration LatestP99 = Duration.FromMilliseconds(2);

    /// <summary>The shaper's burst: what is not sent for so long is made up for, and what goes beyond is lost to the circuit.</summary>
    public static readonly Duration MadeUpFor = Duration.FromMilliseconds(25);

    /// <summary>Throughput is promised to 1 %: half of that is for the host.</summary>
    public const double MostStalled = 0.005;

    /// <summary>More than that, a hypervisor's other guests decide when our threads run.</summary>
    public const double MostStolen = 0.02;

    /// <summary>A fifth of one of two processors: what a desktop or an idle service takes.</summary>
    public const double MostOthers = 0.1;

    /// <summary>With less the simulator and the viewers wait for each other: the host is too slow for the load, whoever else is on it.</summary>
    public const double LeastIdle = 0.05;

    /// <summary>How late a thread that sleeps for 1 ms wakes up, 99th percentile.</summary>
    public Duration LateP99 { get; init; }

    /// <summary>Share of the attempt in which that thread was later than <see cref="MadeUpFor"/>.</summary>
    public double Stalled { get; init; }

    /// <summary>Taken by the hypervisor.</summary>
    public double Stolen { get; init; } = double.NaN;

    /// <summary>Used by processes that are neither the test's nor started by it.</summary>
    public double Others { get; init; } = double.NaN;

    /// <summary>Used by nobody.</summary>
    public double Idle { get; init; } = double.NaN;

    /// <summary>Why a failure on this host proves nothing; null when it does.</summary>
    public string? Trouble
    {
        get
        {
            List<string> troubles = [];
            if (LateP99 > LatestP99)
                troubles.Add($"threads woke up to {LateP99} late (p99; {LatestP99} is good)");
            Check(Stalled > MostStalled, Stalled, $"of the time threads were more than {MadeUpFor} late", MostStalled);
            Check(Stolen > MostStolen, Stolen, "of the processors' time was stolen by the hypervisor", MostStolen);
            Check(Others > MostOthers, Others, "of the processors' time went to other processes", MostOthers);
            Check(Idle < LeastIdle, Idle, "of the processors' time was left", LeastIdle);
            return troubles.Count == 0 ? null : string.Join(", ", troubles);

            void Check(bool bad, double share, string what, double good)
            {
                if (bad)
                    troubles.Add($"{Percent(share)} {what} ({Percent(good)} is good)");
            }
        }
    }

    public override string ToString() =>
        $"host: late p99 {LateP99}, stalled {Percent(Stalled)}, stolen {Percent(Stolen)}, others {Percent(Others)}, idle {Percent(Idle)}";

    private static string Percent(double share) => double.IsNaN(share) ? "unknown" : (share * 100).ToString("0.0", CultureInfo.InvariantCulture) + " %";
}
