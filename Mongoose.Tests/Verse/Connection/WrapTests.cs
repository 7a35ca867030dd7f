using Mongoose.Core.Units;
using Mongoose.Network.Links.Losses;
using Mongoose.Verse.Wire;

namespace Mongoose.Tests.Verse.Connection;

/// <summary>Every kind of id wraps at 2^32 within a connection.</summary>
public sealed class WrapTests
{
    private const uint Last = uint.MaxValue;

    [Test]
    public void Payload_ids_of_a_client([Values(0u, 1u, 2u, 3u, 200u)] uint before)
    {
        VerseRig rig = VerseRig.Opened(
            VerseRig.Delay(5) with { Loss = new BernoulliLoss(0.1), Seed = 5 }, seed: Seeds.OfFirstId(Last - before));
        for (int i = 0; i < 600; i++)
        {
            rig.Set(1, BitConverter.GetBytes(i));
            rig.Run(0.005);
        }
        rig.Run(2);
        Assert.That(unchecked((uint)rig.Sender.Sending.InFlight.NextId), Is.LessThan(1000), "it has wrapped");
        Assert.That(BitConverter.ToInt32(rig.Server.Values[1]), Is.EqualTo(599));
        Assert.That(rig.Server.Changes.Select(change => BitConverter.ToInt32(change.Value!)), Is.Ordered);
    }

    [Test]
    public void Payload_ids_of_a_server([Values(0u, 1u, 2u, 200u)] uint before)
    {
        VersePair pair = VersePair.WithServerIds(Last - before, 1);
        ReceivedValues received = new();
        pair.Client.Receiver = received;
        for (int i = 0; i < 600; i++)
        {
            pair.Server.Set(1, BitConverter.GetBytes(i));
            if (i % 10 == 0)
                Lose(pair, i);
            pair.Exchange(Instant.FromMilliseconds(10 * i));
        }
        pair.Exchange(Instant.FromSeconds(10));
        Assert.That(unchecked((uint)pair.Server.Sending.InFlight.NextId), Is.InRange(300, 1000), "it has wrapped");
        Assert.That(BitConverter.ToInt32(received.Values[1]), Is.EqualTo(599));
    }

    [Test]
    public void AckNak_ids_of_a_client_and_windows_still_arrive([Values(0u, 1u, 200u)] uint before)
    {
        VerseRig rig = VerseRig.Opened(VerseRig.Delay(5), seed: Seeds.OfAckNakId(Last - before));
        uint last = 0;
        rig.Client.Filter = datagram =>
        {
            PacketHeader.TryRead(datagram, out PacketHeader header);
            last = header.Has(HeaderFlags.Ack) ? header.AckNakId : last;
            return true;
        };
        // The client acknowledges what the server sends.
        for (int i = 0; i < 1000; i++)
        {
            rig.Receiver.Set(1, BitConverter.GetBytes(i));
            rig.Server.Pump();
            rig.Run(0.01);
        }
        Assert.That(last, Is.InRange(100, 1000), "it has wrapped");
        rig.Sender.FreeInQueueBytes = 12_345 << 5;
        rig.Receiver.Set(1, BitConverter.GetBytes(1000));
        rig.Server.Pump();
        rig.Run(1);
        Assert.That(rig.Receiver.Sending.PeerWindow, Is.EqualTo(12_345 << 5));
        Assert.That(BitConverter.ToInt32(rig.Client.Values[1]), Is.EqualTo(1000));
    }

    [Test]
    public void AckNak_ids_of_a_server_and_windows_still_arrive([Values(0u, 1u, 200u)] uint before)
    {
        VersePair pair = VersePair.WithServerIds(1, Last - before);
        for (int i = 0; i < 1000; i++)
        {
            pair.Server.FreeInQueueBytes = (i + 1) << 5;
            pair.Client.Set(1, BitConverter.GetBytes(i));
            pair.Exchange(Instant.FromMilliseconds(30 * i));
            pair.Exchange(Instant.FromMilliseconds(30 * i + 25)); // the longest delay of an acknowledgment
            Assert.That(pair.Client.Sending.PeerWindow, Is.EqualTo((i + 1) << 5));
        }
        Assert.That(pair.Server.Counters.PacketsSent, Is.GreaterThan(300), "more acknowledgments than ids before the wrap");
    }

    private static void Lose(VersePair pair, int i) => pair.Next(pair.Server, Instant.FromMilliseconds(10 * i));
}
