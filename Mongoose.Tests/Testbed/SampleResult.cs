using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results;

namespace Mongoose.Tests.Testbed;

/// <summary>A whole result with invented figures, shaped as a demo's are: for tests of what is made from results.</summary>
internal static class SampleResult
{
    private const double Seconds = 30;
    private const double BinMs = 100;

    public static DemoResult Demo() => new()
    {
        Version = "0.1.0",
        Started = new DateTimeOffset(2026, 3, 4, 5, 6, 7, TimeSpan.Zero),
        Command = "dotnet run -c Release --project Mongoose.Testbed -- --seed 7",
        Host = new HostInfo
        {
            Os = "Linux 6.1",
            Runtime = ".NET 8.0.11",
            CpuModel = "A processor",
            Cores = 4,
            TimerErrorMs = new TimingError(0.06, 0.21),
            LinkErrorMs = new TimingError(0.08, 0.31),
        },
        Config = new DemoConfig { ThrottlesKbps = [1500, 8000], LineKbps = 1000, RttMs = 50, Seconds = Seconds, Seed = 7 },
        Runs =
        [
            Run(RunResult.Stock, 1500, 0.28, 38, 0.9, null),
            Run(RunResult.Mongoose, 1500, 0.957, 29, 0.25, 11.24),
            Run(RunResult.Stock, 8000, 0.31, 31, 0.7, 13.5),
            Run(RunResult.Mongoose, 8000, 0.949, 27, 0.15, 4.1),
            Run(RunResult.Stock, 1000, 0.955, 290, 0.9, 12.5) with { ThrottleKbps = 3000, LineKbps = 1000, LossPercent = 9.16 },
            Run(RunResult.Mongoose, 1000, 0.942, 105, 0.4, 12.1) with { ThrottleKbps = 3000, LineKbps = 1000, LossPercent = 1.54 },
        ],
    };

    public static RunResult Run(string server, double throttle, double used, double delay, double spread, double? texture)
    {
        Random random = new(17);
        double end = texture ?? Seconds;
        ThroughputBins bins = new(Duration.FromMilliseconds(BinMs), Duration.FromSeconds(Seconds));
        DelaySamples delays = new();
        for (double t = 0; t < Seconds; t += BinMs / 1000)
        {
            Add(Channel.Task, 44);
            Add(Channel.Land, t < 2 ? 60 : 0);
            Add(Channel.Resend, random.Next(12) == 0 ? 40 : 0);
            Add(Channel.Texture, t < end ? throttle * used - 50 : 0);

            void Add(Channel channel, double kbps) => bins.Add(channel, Duration.FromSeconds(t + 0.05),
                (int)(kbps * BinMs / 8 * (0.9 + 0.2 * random.NextDouble())));
        }
        for (int i = 0; i < 1200; i++)
        {
            double tail = random.NextDouble() + Math.Pow(random.NextDouble(), 9);
            delays.Add(Duration.FromMilliseconds(delay * Math.Exp(spread * tail)));
        }

        return new RunResult
        {
            Server = server,
            ThrottleKbps = throttle,
            RttMs = 50,
            GoodputKbps = throttle * used,
            Utilisation = used,
            TaskDelayMs = delays.Summarise(),
            TextureSeconds = texture,
            CpuPercent = server == RunResult.Stock ? 6.21 : 1.43,
            Resends = 12,
            AckStalls = server == RunResult.Stock ? 40 : 0,
            Channels =
            [
                new() { Name = Channel.Resend, GoodputKbps = 3.1, Packets = 9, DelayMs = new(30, 45, 51) },
                new() { Name = Channel.Land, GoodputKbps = 4.2, Packets = 20, DelayMs = new(31, 60, 64) },
                new() { Name = Channel.Task, GoodputKbps = 44, Packets = 1200, DelayMs = delays.Summarise() },
                new()
                {
                    Name = Channel.Texture,
                    GoodputKbps = throttle * used - 51.3,
                    Packets = 4100,
                    DelayMs = new(61, 214.5, 260),
                },
            ],
            Series = new RunSeries { BinMs = bins.BinMs, Kbps = bins.ToKbps(Duration.FromSeconds(Seconds)), TaskDelayMs = delays.Quantiles() },
        };
    }

    /// <summary>A run in which nothing was measured: every figure is NaN and every series empty.</summary>
    public static DemoResult Nothing() => Demo() with
    {
        Host = Demo().Host with { TimerErrorMs = TimingError.Unknown, LinkErrorMs = TimingError.Unknown },
        Runs = [Blank(RunResult.Stock), Blank(RunResult.Mongoose)],
    };

    private static RunResult Blank(string server) => new()
    {
        Server = server,
        ThrottleKbps = 1500,
        RttMs = 50,
        GoodputKbps = double.NaN,
        Utilisation = double.PositiveInfinity,
        TextureSeconds = double.NaN,
        CpuPercent = double.NaN,
    };
}
