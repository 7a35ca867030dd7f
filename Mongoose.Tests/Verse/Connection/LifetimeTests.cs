using Mongoose.Network.Links.Losses;
using Mongoose.Verse.CongestionControl;
using Mongoose.Verse.Connection;
using Mongoose.Verse.State;
using Mongoose.Verse.Wire;

namespace Mongoose.Tests.Verse.Connection;

public sealed class LifetimeTests
{
    [Test]
    public void A_killed_peer_is_dead_after_30_seconds()
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(5));
        rig.Set(1, 1);
        rig.Run(1);
        rig.Client.Kill();
        rig.Run(27);
        Assert.That(rig.Receiver.State, Is.EqualTo(ConnectionPhase.Open));
        rig.Run(4);
        Assert.That((rig.Receiver.State, rig.Receiver.CloseReason), Is.EqualTo((ConnectionPhase.Closed, CloseReason.PeerDead)));
    }

    [Test]
    public void A_client_killed_and_started_again_works_at_once_while_its_old_connection_dies(
        [Values(-2_000_000_000, -100_000, -1000, -2, -1, 1, 2, 3, 1000, 100_000, 2_000_000_000)] int idsAhead)
    {
        const uint firstId = 3_000_000_000;
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(5), seed: Seeds.OfFirstId(firstId));
        rig.Set(1, 1);
        rig.Run(1);
        VerseConnection old = rig.Receiver;
        rig.Client.Kill();
        rig.StartClient(Seeds.OfFirstId(unchecked(firstId + (uint)idsAhead)));
        rig.Set(1, 2);
        rig.Run(1);
        Assert.That(rig.Receiver, Is.Not.SameAs(old));
        Assert.That(rig.Server.Values[1], Is.EqualTo(new byte[] { 2 }));
        for (int second = 0; second < 26; second++)
            RunASecond(rig, old);
        Assert.That(old.State, Is.EqualTo(ConnectionPhase.Open));
        for (int second = 0; second < 4; second++)
            RunASecond(rig, old);
        Assert.That((old.State, old.CloseReason), Is.EqualTo((ConnectionPhase.Closed, CloseReason.PeerDead)));
        Assert.That((rig.Sender.State, rig.Receiver.State), Is.EqualTo((ConnectionPhase.Open, ConnectionPhase.Open)));
    }

    /// <summary>The owner of the old connection still sends what it makes; the new client does not take it for its own.</summary>
    private static void RunASecond(VerseRig rig, VerseConnection old)
    {
        byte[] datagram = new byte[2048];
        for (int length; (length = old.TryMakePacket(rig.Clock.Now, datagram)) > 0;)
            rig.Server.Send(datagram.AsSpan(0, length));
        long refused = rig.Sender.Counters.PacketsRefused;
        byte value = (byte)rig.Clock.Now.Seconds;
        rig.Set(1, value);
        rig.Run(1);
        Assert.That(rig.Server.Values[1], Is.EqualTo(new[] { value }), $"{rig.Sender.Counters.PacketsRefused - refused} packets refused");
    }

    [Test]
    public void A_server_killed_and_started_again_is_dead_for_its_clients_and_takes_new_ones()
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(5));
        rig.Set(1, 1);
        rig.Run(1);
        VerseConnection old = rig.Sender;
        rig.StartServer();
        rig.Run(28);
        Assert.That(old.State, Is.EqualTo(ConnectionPhase.Open));
        rig.Run(4);
        Assert.That((old.State, old.CloseReason), Is.EqualTo((ConnectionPhase.Closed, CloseReason.PeerDead)));
        rig.StartClient(seed: 2);
        rig.Set(1, 2);
        rig.Run(1);
        Assert.That(rig.Server.Values[1], Is.EqualTo(new byte[] { 2 }));
    }

    [Test]
    public void An_idle_connection_stays_open_by_a_packet_every_two_seconds()
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(5));
        long before = rig.Sender.Counters.PayloadPacketsSent;
        rig.Run(3600);
        Assert.That(rig.Sender.State, Is.EqualTo(ConnectionPhase.Open));
        Assert.That(rig.Sender.Counters.PayloadPacketsSent - before, Is.EqualTo(1800).Within(2));
    }

    [Test]
    public void While_one_direction_is_cut_the_other_one_goes_on([Values] bool there)
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(5), VerseOptions.Default with { CongestionControl = CongestionControlKind.None });
        (there ? rig.Client : rig.Server).Filter = _ => false;
        VerseEnd end = there ? rig.Client : rig.Server;
        for (int i = 0; i < 10_000; i++)
        {
            rig.Receiver.Set(1, BitConverter.GetBytes(i));
            rig.Server.Pump();
            rig.Set(1, BitConverter.GetBytes(i));
            rig.Run(0.002);
            if (i > 10)
                Assert.That(BitConverter.ToInt32(end.Values[1]), Is.GreaterThan(i - 10));
        }
        Assert.That(end.Connection!.Counters.PayloadPacketsSent, Is.GreaterThan(8000),
            "many more than vectors and records of arrivals cover");
        end.Filter = _ => true;
        rig.Run(3);
        Assert.That(BitConverter.ToInt32(end.Peer.Values[1]), Is.EqualTo(9999));
        Assert.That(rig.Client.Errors.Concat(rig.Server.Errors).Where(error => error != VerseError.Repeated), Is.Empty);
    }

    [Test]
    public void A_peer_that_never_acknowledges_costs_bounded_memory()
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(5), VerseOptions.Default with { CongestionControl = CongestionControlKind.None });
        rig.Server.Filter = _ => false;
        for (int i = 0; i < 25_000; i++)
        {
            rig.Set((ulong)(i % 10), (byte)i);
            rig.Run(0.001);
        }
        Assert.That(rig.Sender.Sending.State.ValuesMade, Is.LessThan(2100),
            "a value per packet in flight, of which there are at most 2048");
        rig.Run(10);
        Assert.That(rig.Sender.CloseReason, Is.EqualTo(CloseReason.PeerDead));
    }

    [Test]
    public void Memory_is_flat_over_a_busy_hour()
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(20) with { Loss = new BernoulliLoss(0.03), Seed = 4 });
        Random random = new(8);
        (int Values, int Keys, int Remembered, int Tombstones) after20Minutes = default;
        for (int i = 0; i < 36_000; i++)
        {
            ulong key = 1000 + (ulong)i / 10; // every second a new key; those older than 50 s are removed
            rig.Sender.Remove(key - 50);
            for (int sets = 0; sets < 3; sets++)
                rig.Sender.Set(key - (ulong)random.Next(50), BitConverter.GetBytes(i));
            rig.Client.Pump();
            rig.Run(0.1);
            if (i == 12_000)
                after20Minutes = Memory(rig);
        }
        (int Values, int Keys, int Remembered, int Tombstones) = Memory(rig);
        Assert.That(Values, Is.LessThanOrEqualTo(1.5 * after20Minutes.Values));
        Assert.That(Keys, Is.LessThanOrEqualTo(1.1 * after20Minutes.Keys));
        Assert.That(Remembered, Is.LessThanOrEqualTo(1.1 * after20Minutes.Remembered));
        Assert.That(Tombstones, Is.LessThanOrEqualTo(1.1 * after20Minutes.Tombstones).And.GreaterThan(0));
        Assert.That(rig.Sender.Counters.PacketsNaked + rig.Sender.Counters.PacketsTimedOut, Is.GreaterThan(500), "losses are part of it");
    }

    private static (int Values, int Keys, int Remembered, int Tombstones) Memory(VerseRig rig)
    {
        ReceivedState received = rig.Receiver.Receiving!.State;
        return (rig.Sender.Sending.State.ValuesMade, rig.Sender.Sending.State.Keys, received.Remembered, received.Tombstones);
    }
}
