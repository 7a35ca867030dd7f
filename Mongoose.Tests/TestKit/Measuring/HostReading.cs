using System.Globalization;
using Mongoose.Core.Units;

namespace Mongoose.TestKit.Measuring;

/// <summary>
/// The state of the host during one attempt, and whether the figures of that attempt are valid for the module. Shares are of the time of
/// all processors, 0 to 1; NaN if the system does not report a share, which is then taken as good.
/// </summary>
internal sealed record HostReading
{
    /// <summary>
    /// The promised age of updates is 30 ms, the usual age 27 ms: a host that is later than the difference cannot show it.
    /// </summary>
    public static readonly Duration LatestP99 = Duration.FromMilliseconds(2);

    /// <summary>
    /// The shaper's burst: a stall of up to this length is made up for; sending time lost beyond it is lost to the circuit.
    /// </summary>
    public static readonly Duration MadeUpFor = Duration.FromMilliseconds(25);

    /// <summary>Throughput is promised to 1 %: half of it is reserved for the host.</summary>
    public const double MaxStalled = 0.005;

    /// <summary>Above this share, a hypervisor's other guests decide when our threads run.</summary>
    public const double MaxStolen = 0.02;

    /// <summary>A fifth of one of two processors: the usual load of a desktop or an idle service.</summary>
    public const double MaxOthers = 0.1;

    /// <summary>
    /// Below this share the simulator and the viewers wait for each other: the host is too slow for the load, whatever else runs on it.
    /// </summary>
    public const double MinIdle = 0.05;

    /// <summary>How late a thread that sleeps for 1 ms wakes up, 99th percentile.</summary>
    public Duration LateP99 { get; init; }

    /// <summary>Share of the attempt during which that thread was later than <see cref="MadeUpFor"/>.</summary>
    public double Stalled { get; init; }

    /// <summary>Processor time taken by the hypervisor.</summary>
    public double Stolen { get; init; } = double.NaN;

    /// <summary>Processor time used by processes that are neither the test's nor started by it.</summary>
    public double Others { get; init; } = double.NaN;

    /// <summary>Unused processor time.</summary>
    public double Idle { get; init; } = double.NaN;

    /// <summary>Why a failure on this host proves nothing; null if it does prove something.</summary>
    public string? Trouble
    {
        get
        {
            List<string> troubles = [];
            if (LateP99 > LatestP99)
                troubles.Add($"threads woke up to {LateP99} late (p99; {LatestP99} is good)");
            Check(Stalled > MaxStalled, Stalled, $"of the time threads were more than {MadeUpFor} late", MaxStalled);
            Check(Stolen > MaxStolen, Stolen, "of the processors' time was stolen by the hypervisor", MaxStolen);
            Check(Others > MaxOthers, Others, "of the processors' time was used by other processes", MaxOthers);
            Check(Idle < MinIdle, Idle, "of the processors' time was idle", MinIdle);
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

    private static string Percent(double share) =>
        double.IsNaN(share) ? "unknown" : (share * 100).ToString("0.0", CultureInfo.InvariantCulture) + " %";
}
