using System.CommandLine;
using Mongoose.Core.Units;
using Mongoose.Testbed.Demo;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The options of the demo, and how they become one.</summary>
internal sealed class DemoCommand
{
    /// <summary>Viewers may ask for <see cref="DemoPair.Excess"/> times as much.</summary>
    private const double MostLineKbps = 2500;

    private readonly WorkloadOptions _workload = new(new DemoOptions().Config, "mongoose-demo.html");
    private readonly Option<double> _line = RangedOption.Number("--line",
        "Rate of a downstream line, over which a viewer asks for three times as much; 0 leaves that pair out", "kbit/s",
        new DemoOptions().Line.KilobitsPerSecond, 0, MostLineKbps);

    private readonly Option<bool> _quick = new("--quick") { Description = "A third of the time: a first look, rougher figures" };

    private readonly Option<int> _port = RangedOption.Whole("--port",
        "UDP port of the stock region, for a packet capture; the Mongoose region has the next; 0 takes free ones", 0, 0, 65_534);

    /// <summary>Adds the options to a command and makes it run the demo.</summary>
    public void AddTo(Command command)
    {
        _workload.AddTo(command, _line, _quick, _port);
        command.SetAction(Run);
    }

    private int Run(ParseResult parsed)
    {
        DemoOptions options = _workload.Read(parsed, new DemoOptions
        {
            Line = DataRate.FromKilobitsPerSecond(parsed.GetValue(_line)),
            Quick = parsed.GetValue(_quick),
            Port = parsed.GetValue(_port),
        });
        if (options.Quick)
            options = options with { Length = Duration.Max(Duration.FromSeconds(WorkloadOptions.LeastSeconds), options.Length * DemoOptions.QuickFactor) };
        return new DemoSession(options, _workload.ReadOutputs(parsed)).Run();
    }
}
