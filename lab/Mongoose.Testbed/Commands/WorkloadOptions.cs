using System.CommandLine;
using Mongoose.Testbed.Region.Options;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>
/// The options shared by the demos in embedded regions and in a real OpenSimulator: the workload, and where results are written.
/// </summary>
internal sealed class WorkloadOptions
{
    public const double MinSeconds = 2;

    private const double MinThrottleKbps = 64;

    private readonly double[] _throttlesKbps;
    private readonly Option<double[]> _throttle;
    private readonly Option<double> _rtt, _loss, _seconds;
    private readonly Option<int> _seed;
    private readonly OutputOptions _outputs;

    /// <param name="defaults">The defaults.</param>
    /// <param name="report">Default name of the HTML report.</param>
    public WorkloadOptions(DemoScenario defaults, string report)
    {
        _throttlesKbps = [.. defaults.ThrottlesKbps];
        _throttle = RangedOption.Numbers("--throttle", "Circuit rates", "kbit/s",
            _throttlesKbps, MinThrottleKbps, StockThrottles.LargestClientMaximum.KilobitsPerSecond);
        _rtt = RangedOption.Number("--rtt", "Round-trip time of the emulated link", "ms", defaults.RoundTripMs, 0, 2000);
        _loss = RangedOption.Number("--loss", "Random loss in each direction", "percent", defaults.LossPercent, 0, 20);
        _seconds = RangedOption.Number("--seconds", "Length of each run", "s", defaults.Seconds, MinSeconds, 3600);
        _seed = RangedOption.Integer("--seed", "Seed of random loss and texture order", defaults.Seed, 0, 1_000_000_000);
        _outputs = new OutputOptions("the results", OutputOptions.AlwaysReport(report, "The HTML report to write"));
    }

    /// <summary>Adds these options and, between workload and output options, the command's own.</summary>
    public void AddTo(Command command, params Option[] own)
    {
        foreach (Option option in (Option[])[_throttle, _rtt, _loss, _seconds, _seed, .. own, _outputs.Json, _outputs.Csv, _outputs.Report])
            command.Options.Add(option);
    }

    /// <summary>The scenario with the values from the command line.</summary>
    public DemoScenario Read(ParseResult parsed, DemoScenario scenario) => scenario with
    {
        ThrottlesKbps = RangedOption.ValueOr(parsed, _throttle, _throttlesKbps).Distinct().ToArray(),
        RoundTripMs = parsed.GetValue(_rtt),
        LossPercent = parsed.GetValue(_loss),
        Seconds = parsed.GetValue(_seconds),
        Seed = parsed.GetValue(_seed),
    };

    public ScenarioOutputs ReadOutputs(ParseResult parsed) => _outputs.Read(parsed) with { IsAlwaysList = true };
}
