using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Numerics;
using Mongoose.Network.Queues;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.Applications;
using Mongoose.Network.Tcp.Endpoints;

namespace Mongoose.Tests.Network.Tcp.Applications;

public sealed class ApplicationTests
{
    private static readonly LinkOptions FiftyMs = new() { Delay = Duration.FromMilliseconds(50) };
    private static readonly TcpOptions Options = new() { SegmentBytes = 1000, SegmentsPerAck = 1 };

    [Test]
    public void A_transfer_takes_the_round_trips_that_slow_start_needs()
    {
        FlowRig rig = new(FiftyMs, FiftyMs);
        BulkTransfer transfer = new(rig.Clock, rig.NewFlow(Options), 30_000, Instant.FromSeconds(1));
        rig.Clock.RunUntil(Instant.FromSeconds(5));
        // Handshake 100 ms; 10 segments, 100 ms later 20 more, which take 50 ms.
        Assert.That(transfer.CompletionTime, Is.EqualTo(Duration.FromMilliseconds(250)));
    }

    [Test]
    public void A_client_thinks_from_the_response_or_from_the_request()
    {
        foreach (bool fromRequest in new[] { false, true })
        {
            FlowRig rig = new(FiftyMs, FiftyMs);
            RequestResponseOptions options = new()
            {
                ResponseBytes = 10_000,
                ThinkTime = Duration.FromMilliseconds(1000),
                ThinkFromRequest = fromRequest,
            };
            RequestResponse web = new(
                rig.Clock, rig.NewReverseFlow(Options), rig.NewFlow(Options with { Handshake = false }), options, new SeededRandom(1),
                Instant.Zero);
            rig.Clock.RunUntil(Instant.FromSeconds(4));
            // The first: handshake 100 ms, request 50 ms, response 50 ms; the others without a handshake.
            Assert.That(web.Exchanges[0].CompletionTime.Milliseconds, Is.EqualTo(200));
            Assert.That(web.Exchanges[1].CompletionTime.Milliseconds, Is.EqualTo(100));
            Assert.That(web.Exchanges[1].RequestedAt.Milliseconds, Is.EqualTo(fromRequest ? 1000 : 1200));
            Assert.That(web.Exchanges.Select(exchange => exchange.ResponseBytes), Is.All.EqualTo(10_000));
        }
    }

    [TestCase(1000, 10)]
    [TestCase(333, 7)]
    [TestCase(1, 1)]
    public void Paced_data_has_its_rate_in_small_pieces(double kbps, double pieceMs)
    {
        FlowRig rig = new(FiftyMs, FiftyMs);
        TcpFlow flow = rig.NewFlow(Options with { Handshake = false });
        PacedOptions options = new() { Rate = DataRate.FromKilobitsPerSecond(kbps), Interval = Duration.FromMilliseconds(pieceMs) };
        List<long> pieces = [];
        flow.Delivered = pieces.Add;
        _ = new Paced(rig.Clock, flow, options, Instant.FromSeconds(1));
        rig.Clock.RunUntil(Instant.FromSeconds(11) + FiftyMs.Delay);
        long intervals = Duration.FromSeconds(10).Nanoseconds / options.Interval.Nanoseconds;
        Assert.That(flow.DeliveredBytes, Is.EqualTo(options.Rate.BytesIn(new Duration(intervals * options.Interval.Nanoseconds))));
        Assert.That(pieces.Max(), Is.LessThanOrEqualTo(options.Rate.BytesIn(options.Interval) + 1));
    }

    [Test]
    public void A_player_fetches_each_representation_in_turn_by_a_fixed_plan()
    {
        FlowRig rig = new(FiftyMs with { Rate = DataRate.FromMegabitsPerSecond(12) }, FiftyMs);
        Dash player = new(rig.Clock, rig.NewReverseFlow(Options), rig.NewFlow(Options with { Handshake = false }), new DashOptions(),
            Instant.FromSeconds(1));
        rig.Clock.RunUntil(Instant.FromSeconds(22));
        Assert.That(player.Exchanges.Select(chunk => chunk.RequestedAt.Seconds),
            Is.EqualTo(new[] { 1.0, 3, 5, 11, 13, 15, 21 }.Take(player.Exchanges.Count)));
        Assert.That(player.Exchanges.Take(3).Select(chunk => chunk.ResponseBytes), Is.EqualTo(new[] { 312_500, 625_000, 3_125_000 }));
        Assert.That(player.Exchanges, Has.Count.AtLeast(6));
    }

    [Test]
    public void A_chunk_that_takes_too_long_delays_the_next_until_it_is_complete()
    {
        FlowRig rig = new(FiftyMs with { Rate = DataRate.FromMegabitsPerSecond(2) }, FiftyMs);
        Dash player = new(rig.Clock, rig.NewReverseFlow(Options), rig.NewFlow(Options with { Handshake = false }), new DashOptions(),
            Instant.Zero);
        rig.Clock.RunUntil(Instant.FromSeconds(40));
        Exchange[] chunks = player.Exchanges.ToArray();
        Assert.That(chunks.Max(chunk => chunk.CompletionTime), Is.GreaterThan(Duration.FromSeconds(12.5)), "5 s at 5 Mbit/s on 2 Mbit/s");
        for (int i = 1; i < chunks.Length; i++)
        {
            Instant free = chunks[i - 1].RequestedAt + chunks[i - 1].CompletionTime, planned = Instant.FromSeconds(i / 3 * 10 + i % 3 * 2);
            Assert.That(chunks[i].RequestedAt, Is.EqualTo(Instant.Max(free, planned)));
        }
    }

    [Test]
    public void On_and_off_times_alternate_and_the_same_seed_repeats_them()
    {
        long first = Run(7), again = Run(7), other = Run(8);
        Assert.That(again, Is.EqualTo(first));
        Assert.That(other, Is.Not.EqualTo(first));

        static long Run(int seed)
        {
            LinkOptions slow = new() { Rate = DataRate.FromMegabitsPerSecond(1), Queue = new() { Limit = QueueLimit.OfBytes(15_000) } };
            FlowRig rig = new(slow, FiftyMs);
            TcpFlow flow = rig.NewFlow(Options);
            OnOff application = new(rig.Clock, flow, new OnOffOptions(), new SeededRandom(seed), Instant.Zero);
            rig.Clock.RunUntil(Instant.FromSeconds(400));
            Assert.That(DataRate.Of(flow.Sink.Receiver.Next, Duration.FromSeconds(400)).KilobitsPerSecond, Is.InRange(300, 800),
                "data is sent half of the time");
            return flow.Sink.Receiver.Next;
        }
    }
}
