using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Figures;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Tests.Testbed;

/// <summary>An invented result with every kind of series and figure, about as large as a real result.</summary>
internal static class SampleTestbedResult
{
    private static readonly string[] Flows =
    [
        "reno", "circuit", "cubic", "vegas", "tfrc", "circuit-with-a-long-name", "web", "game", "dash", "audio", "ping", "upload",
    ];

    public static TestbedResult Create(int seeds = 4) => new()
    {
        Version = "0.1.0+abcdef0123456789",
        Started = new DateTimeOffset(2026, 3, 4, 5, 6, 7, TimeSpan.Zero),
        Command = "mongoose-testbed run circuit-against-reno --seeds 4",
        Host = new HostInfo
        {
            Os = "Debian GNU/Linux 12 (bookworm)",
            Kernel = "6.1.0-13-amd64",
            Runtime = ".NET 8.0.11",
            CpuModel = "CPU",
            Cores = 2
        },
        Scenario = new ScenarioInfo
        {
            Name = "circuit-against-reno",
            Title = "A circuit against Reno",
            Seconds = 60,
            WarmUpSeconds = 10,
            Seeds = Enumerable.Range(1, seeds).Select(seed => (long)seed).ToArray(),
            Source = ScenarioInfo.Echo("""{ "name": "circuit-against-reno", /* a comment */ "seconds": 60.0, }"""),
        },
        Runs = Enumerable.Range(1, seeds).Select(seed => Run(seed)).ToArray(),
        Bands =
        [
            BandResult.Judge("circuit.goodputKbps", 1400, 1510, 1462.25, "the circuit gets its rate"),
            BandResult.Judge("circuit.shareRatio", 0.85, 1.2, 0.7123, "neither side takes more than its share"),
            BandResult.Judge("reno.rttP99Ms", null, 180, double.NaN),
        ],
        Figures = Specs(),
    };

    private static FigureSpec[] Specs() =>
    [
        new FigureSpec
        {
            Kind = FigureKind.TimeSeries, Title = "Goodput", Caption = "mean of the runs, shaded from the minimum to the maximum",
            Series = ["reno.goodputKbps", "circuit.goodputKbps"], Y = new AxisSpec { Title = "goodput" },
            References =
                [new ReferenceValue { Value = 2000, Label = "fair share" }, new ReferenceValue { Value = 2050, Label = "paper, Fig. 5" }],
            Ranges = [new ShadedRange { From = 1400, To = 1510, Label = "expected" }],
        },
        new FigureSpec { Kind = FigureKind.TimeSeries, Title = "Twelve flows", Series = ["*.goodputKbps"] },
        new FigureSpec { Kind = FigureKind.TimeSeries, Title = "Congestion window", Series = ["reno.cwndBytes"],
            Y = new AxisSpec { Title = "cwnd" } },
        new FigureSpec { Kind = FigureKind.Stack, Title = "Channels",
            Series = ["reno.goodputKbps", "circuit.goodputKbps", "cubic.goodputKbps"],
            References = [new ReferenceValue { Value = 6000, Label = "bottleneck" }] },
        new FigureSpec { Kind = FigureKind.Cdf, Title = "Round-trip time", Series = ["*.rttMs"],
            X = new AxisSpec { Title = "round-trip time", Log = true } },
        new FigureSpec { Kind = FigureKind.BoxPlot, Title = "Round-trip time by flow", Series = ["*.rttMs"],
            Y = new AxisSpec { Title = "round-trip time" },
            References = [new ReferenceValue { Value = 100, Label = "base" }, new ReferenceValue { Value = 108, Label = "paper" }],
            Ranges = [new ShadedRange { From = 150, To = 200, Label = "noticed by players" }] },
        new FigureSpec { Kind = FigureKind.Points, Title = "Share against round-trip time", Series = ["share.*"],
            X = new AxisSpec { Title = "RTT", Log = true }, Y = new AxisSpec { Title = "circuit / TCP" },
            References = [new ReferenceValue { Value = 1, Label = "fair" }, new ReferenceValue { Value = 0.8, X = 100, Label = "paper" }] },
        new FigureSpec { Kind = FigureKind.Contour, Title = "TCP-fair rate", Series = ["analytic.fairKbps"],
            X = new AxisSpec { Title = "round-trip time", Log = true }, Y = new AxisSpec { Title = "loss", Log = true } },
        new FigureSpec { Kind = FigureKind.Picture, Title = "Shown and true positions", Series = ["*.lastAgeMs"],
            X = new AxisSpec { Min = 0, Max = 10 }, Y = new AxisSpec { Min = 0, Max = 10 } },
        new FigureSpec { Kind = FigureKind.Audio, Title = "What was heard", Caption = "a tone", Series = ["*.heard"] },
        new FigureSpec { Kind = FigureKind.Table, Title = "Chosen stats", Columns = ["goodput", "share"],
            Rows = [new TableRow { Label = "Reno", Stats = ["reno.goodputKbps", "circuit.shareRatio"] }] },
        new FigureSpec { Kind = FigureKind.Bars, Title = "Mean goodput", Caption = "95 % intervals over the seeds",
            Series = ["*.goodputKbps"],
            Y = new AxisSpec { Title = "goodput", Unit = "kbit/s" },
            References = [new ReferenceValue { Value = 1500, Label = "throttle" }] },
        new FigureSpec { Kind = FigureKind.Table, Title = "Share ratios", Series = ["*.shareRatio"] },
        new FigureSpec { Kind = FigureKind.Cdf, Title = "Nothing of this name", Series = ["absent.*"] },
    ];

