using Mongoose.Testbed.Demo;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Verbs;

/// <summary>The demo on the embedded region.</summary>
internal sealed class DemoSession(DemoOptions options, DemoOutputs outputs) : MeasuringSession(options, outputs)
{
    private string? _failure;

    protected override IReadOnlyList<string> Complaints => _failure is null ? [] : [_failure];

    protected override RunResult[] Measure(CancellationToken cancellation) => IsTerminal
        ? TerminalProgress.Show(Text, progress => Measure(progress, cancellation))
        : Measure(new PlainProgress(Text), cancellation);

    private RunResult[] Measure(IDemoProgress progress, CancellationToken cancellation)
    {
        DemoRunner runner = new(options, progress);
        RunResult[] results = runner.Run(cancellation);
        _failure = runner.Failure;
        return results;
    }
}
