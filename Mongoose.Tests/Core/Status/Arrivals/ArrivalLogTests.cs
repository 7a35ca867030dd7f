using Mongoose.Core.Downloads;
using Mongoose.Core.Status.Arrivals;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Status.Arrivals;

/// <summary>The last twenty arrivals.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class ArrivalLogTests
{
    private readonly ArrivalLog _log = new();

    [Test]
    public void The_newest_arrival_comes_first_whether_it_is_over_or_not()
    {
        new ArrivalRig(_log, visitor: 1).Pass(20, objects: 10);
        new ArrivalRig(_log, visitor: 2).Leave();
        new ArrivalRig(_log, visitor: 3).Pass(5, objects: 10);
        Assert.That(_log.Newest.Select(arrival => (arrival.Start.Visitor, arrival.IsOver)),
            Is.EqualTo(new[] { (3, false), (2, true), (1, false) }));
    }

    [Test]
    public void A_thousand_visitors_leave_the_last_twenty()
    {
        for (int visitor = 1; visitor <= 1000; visitor++)
            new ArrivalRig(_log, visitor).Pass(16, objects: 1000).Pass(16);
        Assert.That(_log.Newest.Select(arrival => arrival.Start.Visitor),
            Is.EqualTo(Enumerable.Range(981, ArrivalLog.Kept).Reverse()));
        Assert.That((_log.IsWatched(1000), _log.Of(1)), Is.EqualTo((false, (Arrival?)null)));
    }

    [Test]
    public void Of_very_many_visitors_at_once_some_are_left_out()
    {
        for (int visitor = 1; visitor <= ArrivalLog.MaxWatched + 5; visitor++)
            _ = new ArrivalRig(_log, visitor);
        Assert.That((_log.IsWatched(ArrivalLog.MaxWatched), _log.IsWatched(ArrivalLog.MaxWatched + 1)), Is.EqualTo((true, false)));
        Assert.That(_log.Newest, Has.Count.EqualTo(ArrivalLog.Kept));
    }

    [Test]
    public void An_arrival_that_is_over_keeps_the_assets_that_cost_most()
    {
        ArrivalRig visitor = new(_log);
        DownloadCosts costs = new();
        for (int i = 1; i <= 500; i++)
            costs.Add(new AssetCost("GetTexture", Guid.NewGuid(), i, 1));
        _log.Sample(1, default, costs, DownloadLimit.Nothing, Instant.FromSeconds(1002));
        visitor.Leave();
        Assert.That(visitor.Arrival.Assets, Has.Count.EqualTo(WatchedArrival.KeptAssets));
        Assert.That((visitor.Arrival.Assets[0].Bytes, visitor.Arrival.Assets[^1].Bytes), Is.EqualTo((500, 401)));
    }

    [Test]
    public void A_visitor_who_comes_again_has_the_last_arrival()
    {
        new ArrivalRig(_log).Pass(3, objects: 1000).Leave();
        Assert.That(new ArrivalRig(_log).Pass(1, objects: 7).Arrival.Udp.Single().Bytes, Is.EqualTo(7));
        Assert.That(_log.Newest, Has.Count.EqualTo(2));
    }

    [Test]
    public void A_visitor_whose_arrival_is_not_watched_can_leave()
    {
        _log.Leave(7);
        Assert.That(_log.Sample(7, default, null, DownloadLimit.Nothing, Instant.FromSeconds(1)), Is.False);
        Assert.That(_log.Newest, Is.Empty);
    }
}