    private static TestbedRun Run(long seed)
    {
        SeededRandom random = new(seed);
        OrderedMap<double> stats = [];
        List<DataSeries> series = [];
        for (int i = 0; i < Flows.Length; i++)
        {
            double level = 1500 - 90 * i;
            double[] rates =
                Enumerable.Range(0, 240).Select(bin => level * (1 - Math.Exp(-bin / 12.0)) * (0.85 + 0.3 * random.NextDouble())).ToArray();
            series.Add(TimeSeries.Binned($"{Flows[i]}.goodputKbps", "kbit/s", Duration.FromMilliseconds(250), rates));
            stats.Add($"{Flows[i]}.goodputKbps", rates.Average());
        }
        stats.Add("circuit.shareRatio", 0.9 + 0.2 * random.NextDouble());
        stats.Add("reno.rttP99Ms", double.NaN);
        foreach ((string flow, double extra)
            in (ReadOnlySpan<(string, double)>)[("reno", 20), ("circuit", 5), ("circuit-with-a-long-name", 60)])
        {
            double[] rtts = Enumerable.Range(0, 2000).Select(_ => 100 - extra * Math.Log(1 - random.NextDouble())).ToArray();
            series.Add(SampleSeries.From($"{flow}.rttMs", "ms", rtts));
        }
        double[] at = Enumerable.Range(0, 600).Select(i => i * 0.1).ToArray();
        series.Add(TimeSeries.Moments("reno.cwndBytes", "bytes", at, Array.ConvertAll(at, t => 1448 * (10 + 12 * (t % 7.3)))));
        double[] rtt = [20, 50, 100, 200, 300];
        foreach (double segment in (ReadOnlySpan<double>)[375, 1448])
        {
            series.Add(new PointSeries
            {
                Name = $"share.{segment} bytes",
                XName = "rttMs",
                XUnit = "ms",
                X = rtt,
                Y = Array.ConvertAll(rtt, x => 0.7 + 0.1 * Math.Log10(x) + segment / 20000 + 0.04 * random.NextDouble())
            });
        }
        series.Add(Fair());
        series.Add(AudioSeries.From("circuit.heard", Tone(), rate: 8000, channels: 2));
        series.AddRange(Flows.Take(5).Select(flow => Picture(flow, random)));
        return new TestbedRun { Seed = seed, Stats = stats, Series = [.. series] };
    }

    private static PictureSeries Picture(string flow, SeededRandom random)
    {
        double[] x = Places(), y = Places();
        return new PictureSeries
        {
            Name = $"{flow}.lastAgeMs",
            Unit = "ms",
            AtSeconds = 12.96,
            PlaceUnit = "m",
            X = x,
            Y = y,
            ShownX = Array.ConvertAll(x, place => place < 0.3 ? double.NaN : place + random.NextDouble() - 0.5),
            ShownY = y,
            Late = Array.ConvertAll(x, _ => Math.Max(0, 4000 * random.NextDouble() - 1000)),
        };

        double[] Places() => Enumerable.Range(0, 100).Select(_ => random.NextDouble() * 10).ToArray();
    }

    private static short[] Tone() => Enumerable.Range(0, 1600).Select(i => (short)(8000 * Math.Sin(i * 0.3))).ToArray();

    private static GridSeries Fair()
    {
        double[] rtt = Enumerable.Range(0, 28).Select(i => Math.Pow(10, i / 10.0)).ToArray();
        double[] loss = Enumerable.Range(0, 21).Select(i => Math.Pow(10, i / 10.0 - 1)).ToArray();
        return new GridSeries
        {
            Name = "analytic.fairKbps",
            Unit = "kbit/s",
            XName = "rttMs",
            XUnit = "ms",
            X = rtt,
            YName = "lossPercent",
            YUnit = "%",
            Y = loss,
            Values = loss.Select(p => rtt.Select(r => 375 * 8 / r * Math.Sqrt(1.5 / (p / 100))).ToArray()).ToArray(),
        };
    }
}
