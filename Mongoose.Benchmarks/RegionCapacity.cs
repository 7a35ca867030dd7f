using System.Globalization;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Benchmarks;

/// <summary>
/// How many circuits one region thread serves with real sends on loopback, and what idle ones cost it. The viewers run in the same process
/// on a thread of their own.
/// </summary>
internal static class RegionCapacity
{
    private static readonly Duration ProbeInterval = Duration.FromMilliseconds(5);
    private static readonly Duration LoginInterval = Duration.FromMilliseconds(1);

    public static void Run(TextWriter text)
    {
        text.WriteLine("| circuits | each | sent in all | of what was asked | worst circuit | region thread | alarms late p50 / p99 |");
        text.WriteLine("|---:|---:|---:|---:|---:|---:|---:|");
        Measure(text, circuits: 100, busy: false, DataRate.FromKilobitsPerSecond(500), seconds: 8);
        foreach (int circuits in (int[])[100, 1000, 1500])
            Measure(text, circuits, busy: true, DataRate.FromKilobitsPerSecond(500), seconds: 8);
    }

    private static void Measure(TextWriter text, int circuits, bool busy, DataRate rate, double seconds)
    {
        using RealTimeLoop regionLoop = new("region");
        using RealTimeLoop viewerLoop = new("viewers");
        RegionOptions options = new() { Outbound = OutboundNames.Mongoose };
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
                AckDelay = Duration.FromMilliseconds(100), // as viewers of the Linden family
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
        DataRate total = DataRate.Of(sentTo.Sum() - sentFrom.Sum(), time);
        DelaySummary late = lateness.Summarise();
        text.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"| {circuits} | {(busy ? rate.ToString() : "idle")} | {total} | {(busy ? $"{shares.Average() * 100:0.0} %" : "–")} | {(busy ? $"{shares.Min() * 100:0.0} %" : "–")} | {(cpuTo - cpuFrom) / time * 100:0.0} % of a core | {late.P50:0.00} / {late.P99:0.00} ms |"));

        viewerLoop.Invoke(() => viewers.ForEach(viewer => viewer.Dispose()));
        regionLoop.Invoke(region.Dispose);
    }

    private static void Login(RealTimeLoop loop, List<Viewer> viewers) => loop.Invoke(() =>
    {
        for (int i = 0; i < viewers.Count; i++)
            loop.At(loop.Now + LoginInterval * i, viewers[i].Start);
    });

    private static void Probe(RealTimeLoop loop, DelaySamples lateness, Instant until)
    {
        Instant next = loop.Now + ProbeInterval;
        loop.At(next, Look);

        void Look()
        {
            lateness.Add(loop.Now - next);
            next = loop.Now + ProbeInterval;
            if (next < until)
                loop.At(next, Look);
        }
    }
}
