using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Verse.CongestionControl;
using Mongoose.Verse.Connection;
using Mongoose.Verse.Wire;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Verse.Connection;

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
        Assert.That(rig.Sender.State, Is.EqualTo(ConnectionPhase.Open));
        Dictionary<ulong, int> newest = [];
        Dictionary<ulong, int> shown = [];
        rig.Server.OnChange = (key, value) =>
        {
            if (value is null)
                return;
            Assert.That(BitConverter.ToInt32(value), Is.GreaterThanOrEqualTo(shown.GetValueOrDefault(key)),
                "an old value after a newer one");
            shown[key] = BitConverter.ToInt32(value);
        };
        for (int i = 1; i <= 400; i++)
        {
            ulong key = (ulong)random.Next(12);
            byte priority = (byte)random.Next(118, 139);
            if (random.Next(8) > 0)
                rig.Sender.Set(key, BitConverter.GetBytes(newest[key] = i), priority);
            else if (newest.Remove(key))
                rig.Sender.Remove(key, priority);
            rig.Client.Pump();
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
        Assert.That((rig.Sender.Counters.ValuesResent, rig.Sender.Counters.ObsoleteLeftOut, rig.Sender.Counters.PacketsNaked),
            Is.EqualTo((1L, 1L, 1L)));
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
        VerseRig rig = VerseRig.Opened(
            VerseRig.Delay(20), VerseOptions.Default with { QueueRule = queueRule, CongestionControl = CongestionControlKind.None });
        foreach (byte value in new byte[] { 1, 2, 3 })
            rig.Sender.Set(7, [value]);
        rig.Client.Pump();
        rig.Run(0.1);
        Assert.That(rig.Server.Changes, Has.Count.EqualTo(received));
        Assert.That(rig.Server.Values[7], Is.EqualTo(new byte[] { 3 }));
        Assert.That(rig.Sender.Counters.ValuesReplaced, Is.EqualTo(3 - received));
    }

    [Test]
    public void Without_the_queue_rule_a_newer_value_overtakes_none_by_its_priority([Values] bool remove)
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(20), VerseOptions.Default with { QueueRule = false });
        rig.Sender.Set(7, [1], 100);
        rig.Sender.Set(7, [2], 100);
        rig.Sender.Set(8, [8], 128);
        if (remove)
            rig.Sender.Remove(7, 200);
        else
            rig.Sender.Set(7, [3], 128);
        rig.Client.Pump();
        rig.Run(1);
        rig.Set(9, 9); // takes the place of a key that was forgotten
        rig.Run(1);
        Assert.That(rig.Server.Changes.Where(change => change.Key == 7).Select(change => change.Value?[0] ?? 0),
            Is.EqualTo(new[] { 1, 2, remove ? 0 : 3 }));
        Assert.That(rig.Server.Values.Keys, Is.EquivalentTo(remove ? new ulong[] { 8, 9 } : [7, 8, 9]));
        Assert.That(rig.Sender.Sending.State.WindowBytes, Is.Zero);
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
    public void A_window_of_zero_stops_values_until_it_opens()
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(5));
        rig.Receiver.FreeInQueueBytes = 0;
        rig.Run(5); // a keep-alive carries the window
        for (int i = 0; i < 10_000; i++)
            rig.Set((ulong)(i % 10), (byte)i);
        rig.Run(60);
        Assert.That(rig.Sender.State, Is.EqualTo(ConnectionPhase.Open));
        Assert.That(rig.Server.Values, Is.Empty);
        Assert.That(rig.Sender.Sending.State.ValuesMade, Is.LessThanOrEqualTo(20), "memory is bounded by the keys");
        rig.Receiver.FreeInQueueBytes = 1000;
        rig.Server.Pump();
        rig.Run(0.1);
        Assert.That(rig.Server.Values, Has.Count.EqualTo(10));
    }

    /// <summary>A window is announced in units of 1 to 16 384 bytes.</summary>
    [TestCase(1 << 15, 0)]
    [TestCase(1 << 16, 1)]
    [TestCase(1 << 30, 1 << Negotiation.MaxScale)]
    public void The_peer_learns_the_whole_window(int bytes, int tolerance)
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(5), VerseOptions.Default with { InQueueBytes = bytes });
        Assert.That(rig.Sender.Sending.PeerWindow, Is.EqualTo(bytes).Within(tolerance));
    }

    [Test]
    public void A_value_longer_than_the_whole_window_is_sent_alone()
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(5), VerseOptions.Default with { InQueueBytes = 64 });
        rig.Sender.Set(1, new byte[200]);
        rig.Sender.Set(2, new byte[200]);
        rig.Set(3, 3);
        Assert.That(rig.Sender.Sending.State.WindowBytes, Is.EqualTo(201));
        rig.Run(1);
        Assert.That(rig.Server.Values, Has.Count.EqualTo(3));
    }

    [Test]
    public void A_client_that_begins_again_still_takes_the_answer_to_its_PARTOPEN()
    {
        VerseRig rig = new(VerseRig.Delay(5));
        int requests = 0;
        rig.Client.Filter = datagram => (datagram[1] & (byte)HeaderFlags.Syn) == 0 || ++requests == 1;
        rig.Server.Filter = datagram => (datagram[1] & (byte)HeaderFlags.Syn) != 0 || requests > 1;
        for (int i = 0; i < 29 && requests < 2; i++)
            rig.Run(1);
        Assert.That(requests, Is.GreaterThan(1));
        rig.Run(2.1); // the server's keep-alive
        Assert.That(rig.Sender.State, Is.EqualTo(ConnectionPhase.Open));
        rig.Set(1, 1);
        rig.Run(1);
        Assert.That(rig.Server.Values, Has.Count.EqualTo(1));
    }

    [Test]
    public void Values_and_keys_are_limited()
    {
        VerseConnection connection =
            VerseConnection.Connect(VerseOptions.Default with { MaxKeys = 2, MaxValueBytes = 10 }, 1, Instant.Zero);
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
        end.Filter = datagram => lost || !(lost = (datagram[1] & (byte)HeaderFlags.Payload) != 0);
    }
}
