using System.Globalization;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Benchmarks;

/// <summary>
/// Measures how many circuits a region thread serves with real sends on loopback, and the cost of idle circuits. The viewers run in the
/// same process on a separate thread.
/// </summary>
internal static class RegionCapacity
{
    /// <summary>Interval of acks, as in viewers of the Linden family.</summary>
    public static readonly Duration AckDelay = Duration.FromMilliseconds(100);

    private static readonly Duration ProbeInterval = Duration.FromMilliseconds(5);
    private static readonly Duration LoginInterval = Duration.FromMilliseconds(1);

    public static void Run(TextWriter text)
    {
        text.WriteLine("| circuits | each | sent in all | of what was asked | worst circuit | region thread | alarms late p50 / p99 |");
        text.WriteLine("|---:|---:|---:|---:|---:|---:|---:|");
        Write(text, circuits: 100, busy: false);
        foreach (int circuits in (int[])[100, 1000, 1500])
            Write(text, circuits, busy: true);
    }

    private static void Write(TextWriter text, int circuits, bool busy)
    {
        DataRate rate = DataRate.FromKilobitsPerSecond(500);
        Load load = Measure(circuits, busy, rate, seconds: 8, SendingOptions.Default, AckDelay);
        text.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"| {circuits} | {(busy ? rate.ToString() : "idle")} | {load.Sent} | {(busy ? $"{load.Shares.Average() * 100:0.0} %" : "–")} "
                + $"| {(busy ? $"{load.Shares.Min() * 100:0.0} %" : "–")} | {load.Cores * 100:0.0} % of a core "
                + $"| {load.Late.P50:0.00} / {load.Late.P99:0.00} ms |"));
    }

    /// <summary>Serves viewers for a time after they have connected.</summary>
    /// <param name="circuits">Number of circuits.</param>
    /// <param name="busy">Whether the viewers download textures.</param>
    /// <param name="rate">The rate that each viewer asks for.</param>
    /// <param name="seconds">Duration of the measurement in seconds.</param>
    /// <param name="ackDelay">How long the viewers collect acks.</param>
    public static Load Measure(int circuits, bool busy, DataRate rate, double seconds, SendingOptions sending, Duration ackDelay)
    {
        using RealTimeLoop regionLoop = new("region");
        using RealTimeLoop viewerLoop = new("viewers");
        RegionOptions options = new() { Outbound = OutboundNames.Mongoose, Sending = sending };
        EmbeddedRegion region = regionLoop.Invoke(() => new EmbeddedRegion(regionLoop, regionLoop, UdpAddress.Loopback(), options));
        long[] sent = new long[circuits + 1];
        regionLoop.Invoke(() => region.PacketSent = packet => sent[packet.CircuitCode] += packet.Bytes);

        List<Viewer> viewers = [];
        for (uint code = 1; code <= circuits; code++)
        {
            ViewerOptions viewer = new()
            {
                Region = region.Address,
                CircuitCode = code,
                Throttle = ViewerSplit.Of(rate),
                Textures = busy ? options.Textures.Ids : [],
                RepeatTextures = busy,
                AckDelay = ackDelay,
            };
            viewers.Add(viewerLoop.Invoke(() => new Viewer(viewerLoop, viewerLoop, viewer)));
        }
        Login(viewerLoop, viewers);
        Thread.Sleep(TimeSpan.FromSeconds(3 + LoginInterval.Seconds * circuits));

        DelaySamples lateness = new();
        (Instant from, Duration cpuFrom, long[] sentFrom) = regionLoop.Invoke(() =>
        {
            Probe(regionLoop, lateness, regionLoop.Now + Duration.FromSeconds(seconds));
            return (regionLoop.Now, ThreadCpuTime.Current()!.Value, (long[])sent.Clone());
        });
        Thread.Sleep(TimeSpan.FromSeconds(seconds));
        (Instant to, Duration cpuTo, long[] sentTo) = regionLoop.Invoke(() =>
            (regionLoop.Now, ThreadCpuTime.Current()!.Value, (long[])sent.Clone()));

        Duration time = to - from;
        double[] shares = Enumerable.Range(1, circuits).Select(i => DataRate.Of(sentTo[i] - sentFrom[i], time) / rate).ToArray();
        Load load = new(DataRate.Of(sentTo.Sum() - sentFrom.Sum(), time), shares, (cpuTo - cpuFrom) / time, lateness.Summarise());

        viewerLoop.Invoke(() => viewers.ForEach(viewer => viewer.Dispose()));
        regionLoop.Invoke(region.Dispose);
        return load;
    }

    private static void Login(RealTimeLoop loop, List<Viewer> viewers) => loop.Invoke(() =>
    {
        for (int i = 0; i < viewers.Count; i++)
            loop.At(loop.Now + LoginInterval * i, viewers[i].Start);
    });

    private static void Probe(RealTimeLoop loop, DelaySamples lateness, Instant until)
    {
        Instant next = loop.Now + ProbeInterval;
        loop.At(next, Sample);

        void Sample()
        {
            lateness.Add(loop.Now - next);
            next = loop.Now + ProbeInterval;
            if (next < until)
                loop.At(next, Sample);
        }
    }

    /// <summary>The work of a region thread.</summary>
    /// <param name="Sent">Total rate to all circuits.</param>
    /// <param name="Shares">The fraction of its requested rate that each circuit got.</param>
    /// <param name="Cores">Processor time of the thread divided by elapsed time.</param>
    /// <param name="Late">Lateness of the thread's timers.</param>
    public readonly record struct Load(DataRate Sent, double[] Shares, double Cores, DelaySummary Late)
    {
        /// <summary>Processor time per megabyte, in milliseconds.</summary>
        public double MillisecondsPerMegabyte => Cores * 1e9 / Sent.BytesPerSecond;
    }
}
