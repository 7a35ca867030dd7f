using System.CommandLine;
using Mongoose.Core.Units;
using Mongoose.Testbed.Demo;
using Mongoose.Testbed.Region;

namespace Mongoose.Testbed.Commands;

/// <summary>The options of the demo, and how they become one.</summary>
internal sealed class DemoCommand
{
    private const double LeastThrottleKbps = 64;
    private const double LeastSeconds = 2;
    private const double DefaultSeconds = 12;

    private static readonly double[] DefaultThrottlesKbps = [1500, 8000];

    private readonly Option<double[]> _throttle = RangedOption.Numbers("--throttle", "Circuit rates", "kbit/s",
        DefaultThrottlesKbps, LeastThrottleKbps, StockThrottles.LargestClientMaximum.KilobitsPerSecond);

    private readonly Option<double> _rtt = RangedOption.Number("--rtt", "Round-trip time of the emulated link", "ms", 50, 0, 2000);
    private readonly Option<double> _loss = RangedOption.Number("--loss", "Random loss, each way", "percent", 0, 0, 20);
    private readonly Option<double> _seconds = RangedOption.Number("--seconds", "Length of each run", "s", DefaultSeconds, LeastSeconds, 3600);
    private readonly Option<int> _seed = RangedOption.Whole("--seed", "Seed of random loss and texture order", 1, 0, 1_000_000_000);
    private readonly Option<bool> _quick = new("--quick") { Description = "A third of the time: a first look, rougher figures" };

    private readonly Option<int> _port = RangedOption.Whole("--port",
        "UDP port of the stock region, for a packet capture; the Mongoose region has the next; 0 takes free ones", 0, 0, 65_534);

    private readonly Option<string?> _json = new("--json") { Description = "Write the results as JSON; - is standard output", HelpName = "file" };
    private readonly Option<string?> _csv = new("--csv") { Description = "Write the results as CSV files into a directory", HelpName = "dir" };

    private readonly Option<string> _report = new("--report")
    {
        Description = "Where to write the HTML report",
        HelpName = "file",
        DefaultValueFactory = _ => "mongoose-demo.html",
    };

    /// <summary>Adds the options to a command and makes it run the demo.</summary>
    public void AddTo(Command command)
    {
        foreach (Option option in (Option[])[_throttle, _rtt, _loss, _seconds, _quick, _seed, _port, _json, _csv, _report])
            command.Options.Add(option);
        command.SetAction(Run);
    }

    private int Run(ParseResult parsed)
    {
        double[] throttles = RangedOption.ValueOr(parsed, _throttle, DefaultThrottlesKbps);
        bool quick = parsed.GetValue(_quick);
        DemoOptions options = new()
        {
            Throttles = throttles.Distinct().Select(DataRate.FromKilobitsPerSecond).ToArray(),
            RoundTrip = Duration.FromMilliseconds(parsed.GetValue(_rtt)),
            Loss = parsed.GetValue(_loss) / 100,
            Length = Duration.FromSeconds(Math.Max(LeastSeconds, parsed.GetValue(_seconds) * (quick ? DemoOptions.QuickFactor : 1))),
            Seed = parsed.GetValue(_seed),
            Quick = quick,
            Port = parsed.GetValue(_port),
        };
        DemoOutputs outputs = new(parsed.GetValue(_json), parsed.GetValue(_csv), parsed.GetValue(_report)!);
        return new DemoSession(options, outputs).Run();
    }
}
