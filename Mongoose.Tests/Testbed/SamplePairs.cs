using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Tests.Testbed;

/// <summary>Results with invented figures in the form of the demo's, for tests of reports that compare circuits.</summary>
internal static class SamplePairs
{
    public const string Stock = "stock", Mongoose = "mongoose";

    private const double Seconds = 30;
    private const double BinSeconds = 0.1;

    private static readonly HostInfo Host = new()
    {
        Os = "Linux 6.1",
        Runtime = ".NET 8.0.11",
        CpuModel = "A processor",
        Cores = 4,
        TimerErrorMs = new TimingError(0.06, 0.21),
        LinkErrorMs = new TimingError(0.08, 0.31),
    };

    public static TestbedResult[] Demo() =>
    [
        Result("1.5 Mbit/s", Circuit(Stock, 1500, 0.28, 38, 0.9, double.NaN), Circuit(Mongoose, 1500, 0.957, 29, 0.25, 11.24)),
        Result("8 Mbit/s", Circuit(Stock, 8000, 0.31, 31, 0.7, 13.5), Circuit(Mongoose, 8000, 0.949, 27, 0.15, 4.1)),
        Result("line of 1 Mbit/s",
            Circuit(Stock, 1000, 0.955, 290, 0.9, 12.5) with { ThrottleKbps = 3000, LossPercent = 9.16 },
            Circuit(Mongoose, 1000, 0.942, 105, 0.4, 12.1) with { ThrottleKbps = 3000, LossPercent = 1.54 }),
    ];

    /// <summary>One result with circuits that ran side by side.</summary>
    public static TestbedResult Result(string cell, params SampleCircuit[] circuits)
    {
        OrderedMap<double> stats = [];
        foreach (SampleCircuit circuit in circuits)
        {
            foreach ((string name, double value) in circuit.Stats)
                stats.Add($"{circuit.Name}.{name}", value);
        }
        return new TestbedResult
        {
            Version = "0.1.0",
            Started = new DateTimeOffset(2026, 3, 4, 5, 6, 7, TimeSpan.Zero),
            Command = "mongoose-testbed demo --seed 7",
            Host = Host,
            Scenario =
                new ScenarioInfo { Name = "demo", Title = "Side by side", Cell = cell, Clock = "real", Seconds = Seconds, Seeds = [7] },
            Pair = [Stock, Mongoose],
            Runs = [new TestbedRun { Seed = 7, Stats = stats, Series = circuits.SelectMany(circuit => circuit.Series).ToArray() }],
        };
    }

    /// <summary>A result with circuits but without measured values.</summary>
    public static TestbedResult Nothing() => Result("1.5 Mbit/s", Blank(Stock), Blank(Mongoose)) with
    {
        Host = Host with { TimerErrorMs = TimingError.Unknown, LinkErrorMs = TimingError.Unknown },
    };

    public static SampleCircuit Blank(string name) => new(name, 1500, 1500, 0) { FirstTexturesSeconds = double.NaN };

    private static SampleCircuit Circuit(string name, double limit, double used, double delay, double spread, double texture)
    {
        Random random = new(17);
        double end = double.IsNaN(texture) ? Seconds : texture;
        int bins = (int)(Seconds / BinSeconds);
        TimeSeries Series(Channel channel,
            Func<double, double> kbps) => TimeSeries.Binned($"{name}.{ResultNames.Of(channel)}Kbps", "kbit/s",
            Duration.FromSeconds(BinSeconds), Enumerable.Range(0, bins)
                .Select(i => kbps(i * BinSeconds) * (0.9 + 0.2 * random.NextDouble())).ToArray());
        DelaySamples delays = new();
        for (int i = 0; i < 1200; i++)
            delays.Add(Duration.FromMilliseconds(delay * Math.Exp(spread * (random.NextDouble() + Math.Pow(random.NextDouble(), 9)))));
        return new SampleCircuit(name, limit, limit, limit * used)
        {
            FirstTexturesSeconds = texture,
            CpuPercent = name == Stock ? 6.21 : 1.43,
            TaskDelayMs = delays.Summarise(),
            Series =
            [
                Series(Channel.Task, _ => 44),
                Series(Channel.Land, t => t < 2 ? 60 : 0),
                Series(Channel.Resend, _ => random.Next(12) == 0 ? 40 : 0),
                Series(Channel.Texture, t => t < end ? limit * used - 50 : 0),
                SampleSeries.From($"{name}.taskDelayMs", delays),
            ],
        };
    }
}

/// <summary>An invented circuit; its figures become stats.</summary>
internal sealed record SampleCircuit(string Name, double ThrottleKbps, double LimitKbps, double GoodputKbps)
{
    public double LossPercent { get; init; }
    public double FirstTexturesSeconds { get; init; } = 10;
    public double CpuPercent { get; init; } = double.NaN;
    public DelaySummary TaskDelayMs { get; init; } = DelaySummary.Empty;
    public DataSeries[] Series { get; init; } = [];

    public IEnumerable<(string Name, double Value)> Stats =>
    [
        ("throttleKbps", ThrottleKbps), ("limitKbps", LimitKbps), ("goodputKbps", GoodputKbps),
        ("usedPercent", 100 * GoodputKbps / LimitKbps),
        ("lossPercent", LossPercent), ("firstTexturesSeconds", FirstTexturesSeconds), ("cpuPercent", CpuPercent),
        ("taskDelayMs.p50", TaskDelayMs.P50), ("taskDelayMs.p99", TaskDelayMs.P99), ("taskDelayMs.max", TaskDelayMs.Max),
        ("taskKbps", 44), ("textureKbps", GoodputKbps - 51.3), ("landDelayMs.p99", 60), ("textureDelayMs.p99", 214.5),
    ];
}
