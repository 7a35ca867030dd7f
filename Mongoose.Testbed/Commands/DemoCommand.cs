using System.CommandLine;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The options of the demo, and how they become one.</summary>
internal sealed class DemoCommand
{
    /// <summary>How much shorter the quick form is.</summary>
    private const double QuickFactor = 1.0 / 3;

    /// <summary>Viewers may ask for <see cref="DemoScenario.Excess"/> times as much.</summary>
    private const double MinLineKbps = 3, MaxLineKbps = 2500;

    private readonly WorkloadOptions _workload = new(new DemoScenario(), "mongoose-demo.html");
    private readonly Option<double> _line = RangedOption.Number("--line",
        "Rate of a downstream line, over which a viewer asks for three times as much; 0 leaves that pair out", "kbit/s",
        new DemoScenario().LineKbps, MinLineKbps, MaxLineKbps, orZero: true);

    private readonly Option<bool> _quick = new("--quick") { Description = "A third of the time: a first look, rougher figures" };

    private readonly Option<int> _port = RangedOption.Integer("--port",
        "UDP port of the stock region, for a packet capture; the Mongoose region has the next; 0 takes free ones", 0, 0, 65_534);

    /// <summary>Adds the options to a command and makes it run the demo.</summary>
    public void AddTo(Command command)
    {
        _workload.AddTo(command, _line, _quick, _port);
        command.SetAction(Run);
    }

    private int Run(ParseResult parsed)
    {
        DemoScenario demo = _workload.Read(parsed, new DemoScenario { LineKbps = parsed.GetValue(_line), Port = parsed.GetValue(_port) });
        if (parsed.GetValue(_quick))
            demo = demo with { Seconds = Math.Max(WorkloadOptions.MinSeconds, demo.Seconds * QuickFactor) };
        return new RunVerb(_workload.ReadOutputs(parsed)) { Files = () => [demo.File()], Command = $"demo {demo.Arguments}" }.Run();
    }
}
