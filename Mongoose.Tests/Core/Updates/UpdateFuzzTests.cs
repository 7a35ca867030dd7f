using Mongoose.Core.Lludp;

namespace Mongoose.Tests.Core.Updates;

/// <summary>
/// Truncated and mutated updates: each is either no update and stays as it is, or its resend lacks exactly what was replaced.
/// </summary>
public sealed class UpdateFuzzTests
{
    private const uint Objects = 6, Killed = 3;

    /// <summary>OpenSim removes up to 200 objects with one packet; a byte counts the blocks.</summary>
    private static readonly int[] ManyBlocks = [200, 255];

    [Test]
    public void A_mutated_update_loses_its_replaced_blocks_or_stays_unchanged() => Resend(15_000);

    [Test, Slow("a hundred thousand updates are recorded, replaced and resent")]
    public void Each_of_a_hundred_thousand_mutated_updates_loses_its_replaced_blocks_or_stays_unchanged() => Resend(100_000);

    private static void Resend(int datagrams)
    {
        Random random = new(20_26);
        byte[] kill = AnyUpdate.Kill([.. Enumerable.Range(0, (int)Killed).Select(id => (uint)id)]);
        (int none, int unchanged, int shorter) = (0, 0, 0);
        for (int n = 0; n < datagrams; n++)
        {
            byte[] datagram = Mutated(random);
            CircuitRig rig = new();
            uint number = rig.Send(datagram);
            bool isRecorded = rig.Record.Packets == 1;
            rig.Send(kill);
            DatagramHeader.SetSequence(datagram, number);
            DatagramHeader.MarkResent(datagram);
            byte[] resent = rig.Resend(number);
            if (!isRecorded)
            {
                none++;
                Assert.That(resent, Is.EqualTo(datagram));
                continue;
            }
            (MessageId message, _, string[] before, uint[] ids) = UpdateContent.Of(datagram);
            string[] current = [.. before.Where((_, at) => message == MessageId.KillObject || ids[at] >= Killed)];
            if (current.Length == before.Length)
            {
                unchanged++;
                Assert.That(resent, Is.EqualTo(datagram));
                continue;
            }
            shorter++;
            Assert.That(UpdateContent.Of(resent).Blocks, Is.EqualTo(current));
            Assert.That(resent, Has.Length.LessThanOrEqualTo(datagram.Length));
        }
        TestContext.Out.WriteLine($"no update {none}, unchanged {unchanged}, shorter {shorter}");
        Assert.That(new[] { none, unchanged, shorter }, Has.All.GreaterThan(datagrams / 50));
    }

    private static byte[] Mutated(Random random)
    {
        MessageId message = AnyUpdate.Messages[random.Next(AnyUpdate.Messages.Length)];
        bool isSmall = message is MessageId.KillObject or MessageId.ObjectUpdateCached;
        int count = isSmall && random.Next(10) == 0 ? ManyBlocks[random.Next(ManyBlocks.Length)] : random.Next(1, 5);
        TestBlock[] blocks = [.. Enumerable.Range(0, count).Select(_ => AnyUpdate.RandomBlock(random, message, Objects))];
        byte[] datagram = AnyUpdate.Datagram(message, blocks, zeroCoded: random.Next(2) == 0);
        if (random.Next(3) == 0)
            datagram = AnyUpdate.WithAcks(datagram, 1, 2);
        if (random.Next(4) == 0)
            datagram = datagram[..random.Next(DatagramHeader.Bytes, datagram.Length + 1)];
        for (int i = random.Next(3); i > 0; i--)
            datagram[random.Next(datagram.Length)] = random.Next(4) == 0 ? (byte)0 : (byte)random.Next(256);
        return datagram;
    }
}
