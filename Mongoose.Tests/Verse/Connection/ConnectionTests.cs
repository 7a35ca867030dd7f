using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Verse.CongestionControl;
using Mongoose.Verse.Connection;
using Mongoose.Verse.Wire;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Verse.Connection;

[Parallelizable(ParallelScope.All)]
public sealed class ConnectionTests
{
    [ForAll(MaxTest = 60, Replay = "20261123,7")]
    public void Under_loss_reordering_and_duplication_the_receiver_ends_with_the_newest_and_never_goes_back(int seed)
    {
        Random random = new(seed);
        LinkOptions link = new()
        {
            Delay = Duration.FromMilliseconds(20),
            Loss = new BernoulliLoss(random.NextDouble() * 0.3),
            Reordering = new Reordering(random.NextDouble() * 0.3, Duration.FromMilliseconds(random.Next(1, 60))),
            Duplication = random.NextDouble() * 0.2,
            Seed = seed,
        };
        VerseOptions options = VerseOptions.Default with { ResendRule = random.Next(4) > 0, QueueRule = random.Next(4) > 0 };
        VerseRig rig = new(link, options, link with { Seed = seed + 1 }, (ulong)seed);
        rig.Run(29);
        Assert.That(rig.Sender.State, Is.EqualTo(ConnectionState.Open));
        Dictionary<ulong, int> newest = [];
        Dictionary<ulong, int> shown = [];
        rig.Server.OnChange = (key, value) =>
        {
            if (value is null)
                return;
            Assert.That(BitConverter.ToInt32(value), Is.GreaterThanOrEqualTo(shown.GetValueOrDefault(key)), "an old value after a newer one");
            shown[key] = BitConverter.ToInt32(value);
        };
        for (int i = 1; i <= 400; i++)
        {
            ulong key = (ulong)random.Next(12);
            if (random.Next(8) > 0)
                rig.Set(key, BitConverter.GetBytes(newest[key] = i));
            else if (newest.Remove(key))
                rig.Remove(key);
            Assert.That(rig.Sender.Sending.State.WindowBytes, Is.GreaterThanOrEqualTo(0));
            rig.Run(random.Next(3) * 0.005);
        }
        rig.Run(25);
        Assert.That(rig.Server.Values.ToDictionary(pair => pair.Key, pair => BitConverter.ToInt32(pair.Value)), Is.EquivalentTo(newest));
        Assert.That(rig.Sender.Sending.State.WindowBytes, Is.Zero);
        Assert.That(rig.Sender.Sending.State.Keys, Is.EqualTo(newest.Count), "removed keys are forgotten");
    }

