using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Demo;

/// <summary>The demo on the embedded region.</summary>
internal sealed class DemoSession(DemoOptions options, DemoOutputs outputs) : MeasuringSession(outputs)
{
    private string? _failure;

    protected override DemoConfig Config => new()
    {
        ThrottlesKbps = options.Throttles.Select(rate => rate.KilobitsPerSecond).ToArray(),
        RttMs = options.RoundTrip.Milliseconds,
        LossPercent = options.Loss * 100,
        Seconds = options.Length.Seconds,
        Seed = options.Seed,
        Quick = options.Quick,
    };

    protected override string CommandLine =>
        "dotnet run -c Release --project Mongoose.Testbed --"
        + $" --throttle {string.Join(',', options.Throttles.Select(rate => Number(rate.KilobitsPerSecond)))}"
        + $" --rtt {Number(options.RoundTrip.Milliseconds)} --loss {Number(options.Loss * 100)}"
        + $" --seconds {Number(options.Length.Seconds)} --seed {options.Seed}";

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
