using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Verbs;

/// <summary>The demo in a real OpenSimulator.</summary>
internal sealed class OpenSimSession(OpenSimDemoOptions options, DemoOutputs outputs) : MeasuringSession(options, outputs)
{
    private OpenSimRunner? _runner;

    protected override IReadOnlyList<string> Complaints => _runner?.Errors ?? [];

    protected override RunResult[] Measure(CancellationToken cancellation)
    {
        if (options.Module.Count == 0)
            Text.WriteLine($"There is no {ModuleFile.Assembly} in {options.ModuleDirectory}: stock is run alone.");
        _runner = new OpenSimRunner(options, Text);
        return _runner.Run(cancellation);
    }
}
