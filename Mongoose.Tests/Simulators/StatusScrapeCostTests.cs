using System.Text.Json;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>What scrapes, and reading the figures once a second, cost a simulator of ten regions with ten busy circuits each.</summary>
[NonParallelizable] // It measures.
public sealed class StatusScrapeCostTests : ModuleFixture
{
    private const int Regions = 10, CircuitsEach = 10, Phases = 4;
    private const int MaxBytes = 100_000, MinScrapes = 135;

    private const double Megabits = 0.2, CostlyLoop = 1.1, Loaded = 0.8;

    private static readonly TimeSpan Phase = TimeSpan.FromSeconds(15), Settling = TimeSpan.FromSeconds(5);
    private static readonly string[] Neighbours = OtherRegions(Regions - 1);

    private readonly int _port = FreePort.OfTcpAndUdp();

    protected override string Settings => $"StatusPort = {_port}";

    protected override OpenSimOptions Options(OpenSimBin bin) =>
        base.Options(bin) with { Users = Regions * CircuitsEach, Neighbours = Neighbours };

    [OneTimeSetUp]
    public void LoadTextures() => LoadTextures(Grid, SomeTextures());

    [Test, Measured]
    public void A_scrape_is_small_and_fast_and_does_not_slow_the_loops()
    {
        Arrive();
        using StatusHttp status = new(_port);
        Assert.That(() => status.Metrics().Sum("mongoose_circuits", ("kind", "root")),
            Is.EqualTo(Regions * CircuitsEach).After(PatienceMs, 500));
        Thread.Sleep(Settling);
        (Instant began, double sentBefore) = (RealTimeLoop.Clock, SentBytes(status));
        double sampledBefore = StatusCosts.SamplingSeconds(status);
        List<Scrape> scrapes = [];
        List<(long First, long Last, bool IsScraped)> phases = [];
        for (int phase = 0; phase < Phases; phase++)
        {
            long first = Point(status);
            bool isScraped = phase % 2 == 1;
            using (StatusScraper? scraper = isScraped ? new StatusScraper(status, Duration.FromMilliseconds(200)) : null)
            {
                Thread.Sleep(Phase);
                scrapes.AddRange(scraper?.Finish() ?? []);
            }
            phases.Add((first, Point(status), isScraped));
        }
        double seconds = (RealTimeLoop.Clock - began).Seconds;
        AssumeLoad((SentBytes(status) - sentBefore) / seconds);
        AssertSamplingIsCheap((StatusCosts.SamplingSeconds(status) - sampledBefore) / seconds);
        AssertScrapesAreCheap(scrapes);
        JsonElement regions = status.Data().GetProperty("regions");
        double without = Median(phases.Where(phase => !phase.IsScraped).SelectMany(phase => PassTimes(regions, phase.First, phase.Last)));
        double with = Median(phases.Where(phase => phase.IsScraped).SelectMany(phase => PassTimes(regions, phase.First, phase.Last)));
        TestContext.Out.WriteLine($"p99 of passes: {without:0} us without scrapes, {with:0} us with five a second");
        Assert.That(with, Is.LessThanOrEqualTo(CostlyLoop * without));
    }

    /// <summary>Otherwise the scrapes cost little because there is little to send.</summary>
    private static void AssumeLoad(double bytesPerSecond)
    {
        double asked = DataRate.FromMegabitsPerSecond(Regions * CircuitsEach * Megabits).BytesPerSecond;
        TestContext.Out.WriteLine($"load: {bytesPerSecond / asked:0%} of what the viewers ask for");
        Assume.That(bytesPerSecond, Is.GreaterThanOrEqualTo(Loaded * asked), "bytes per second");
    }

    private static double SentBytes(StatusHttp status) => status.Metrics().Sum("mongoose_sent_bytes_total") ?? 0;

    private static void AssertSamplingIsCheap(double part)
    {
        TestContext.Out.WriteLine($"reading the figures takes {1000 * part:0.00} ms of each second");
        Assert.That(part, Is.LessThanOrEqualTo(StatusCosts.SamplingOfCircuit * Regions * CircuitsEach));
    }

    private static void AssertScrapesAreCheap(List<Scrape> scrapes)
    {
        double[] times = scrapes.Select(scrape => scrape.Time.Milliseconds).Order().ToArray();
        double p50 = Percentiles.Of<double>(times, 0.5), p99 = Percentiles.Of<double>(times, 0.99);
        int bytes = scrapes.Max(scrape => scrape.Body.Length);
        IEnumerable<string> channels = MetricsText.Parse(scrapes[^1].Text).Samples.Select(sample => sample.Label("channel")).Distinct();
        TestContext.Out.WriteLine($"{times.Length} scrapes of at most {bytes} bytes: p50 {p50:0.0} ms, p99 {p99:0.0} ms, "
            + $"maximum {times[^1]:0.0} ms;"
            + $" channels {string.Join(' ', channels)}");
        Assert.That(scrapes.Select(scrape => scrape.Fault()).OfType<string>(), Is.Empty);
        Assert.Multiple(() =>
        {
            Assert.That(times, Has.Length.GreaterThanOrEqualTo(MinScrapes));
            Assert.That(bytes, Is.LessThanOrEqualTo(MaxBytes));
            Assert.That(p99, Is.LessThanOrEqualTo(StatusCosts.SlowestMs));
        });
    }

    /// <summary>All circuits download at a modest rate.</summary>
    private void Arrive()
    {
        ViewerOptions options = new()
        {
            Throttle = Circuit(Megabits),
            Textures = SomeTextures(),
            RepeatTextures = true,
            AckDelay = Duration.FromMilliseconds(100), // the ack delay of viewers based on Second Life's
        };
        SomeAtOnce(Regions * CircuitsEach, i => Visit(options, region: i % Regions == 0 ? "Testbed" : Neighbours[i % Regions - 1]));
    }

    private static Guid[] SomeTextures() => Textures().Take(24).ToArray();

    private static long Point(StatusHttp status) => status.Data(after: long.MaxValue).GetProperty("point").GetInt64();

    /// <summary>The p99 of each region's pass times in the points of a phase, without those that other phases share.</summary>
    private static IEnumerable<double> PassTimes(JsonElement regions, long first,
        long last) => regions.EnumerateArray().SelectMany(region =>
    {
        JsonElement history = region.GetProperty("history");
        long begin = history.GetProperty("first").GetInt64();
        return history.GetProperty("passP99Us").EnumerateArray().Select((value, index) => (Value: value.GetDouble(), Point: begin + index))
            .Where(point => point.Point > first + 1 && point.Point < last).Select(point => point.Value);
    });

    private static double Median(IEnumerable<double> values) => Percentiles.Of<double>(values.Order().ToArray(), 0.5);
}
