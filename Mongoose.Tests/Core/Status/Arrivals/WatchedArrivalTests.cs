using Mongoose.Core.Channels;
using Mongoose.Core.Downloads;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Arrivals;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Status.Arrivals;

/// <summary>What is counted of an arrival, and when it is over.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class WatchedArrivalTests
{
    private readonly ArrivalLog _log = new();

    [Test]
    public void An_arrival_is_over_when_nearly_all_has_been_there_for_a_while()
    {
        ArrivalRig visitor = new ArrivalRig(_log).Pass(20, objects: 100_000);
        Assert.That((visitor.Arrival.IsOver, visitor.Arrival.Until95), Is.EqualTo((false, (Duration?)null)), "it still comes");
        visitor.Pass(13);
        Assert.That(visitor.Arrival.IsOver, Is.False);
        visitor.Pass(2);
        Assert.That((visitor.Arrival.IsOver, visitor.Arrival.Until95), Is.EqualTo((true, (Duration?)Duration.FromSeconds(19))));
    }

    [Test]
    public void A_slow_line_is_watched_as_long_as_it_carries_the_arrival()
    {
        ArrivalRig visitor = new ArrivalRig(_log).Pass(120, textures: 60_000);
        Assert.That(visitor.Arrival.IsOver, Is.False);
        visitor.Pass(15);
        Assert.That(visitor.Arrival.Until95, Is.EqualTo(Duration.FromSeconds(114)));
    }

    /// <summary>Other visitors walk around, and their avatars move.</summary>
    [Test]
    public void What_every_visitor_gets_does_not_prolong_an_arrival()
    {
        ArrivalRig visitor = new ArrivalRig(_log).Pass(10, objects: 500_000).Pass(60, objects: 5000);
        Assert.That(visitor.Arrival.IsOver);
        Assert.That(visitor.Arrival.Until95!.Value.Seconds, Is.EqualTo(9.6).Within(0.2));
        Assert.That(visitor.Arrival.Watched, Is.LessThanOrEqualTo(Duration.FromSeconds(30)));
    }

    [Test]
    public void A_pause_before_the_textures_come_does_not_end_it()
    {
        ArrivalRig visitor = new ArrivalRig(_log).Pass(3, objects: 100_000).Pass(10).Pass(20, textures: 400_000).Pass(20);
        Assert.That(visitor.Arrival.Udp.Single(), Is.EqualTo((Channel.Task, 300_000)));
        Assert.That(visitor.Arrival.Http.Single(), Is.EqualTo(("GetTexture", 8_000_000)));
        Assert.That(visitor.Arrival.Until95!.Value.Seconds, Is.EqualTo(32).Within(0.1));
    }

    [Test]
    public void After_five_minutes_it_is_over()
    {
        ArrivalRig visitor = new ArrivalRig(_log).Pass(400, textures: 100_000);
        Assert.That((visitor.Arrival.IsOver, visitor.Arrival.Watched), Is.EqualTo((true, Duration.FromSeconds(300))));
        Assert.That(visitor.Arrival.Http.Single().Bytes, Is.EqualTo(30_000_000), "what comes later does not count");
        Assert.That(visitor.Arrival.Until95, Is.EqualTo(Duration.FromSeconds(285)));
    }

    [Test]
    public void A_visitor_to_whom_nothing_is_sent_has_arrived_at_once()
    {
        ArrivalRig visitor = new ArrivalRig(_log).Pass(15);
        Assert.That((visitor.Arrival.IsOver, visitor.Arrival.Until95), Is.EqualTo((true, (Duration?)Duration.Zero)));
        Assert.That((visitor.Arrival.Udp.Count, visitor.Arrival.Http.Count, visitor.Arrival.Assets.Count), Is.EqualTo((0, 0, 0)));
    }

    [Test]
    public void Of_a_visitor_who_leaves_nobody_knows_how_long_the_rest_takes()
    {
        ArrivalRig visitor = new ArrivalRig(_log).Pass(8, objects: 1000);
        visitor.Leave();
        Assert.That((visitor.Arrival.IsOver, visitor.Arrival.Until95), Is.EqualTo((true, (Duration?)null)));
        Assert.That(visitor.Arrival.Udp.Single().Bytes, Is.EqualTo(8000));
    }

    [Test]
    public void What_the_circuit_had_sent_before_does_not_count()
    {
        ArrivalRig visitor = new ArrivalRig(_log, before: 5_000_000).Pass(8, objects: 1000);
        Assert.That(visitor.Arrival.Udp.Single().Bytes, Is.EqualTo(8000));
    }

    [Test]
    public void The_limit_of_the_most_seconds_is_named()
    {
        ArrivalRig visitor = new ArrivalRig(_log).Pass(3, objects: 1000, limit: LimitedBy.Cap)
            .Pass(5, objects: 1000, limit: LimitedBy.PathLoss).Pass(9, objects: 1000);
        Assert.That(visitor.Arrival.Cause, Is.EqualTo(Cause.Of(LimitedBy.PathLoss)));
    }

    [Test]
    public void Without_a_limit_there_is_none() =>
        Assert.That(new ArrivalRig(_log).Pass(9, textures: 1000, downloads: DownloadLimit.Viewer).Arrival.Cause, Is.Null);

    /// <summary>The circuit has sent all its packets, and the textures fill the line.</summary>
    [TestCase(DownloadLimit.Line, "delay")]
    [TestCase(DownloadLimit.Competing, "delay")]
    [TestCase(DownloadLimit.Uplink, "uplink")]
    public void Downloads_that_fill_the_line_are_limited_by_it(DownloadLimit limit, string by)
    {
        ArrivalRig visitor = new ArrivalRig(_log).Pass(4, objects: 1000, limit: LimitedBy.Viewer, downloads: limit)
            .Pass(5, textures: 1000, downloads: limit);
        Assert.That(visitor.Arrival.Cause?.Name, Is.EqualTo(by));
    }
}
