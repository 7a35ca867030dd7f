using Mongoose.Core.Channels;
using Mongoose.Core.Status.Arrivals;
using Mongoose.Core.Units;
using Mongoose.Server.Downloads;
using Mongoose.Server.Outbound;
using Mongoose.Server.Status.History;
using Mongoose.Server.Tests.Downloads;

namespace Mongoose.Server.Tests.Status.History;

/// <summary>Which visitors arrive, and what is counted for them.</summary>
public sealed class ArrivalWatchTests
{
    private static readonly Guid Wood = Guid.NewGuid();

    private readonly RegionRig _rig = new();
    private readonly ArrivalWatch _watch;

    public ArrivalWatchTests() => _watch = new ArrivalWatch(() => _rig.State.Downloads);

    [Test]
    public void An_arrival_has_the_bytes_of_each_channel_since_the_circuit_opened()
    {
        Visitor visitor = Enter();
        visitor.Queue(Channel.Task, packets: 20, bytes: 1000);
        visitor.Queue(Channel.Land, packets: 5, bytes: 1000);
        Pass(seconds: 3);
        Arrival arrival = _watch.Newest.Single();
        Assert.That(arrival.Udp, Is.EqualTo(new[] { (Channel.Land, 5000L), (Channel.Task, 20_000L) }));
        Assert.That((arrival.Start.Name, arrival.Start.Region), Is.EqualTo(("Ada Lovelace", "Region")));
        Assert.That(arrival.Start.IsFromNeighbour, Is.False);
        Assert.That(arrival.Start.Visitor, Is.EqualTo(visitor.Circuit.Port.Number));
        Assert.That(_watch.Of(visitor.Circuit.Port.Number)!.Udp, Is.EqualTo(arrival.Udp));
    }

    [Test]
    public void A_reset_of_the_counters_changes_nothing()
    {
        Visitor visitor = Enter();
        visitor.Queue(Channel.Task, packets: 20, bytes: 1000);
        Pass(seconds: 2);
        _rig.Server.ResetCounters();
        visitor.Queue(Channel.Task, packets: 20, bytes: 1000);
        Pass(seconds: 2);
        Assert.That(_watch.Newest.Single().Udp.Single().Bytes, Is.EqualTo(40_000));
    }

    [Test]
    public void A_circuit_without_an_avatar_is_no_arrival([Values] bool isChild)
    {
        Visitor visitor = _rig.Enter();
        visitor.View.SceneAgent = isChild ? new Agent(IsChildAgent: true) : null;
        Pass(seconds: 5);
        Assert.That(_watch.Newest, Is.Empty);
        visitor.View.SceneAgent = new Agent(IsChildAgent: false);
        Pass(seconds: 1);
        Assert.That(_watch.Newest.Single().Start.IsFromNeighbour, Is.False, "the avatar only comes after the circuit");
        Assert.That(_watch.Newest.Single().Watched.Seconds, Is.EqualTo(6).Within(0.1), "since the circuit opened");
    }

    [Test]
    public void An_avatar_that_walks_in_over_the_border_is_an_arrival_without_what_its_viewer_had()
    {
        Visitor visitor = Enter(isChild: true);
        visitor.Queue(Channel.Task, packets: 20, bytes: 1000);
        Pass(seconds: 30);
        visitor.View.SceneAgent = new Agent(IsChildAgent: false);
        Pass(seconds: 1);
        visitor.Queue(Channel.Task, packets: 3, bytes: 1000);
        Pass(seconds: 2);
        Arrival arrival = _watch.Newest.Single();
        Assert.That((arrival.Start.IsFromNeighbour, arrival.Udp.Single().Bytes), Is.EqualTo((true, 3000)));
        Assert.That(arrival.Watched.Seconds, Is.EqualTo(2).Within(0.1));
    }

