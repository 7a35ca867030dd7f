using System.CommandLine;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The options of the demo, and the scenario built from them.</summary>
internal sealed class DemoCommand
{
    /// <summary>The run length with <c>--quick</c>, as a share of the full length.</summary>
    private const double QuickFactor = 1.0 / 3;

    /// <summary>The viewer's request, <see cref="DemoScenario.Excess"/> times the line's rate, must be a valid circuit rate.</summary>
    private const double MinLineKbps = 3, MaxLineKbps = 2500;

    private readonly WorkloadOptions _workload = new(new DemoScenario(), "mongoose-demo.html");
    private readonly Option<double> _line = RangedOption.Number("--line",
        "Rate of a slow downstream line; its viewers request three times as much. 0 omits this pair of circuits", "kbit/s",
        new DemoScenario().LineKbps, MinLineKbps, MaxLineKbps, orZero: true);

    private readonly Option<bool> _quick =
        new("--quick") { Description = "Run for a third of the time: a first impression, with less precise figures" };

    private readonly Option<int> _port = RangedOption.Integer("--port",
        "UDP port of the stock region, for packet captures; the Mongoose region uses the next port. 0: any free ports", 0, 0, 65_534);

    /// <summary>The verb.</summary>
    public Command Create()
    {
        Command command = new("demo", "Run a stock region and a Mongoose region side by side on real UDP packets (the default).");
        AddTo(command);
        return command;
    }

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