    [TestCase(5)]
    [TestCase(50)]
    public void The_last_value_lost_is_repaired_by_the_timer(double oneWay)
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(oneWay));
        for (int i = 0; i < 50; i++)
        {
            rig.Set(1, (byte)i);
            rig.Run(0.04);
        }
        rig.Run(0.5);
        Duration timeout = rig.Sender.Sending.RoundTrips.Timeout(VerseOptions.Default.AckDelay, 0);
        Instant sent = rig.Clock.Now;
        LoseNext(rig.Client);
        rig.Set(1, 99);
        rig.Run(1.9);
        Assert.That(rig.Server.Changes[^1].Value, Is.EqualTo(new byte[] { 99 }));
        Assert.That(rig.Server.Changes[^1].At - sent, Is.LessThanOrEqualTo(timeout + Duration.FromMilliseconds(oneWay + 10)));
    }

    [Test]
    public void A_value_that_a_newer_one_replaced_is_not_sent_again_and_the_others_are()
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(20));
        LoseNext(rig.Client);
        rig.Sender.Set(1, [1]);
        rig.Sender.Set(2, [2]);
        rig.Client.Pump();
        rig.Set(1, 11);
        rig.Run(0.06);
        Assert.That(rig.Server.Values[1], Is.EqualTo(new byte[] { 11 }));
        Assert.That(rig.Server.Values[2], Is.EqualTo(new byte[] { 2 }));
        Assert.That((rig.Sender.Counters.ValuesResent, rig.Sender.Counters.ObsoleteLeftOut, rig.Sender.Counters.PacketsNaked), Is.EqualTo((1L, 1L, 1L)));
    }

    [Test]
    public void Without_the_resend_rule_all_values_are_sent_again_and_the_receiver_ignores_the_old_one()
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(20), VerseOptions.Default with { ResendRule = false });
        LoseNext(rig.Client);
        rig.Sender.Set(1, [1]);
        rig.Sender.Set(2, [2]);
        rig.Client.Pump();
        rig.Set(1, 11);
        rig.Run(0.06);
        Assert.That(rig.Server.Values[1], Is.EqualTo(new byte[] { 11 }));
        Assert.That((rig.Sender.Counters.ValuesResent, rig.Receiver.Counters.ObsoleteReceived), Is.EqualTo((2L, 1L)));
    }

    [TestCase(true, 1)]
    [TestCase(false, 3)]
    public void A_new_value_replaces_the_one_that_waits_only_with_the_queue_rule(bool queueRule, int received)
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(20), VerseOptions.Default with { QueueRule = queueRule, CongestionControl = CongestionControlKind.None });
        foreach (byte value in new byte[] { 1, 2, 3 })
            rig.Sender.Set(7, [value]);
        rig.Client.Pump();
        rig.Run(0.1);
        Assert.That(rig.Server.Changes, Has.Count.EqualTo(received));
        Assert.That(rig.Server.Values[7], Is.EqualTo(new byte[] { 3 }));
        Assert.That(rig.Sender.Counters.ValuesReplaced, Is.EqualTo(3 - received));
    }

    [Test]
    public void Reordering_costs_at_most_one_resend_per_late_packet()
    {
        LinkOptions link = VerseRig.Delay(20) with { Reordering = new Reordering(0.1, Duration.FromMilliseconds(15)), Seed = 3 };
        VerseRig rig = VerseRig.Opened(link);
        for (int i = 0; i < 500; i++)
        {
            rig.Set((ulong)i, 1);
            rig.Run(0.01);
        }
        rig.Run(3);
        Assert.That(rig.Receiver.Counters.PacketsLate, Is.GreaterThan(10));
        Assert.That(rig.Sender.Counters.ValuesResent, Is.LessThanOrEqualTo(rig.Receiver.Counters.PacketsLate));
        Assert.That(rig.Server.Values, Has.Count.EqualTo(500));
    }

    [Test]
    public void Ids_wrap_within_a_connection()
    {
        ulong seed = SeedOf(random =>
        {
            random.Next(); // the AckNak id
            return (uint)random.Next();
        });
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(5) with { Loss = new BernoulliLoss(0.1), Seed = 5 }, seed: seed);
        for (int i = 0; i < 600; i++)
        {
            rig.Set(1, BitConverter.GetBytes(i));
            rig.Run(0.005);
        }
        rig.Run(2);
        Assert.That(rig.Sender.Sending.InFlight.NextId, Is.GreaterThan(1L << 33), "it has wrapped");
        Assert.That(BitConverter.ToInt32(rig.Server.Values[1]), Is.EqualTo(599));
        Assert.That(rig.Server.Changes.Select(change => BitConverter.ToInt32(change.Value!)), Is.Ordered);
    }

    [Test]
    public void AckNak_ids_wrap_within_a_connection_and_windows_still_arrive()
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(5), seed: SeedOf(random => (uint)random.Next()));
        uint first = 0, last = 0;
        rig.Client.Filter = datagram =>
        {
            PacketHeader.TryRead(datagram, out PacketHeader header);
            if (header.Has(PacketFlags.Ack))
                (first, last) = (first == 0 ? header.AckNakId : first, header.AckNakId);
            return true;
        };
        // The client acknowledges what the server sends.
        for (int i = 0; i < 1000; i++)
        {
            rig.Receiver.Set(1, BitConverter.GetBytes(i));
            rig.Server.Pump();
            rig.Run(0.01);
        }
        Assert.That(last, Is.LessThan(first), "it has wrapped");
        rig.Sender.FreeInQueueBytes = 12_345 << 5;
        rig.Receiver.Set(1, BitConverter.GetBytes(1000));
        rig.Server.Pump();
        rig.Run(1);
        Assert.That(rig.Receiver.Sending.PeerWindow, Is.EqualTo(12_345 << 5));
        Assert.That(BitConverter.ToInt32(rig.Client.Values[1]), Is.EqualTo(1000));
    }

    /// <summary>A seed whose connection draws an id shortly below 2^32.</summary>
    private static ulong SeedOf(Func<Scrambler, uint> draw)
    {
        ulong seed = 0;
        while (draw(new Scrambler(seed)) < 0xFFFFFF00)
            seed++;
        return seed;
    }

    [Test]
    public void Close_delivers_what_waits_and_both_ends_end()
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(20) with { Loss = new BernoulliLoss(0.3), Seed = 9 });
        for (ulong key = 0; key < 200; key++)
            rig.Sender.Set(key, [5]);
        rig.Sender.Close(rig.Clock.Now);
        rig.Client.Pump();
        rig.Run(20);
        Assert.That(rig.Server.Values, Has.Count.EqualTo(200));
        Assert.That((rig.Sender.CloseReason, rig.Receiver.CloseReason), Is.EqualTo((CloseReason.ByThisEnd, CloseReason.ByPeer)));
    }

    [Test]
    public void A_window_of_zero_stops_values_until_it_opens()
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(5));
        rig.Receiver.FreeInQueueBytes = 0;
        rig.Run(5); // a keep-alive carries the window
        for (int i = 0; i < 10_000; i++)
            rig.Set((ulong)(i % 10), (byte)i);
        rig.Run(60);
        Assert.That(rig.Sender.State, Is.EqualTo(ConnectionState.Open));
        Assert.That(rig.Server.Values, Is.Empty);
        Assert.That(rig.Sender.Sending.State.ValuesMade, Is.LessThanOrEqualTo(20), "memory is bounded by the keys");
        rig.Receiver.FreeInQueueBytes = 1000;
        rig.Server.Pump();
        rig.Run(0.1);
        Assert.That(rig.Server.Values, Has.Count.EqualTo(10));
    }

    [Test]
    public void Values_and_keys_are_limited()
    {
        VerseConnection connection = VerseConnection.Connect(VerseOptions.Default with { MaxKeys = 2, MaxValueBytes = 10 }, 1, Instant.Zero);
        connection.Set(1, new byte[10]);
        connection.Set(2, []);
        Assert.Throws<ArgumentException>(() => connection.Set(1, new byte[11]));
        Assert.Throws<ArgumentException>(() => connection.Set(3, []));
        Assert.Throws<ArgumentException>(() => VerseConnection.Connect(new VerseOptions { MaxPacketBytes = 100 }, 1, Instant.Zero));
    }

    /// <summary>Loses the next datagram with values.</summary>
    private static void LoseNext(VerseEnd end)
    {
        bool lost = false;
        end.Filter = datagram => lost || !(lost = (datagram[1] & (byte)PacketFlags.Payload) != 0);
    }
}
