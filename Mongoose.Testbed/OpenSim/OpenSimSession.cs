using Mongoose.Testbed.Demo;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.OpenSim;

/// <summary>The demo in a real OpenSimulator.</summary>
internal sealed class OpenSimSession(OpenSimDemoOptions options, DemoOutputs outputs) : MeasuringSession(outputs)
{
    private OpenSimRunner? _runner;

    protected override DemoConfig Config => new()
    {
        ThrottlesKbps = options.Throttles.Select(rate => rate.KilobitsPerSecond).ToArray(),
        RttMs = options.RoundTrip.Milliseconds,
        LossPercent = options.Loss * 100,
        Seconds = options.Length.Seconds,
        Seed = options.Seed,
        Clients = options.Clients,
        OpenSim = options.Bin.Version,
    };

    protected override string CommandLine =>
        $"dotnet run -c Release --project Mongoose.Testbed -- opensim --bin {options.Bin.Directory} --clients {options.Clients}"
        + $" --throttle {string.Join(',', options.Throttles.Select(rate => Number(rate.KilobitsPerSecond)))}"
        + $" --rtt {Number(options.RoundTrip.Milliseconds)} --loss {Number(options.Loss * 100)}"
        + $" --seconds {Number(options.Length.Seconds)} --seed {options.Seed}";

    protected override IReadOnlyList<string> Complaints => _runner?.Errors ?? [];

    protected override RunResult[] Measure(CancellationToken cancellation)
    {
        if (options.Module.Count == 0)
            Text.WriteLine($"There is no {ModuleFile.Assembly} in {options.ModuleDirectory}: stock is run alone.");
        _runner = new OpenSimRunner(options, Text);
        return _runner.Run(cancellation);
    }
}
