using Mongoose.Core.Units;
using Mongoose.Network.Links.Losses;
using Mongoose.Verse.Connection;
using Mongoose.Verse.Wire;

namespace Mongoose.Tests.Verse.Connection;

public sealed class CloseTests
{
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
        CheckBothEnded(rig);
    }

    [Test]
    public void A_keep_alive_after_a_lost_FIN_does_not_end_one_end_alone()
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(200), VerseOptions.Default with { KeepAlive = Duration.FromMilliseconds(100) });
        rig.Run(5);
        bool lost = false;
        rig.Client.Filter = datagram => lost || !(lost = IsFin(datagram));
        rig.Sender.Close(rig.Clock.Now);
        rig.Client.Pump();
        rig.Run(2);
        Assert.That(lost);
        CheckBothEnded(rig);
    }

    [Test]
    public void A_lost_answer_to_FIN_is_sent_again()
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(5));
        int answers = 0;
        rig.Server.Filter = datagram => !IsFin(datagram) || ++answers > 3;
        rig.Sender.Close(rig.Clock.Now);
        rig.Client.Pump();
        rig.Run(2);
        Assert.That(answers, Is.EqualTo(4));
        CheckBothEnded(rig);
    }

    [Test]
    public void Both_ends_may_close_at_the_same_time()
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(5));
        rig.Sender.Close(rig.Clock.Now);
        rig.Receiver.Close(rig.Clock.Now);
        rig.Client.Pump();
        rig.Server.Pump();
        rig.Run(2);
        Assert.That((rig.Sender.State, rig.Receiver.State), Is.EqualTo((ConnectionPhase.Closed, ConnectionPhase.Closed)));
    }

    [Test]
    public void A_close_during_the_handshake_drops_what_waits()
    {
        VerseConnection client = VerseConnection.Connect(VerseOptions.Default, 5, Instant.Zero);
        client.Set(1, [1]);
        client.Close(Instant.Zero);
        Assert.That((client.State, client.CloseReason), Is.EqualTo((ConnectionPhase.Closed, CloseReason.ByThisEnd)));
        Assert.That((client.TryMakePacket(Instant.Zero, new byte[1452]), client.NextTimer), Is.EqualTo((0, Instant.Never)));
    }

    [Test]
    public void Too_many_keys_end_both_ends_even_in_the_first_packet_and_if_FIN_is_lost()
    {
        VersePair pair = VersePair.PartOpened(VerseOptions.Default with { MaxKeys = 1 }, VerseOptions.Default);
        pair.Server.Set(1, [1]);
        pair.Server.Set(2, [2]);
        Assert.That(pair.Client.Receive(pair.Next(pair.Server, Instant.Zero), Instant.Zero), Is.EqualTo(VerseError.TooManyKeys));
        Assert.That((pair.Client.State, pair.Client.CloseReason), Is.EqualTo((ConnectionPhase.Closed, CloseReason.LimitExceeded)));
        Assert.That(IsFin(pair.Next(pair.Client, Instant.Zero).ToArray()), "it is lost");
        Assert.That(pair.Next(pair.Client, Instant.Zero).Length, Is.Zero);
        Instant later = Instant.FromSeconds(3);
        pair.Exchange(later);
        Assert.That((pair.Server.State, pair.Server.CloseReason), Is.EqualTo((ConnectionPhase.Closed, CloseReason.ByPeer)));
        Assert.That((pair.Client.NextTimer, pair.Server.NextTimer), Is.EqualTo((Instant.Never, Instant.Never)));
    }

    private static bool IsFin(byte[] datagram) => (datagram[1] & (byte)HeaderFlags.Fin) != 0;

    private static void CheckBothEnded(VerseRig rig) =>
        Assert.That((rig.Sender.CloseReason, rig.Receiver.CloseReason), Is.EqualTo((CloseReason.ByThisEnd, CloseReason.ByPeer)));
}