    [Test]
    public void Who_walks_away_or_leaves_has_left([Values] bool walks)
    {
        Visitor visitor = Enter();
        visitor.Queue(Channel.Task, packets: 20, bytes: 1000);
        Pass(seconds: 3);
        if (walks)
            visitor.View.SceneAgent = new Agent(IsChildAgent: true);
        else
            visitor.Leave();
        Pass(seconds: 1);
        Arrival arrival = _watch.Newest.Single();
        Assert.That((arrival.IsOver, arrival.Until95, arrival.Udp.Single().Bytes), Is.EqualTo((true, (Duration?)null, 20_000)));
    }

    [Test]
    public void The_arrivals_of_a_region_that_is_removed_are_over()
    {
        Enter();
        Pass(seconds: 3);
        _watch.Sample([], _rig.Now);
        Assert.That(_watch.Newest.Single().IsOver);
    }

    [Test]
    public void Downloads_count_from_the_first_request_by_capability_and_asset()
    {
        _rig.PaceDownloads();
        using DownloadingVisitor early = new(_rig.Scene);
        early.Download(200_000, $"texture_id={Wood}");
        Visitor visitor = Enter();
        Pass(seconds: 1);
        early.Download(100_000, $"texture_id={Wood}");
        using DownloadingVisitor mesh = new(_rig.Scene, cap: "GetMesh2");
        mesh.Download(50_000, $"mesh_id={Guid.NewGuid()}");
        Assert.That(() => Http().Select(sum => sum.Capability), Is.EqualTo(new[] { "GetMesh2", "GetTexture" }).After(10_000, 5));
        Assert.That(Http().Select(sum => sum.Bytes), Is.EqualTo(new[] { 50_000, 300_000 }).Within(1000));
        AssetCost wood = _watch.Newest.Single().Assets[0];
        Assert.That((wood.Id, wood.Times), Is.EqualTo((Wood, 2)));
        visitor.Leave();
    }

    [Test]
    public void When_an_arrival_is_over_its_downloads_are_no_longer_counted()
    {
        _rig.PaceDownloads();
        using DownloadingVisitor downloads = new(_rig.Scene);
        Enter();
        Pass(seconds: 10);
        Assert.That(Ledger, Is.Not.Null);
        Pass(seconds: 10);
        Assert.That((_watch.Newest.Single().IsOver, Ledger), Is.EqualTo((true, (DownloadLedger?)null)));
    }

    [Test]
    public void For_an_avatar_that_does_not_come_downloads_are_counted_a_minute()
    {
        _rig.PaceDownloads();
        using DownloadingVisitor downloads = new(_rig.Scene);
        Instant came = OutboundThread.Now;
        _watch.Sample([_rig.Server], came + Duration.FromSeconds(50));
        Assert.That(Ledger, Is.Not.Null);
        _watch.Sample([_rig.Server], came + Duration.FromSeconds(70));
        Assert.That(Ledger, Is.Null);
    }

    [Test]
    public void Without_pacing_the_bytes_by_HTTP_are_unknown()
    {
        Visitor visitor = Enter();
        visitor.Queue(Channel.Task, packets: 20, bytes: 1000);
        Pass(seconds: 30);
        Arrival arrival = _watch.Newest.Single();
        Assert.That((arrival.IsOver, arrival.Udp.Single().Bytes, arrival.Http.Count), Is.EqualTo((true, 20_000, 0)));
    }

    private IReadOnlyList<(string Capability, long Bytes)> Http()
    {
        Pass(seconds: 0.1);
        return _watch.Newest.Single().Http;
    }

    private DownloadLedger? Ledger => _rig.State.Downloads!.Visitors.Single().Ledger;

    private Visitor Enter(bool isChild = false)
    {
        Visitor visitor = _rig.Enter();
        visitor.View.SceneAgent = new Agent(isChild);
        return visitor;
    }

    private void Pass(double seconds)
    {
        for (double passed = 0; passed < seconds; passed++)
        {
            _rig.Run(Math.Min(1, seconds));
            _watch.Sample([_rig.Server], _rig.Now);
        }
    }
}
