using Mongoose.Core.Units;
using Mongoose.Runtime.Udp;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>A region of several is restarted while its figures are scraped. The others have names that must be escaped.</summary>
[Platform("Linux", Reason = "threads and descriptors are counted only on Linux")]
[Parallelizable(ParallelScope.Self)]
public sealed class StatusRestartTests : ModuleFixture
{
    private const int Restarts = 20;

    private static readonly string[] Others = ["The \"Old\" C:\\new <b>", "Ελλάδα 日本 🦦"];

    private readonly int _port = FreePort.OfTcpAndUdp();

    protected override string Settings => $"StatusPort = {_port}";

    protected override OpenSimOptions Options(OpenSimBin bin) => base.Options(bin) with { Neighbours = Others };

    [Test]
    public void Restarts_break_no_answer_and_leave_no_thread_statistic_or_series()
    {
        using StatusHttp status = new(_port);
        Grid.RestartRegion();
        // The scraper's connection is there before and after.
        using StatusScraper scraper = new(status, Duration.FromMilliseconds(100));
        ProcessResources before = Settled();
        int statistics = Statistics();
        for (int restarts = 0; restarts < Restarts; restarts++)
            Grid.RestartRegion();
        string[] leftOver = [];
        Assert.That(() => leftOver = ProcessResources.Read(Grid).LeftOverSince(before).ToArray(), Is.Empty.After(PatienceMs, 500));
        IReadOnlyList<Scrape> scrapes = scraper.Finish();
        TestContext.Out.WriteLine($"{scrapes.Count} scrapes; {ProcessResources.Read(Grid).ChangedSince(before)}");
        Assert.That(scrapes, Has.Count.GreaterThan(Restarts));
        Assert.That(scrapes.Select(scrape => scrape.Fault()).OfType<string>(), Is.Empty);
        Assert.That(Statistics(), Is.Positive.And.EqualTo(statistics));
        Assert.That(RegionsOf(status.Metrics()), Is.EquivalentTo(Others.Prepend("Testbed")));
    }

    [Test]
    public void Names_with_quotes_backslashes_and_other_scripts_are_read_as_they_are()
    {
        using StatusHttp status = new(_port);
        Assert.That(RegionsOf(status.Metrics()), Is.SupersetOf(Others));
        Assert.That(status.Data().GetProperty("regions").EnumerateArray().Select(region => region.GetProperty("name").GetString()),
            Is.SupersetOf(Others));
    }

    /// <summary>One name for each series of the metric that every region has once.</summary>
    private static IEnumerable<string> RegionsOf(MetricsText metrics) =>
        metrics.Samples.Where(sample => sample.Name == "mongoose_shaping").Select(sample => sample.Label("region"));

    private int Statistics() =>
        Grid.Console.Ask("show stats mongoose").Count(line => line.Contains("mongoose.", StringComparison.OrdinalIgnoreCase));

    /// <summary>The resources some seconds after a restart: OpenSim's thread for incoming packets outlives its region.</summary>
    private ProcessResources Settled()
    {
        Thread.Sleep(TimeSpan.FromSeconds(6));
        return ProcessResources.Read(Grid);
    }
}
