using System.Text.Json;
using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>A simulator of forty regions with a visitor in each.</summary>
[NonParallelizable] // It measures.
public sealed class ManyRegionsTests : ModuleFixture
{
    private const int Regions = 40;
    private const double Megabits = 0.2;

    /// <summary>A hundredth of a core.</summary>
    private const double CostlySampling = 0.01;

    private const double MaxKilobytes = 8 * Regions;

    private static readonly TimeSpan Settling = TimeSpan.FromSeconds(15), Measuring = TimeSpan.FromSeconds(30);
    private static readonly string[] Neighbours = OtherRegions(Regions - 1);

    private readonly int _port = FreePort.OfTcpAndUdp();

    protected override string Settings => $"StatusPort = {_port}";

    protected override OpenSimOptions Options(OpenSimBin bin) => base.Options(bin) with { Users = Regions, Neighbours = Neighbours };

    [Test, Measured]
    public void All_regions_are_read_and_cost_little()
    {
        SomeAtOnce(Regions, i =>
            Visit(new ViewerOptions { Throttle = Circuit(Megabits) }, region: Neighbours.Prepend(Home).ElementAt(i)));
        using StatusHttp status = new(_port);
        Thread.Sleep(Settling);
        double before = StatusCosts.SamplingSeconds(status);
        Instant began = RealTimeLoop.Clock;
        IReadOnlyList<Scrape> scrapes;
        using (StatusScraper scraper = new(status, Duration.FromMilliseconds(200)))
        {
            Thread.Sleep(Measuring);
            scrapes = scraper.Finish();
        }
        double sampling = (StatusCosts.SamplingSeconds(status) - before) / (RealTimeLoop.Clock - began).Seconds;
        double[] times = scrapes.Select(scrape => scrape.Time.Milliseconds).Order().ToArray();
        double p50 = Percentiles.Of<double>(times, 0.5);
        double kilobytes = scrapes.Max(scrape => scrape.Body.Length) / 1000.0;
        JsonElement data = status.Data();
        string line = data.GetProperty("health").GetProperty("text").GetString()!;
        string[] console = [.. Grid.Console.Ask("mongoose show health")];
        TestContext.Out.WriteLine($"“{line}”; reading takes {1000 * sampling:0.00} ms of each second; scrapes p50 {p50:0.0} ms, "
            + $"maximum {times[^1]:0.0} ms, {kilobytes:0} kB; data.json {status.Text("data.json").Length / 1000} kB");
        TestContext.Out.WriteLine(string.Join('\n', console));
        Assert.Multiple(() =>
        {
            Assert.That(scrapes.Select(scrape => scrape.Fault()).OfType<string>(), Is.Empty);
            Assert.That(Read(data), Is.EquivalentTo(Neighbours.Prepend(Home)));
            Assert.That(data.GetProperty("health").GetProperty("state").GetString(), Is.EqualTo("good"), line);
            foreach (string region in Neighbours.Prepend(Home))
                Assert.That(console, Has.Some.Matches($"^ *{region}  "));
            Assert.That(sampling, Is.LessThanOrEqualTo(CostlySampling));
            Assert.That(kilobytes, Is.LessThanOrEqualTo(MaxKilobytes));
            Assert.That(p50, Is.LessThanOrEqualTo(StatusCosts.SlowestMs));
        });
    }

    /// <summary>The regions with a visitor whose simulation has been read.</summary>
    private static IEnumerable<string> Read(JsonElement data) => data.GetProperty("regions").EnumerateArray()
        .Where(region => region.GetProperty("visitors").GetInt32() == 1
            && region.GetProperty("simulation") is { ValueKind: JsonValueKind.Object } simulation
            && simulation.GetProperty("avatars").GetInt32() == 1)
        .Select(region => region.GetProperty("name").GetString()!);
}
