using System.Text.Json;
using Mongoose.Client.Viewers;
using Mongoose.Core.Lludp;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>The figures of the status port, read without a password.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class StatusFiguresTests : ModuleFixture
{
    private const int Busy = 3, Enough = 6_000_000;
    private const string SentBytes = "mongoose_sent_bytes_total";

    /// <summary>Answers are shared by all readers for a second, and figures are counted once a second.</summary>
    private static readonly TimeSpan Outdated = TimeSpan.FromSeconds(2.5);

    private readonly int _port = FreePort.OfTcpAndUdp();
    private StatusHttp _status = null!;

    protected override string Settings => $"StatusPort = {_port}\nMetricsPerVisitor = true";

    [OneTimeSetUp]
    public void Connect()
    {
        LoadTextures(Grid, SomeTextures());
        _status = new StatusHttp(_port);
    }

    [OneTimeTearDown]
    public void Disconnect() => _status.Dispose();

    [Test]
    public void The_bytes_of_all_channels_are_those_that_the_viewers_received()
    {
        long[] received = new long[Busy];
        GridVisit[] visits = Enumerable.Range(0, Busy).Select(_ => Visit(Downloading())).ToArray();
        Pause(visits, pause: true);
        double before = SentAtRest(visits);
        for (int i = 0; i < Busy; i++)
            CountInto(received, i, visits[i]);
        Pause(visits, pause: false);
        Assert.That(() => Loop.Invoke(received.Sum), Is.GreaterThan(Enough).After(PatienceMs, 200));
        Pause(visits, pause: true);
        double sent = SentAtRest(visits) - before, arrived = Loop.Invoke(received.Sum);
        TestContext.Out.WriteLine($"{sent:0} bytes sent, {arrived:0} received: {sent / arrived - 1:0.000%}");
        Assert.That(sent, Is.EqualTo(arrived).Within(0.5).Percent, "nothing is in flight");
    }

    [Test]
    public void A_reset_of_the_consoles_figures_lowers_no_counter()
    {
        GridVisit visit = Visit(Downloading());
        Assert.That(visit.WaitFor(viewer => viewer.TexturesCompleted > 2, Patience), $"textures; {visit}");
        Thread.Sleep(Outdated);
        // A circuit of another test, and with it its series, may end only now.
        MetricSample[] before = Counters().Where(sample => !IsOfVisitor(sample)).ToArray();
        Grid.Console.Ask("mongoose reset stats");
        Thread.Sleep(Outdated);
        Dictionary<string, double> after = Counters().ToDictionary(sample => sample.Series, sample => sample.Value);
        Assert.That(before, Has.Length.GreaterThan(20));
        Assert.Multiple(() =>
        {
            foreach (MetricSample sample in before)
                Assert.That(after.GetValueOrDefault(sample.Series, -1), Is.GreaterThanOrEqualTo(sample.Value), sample.Series);
        });
    }

    [Test]
    public void Without_a_password_there_is_no_name_and_no_address_of_a_visitor()
    {
        Visit(Downloading());
        Assert.That(VisitorSeries, Is.Positive.After(PatienceMs, 500));
        Assert.That(() => _status.Data().GetProperty("visitors").GetArrayLength(), Is.Positive.After(PatienceMs, 500));
        foreach (string text in (string[])[_status.Text("metrics"), _status.Text("data.json")])
            Assert.That(text, Does.Not.Match(@"Viewer \d").And.Not.Contain("127.0.0.1"));
        JsonElement data = _status.Data();
        Assert.That(data.GetProperty("names").GetBoolean(), Is.False);
        Assert.That(data.GetProperty("visitors").EnumerateArray().Select(visitor => visitor.GetProperty("name").ValueKind),
            Is.All.EqualTo(JsonValueKind.Null));
    }

    [Test]
    public void The_series_of_a_visitor_are_gone_when_its_circuit_is()
    {
        GridVisit visit = Visit(Downloading());
        Assert.That(VisitorSeries, Is.Positive.After(PatienceMs, 500));
        visit.Dispose();
        Assert.That(VisitorSeries, Is.Zero.After(PatienceMs, 500));
    }

    [Test, Category("Prometheus"), CancelAfter(150_000)]
    public async Task Every_expression_of_the_dashboard_and_of_the_alerts_has_series_in_a_real_region(CancellationToken deadline)
    {
        Visit(Downloading());
        Assert.That(VisitorSeries, Is.Positive.After(PatienceMs, 500));
        Assert.That(
            await DashboardExpressions.Problems(new Uri(StatusHttp.AddressOf(_port), "metrics"), password: null, deadline), Is.Empty);
    }

    [Test, Category("Prometheus"), CancelAfter(150_000)]
    public async Task Promtool_finds_nothing_wrong_with_the_metrics(CancellationToken deadline)
    {
        Visit(Downloading());
        Assert.That(VisitorSeries, Is.Positive.After(PatienceMs, 500));
        (int code, string output) = await Promtool.RunOrSkip(_status.Text("metrics"), deadline, "check", "metrics");
        Assert.That((code, output), Is.EqualTo((0, "")));
    }

    private int VisitorSeries() => _status.Metrics().Samples.Count(IsOfVisitor);

    private static bool IsOfVisitor(MetricSample sample) => sample.Name.StartsWith("mongoose_visitor", StringComparison.Ordinal);

    private static ViewerOptions Downloading() => new() { Throttle = Circuit(1.5), Textures = SomeTextures(), RepeatTextures = true };

    private static Guid[] SomeTextures() => Textures().Take(24).ToArray();

    private void Pause(GridVisit[] visits, bool pause) =>
        Loop.Invoke(() => Array.ForEach(visits, visit => visit.Viewer.PauseTextures(pause)));

    /// <summary>Counts the UDP payload of datagrams from the region's queues; pings and acks bypass them.</summary>
    private void CountInto(long[] received, int index, GridVisit visit) => Loop.Invoke(() => visit.Viewer.DatagramArrived = datagram =>
    {
        if (datagram.Message is not (MessageId.StartPingCheck or MessageId.CompletePingCheck or MessageId.PacketAck))
            received[index] += datagram.Bytes;
    });

    /// <summary>The bytes that the region has sent, when all of them have arrived.</summary>
    private double SentAtRest(GridVisit[] visits)
    {
        Thread.Sleep(Outdated);
        foreach (GridVisit visit in visits)
            Assert.That(() => CircuitRow.Find(Grid, visit)?.UnackedKilobytes, Is.Zero.After(PatienceMs, 200));
        Thread.Sleep(Outdated);
        return _status.Metrics().Sum(SentBytes) ?? 0;
    }

    private MetricSample[] Counters() =>
        _status.Metrics().Families.Where(family => family.Type is "counter" or "histogram").SelectMany(family => family.Samples).ToArray();
}
