using Mongoose.Core.Lludp;

namespace Mongoose.Tests.Core.Updates;

/// <summary>Truncated and mutated updates: each is either no update and stays as it is, or its resend is well-formed.</summary>
public sealed class UpdateFuzzTests
{
    private const int Datagrams = 100_000;
    private const uint Objects = 6;

    [Test]
    public void Each_of_a_hundred_thousand_mutated_updates_yields_a_well_formed_resend_or_stays_unchanged()
    {
        Random random = new(20_26);
        byte[] kill = AnyUpdate.Kill([.. Enumerable.Range(0, (int)Objects / 2).Select(id => (uint)id)]);
        (int none, int unchanged, int shorter) = (0, 0, 0);
        for (int n = 0; n < Datagrams; n++)
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
            string[] before = UpdateContent.Of(datagram).Blocks, after = UpdateContent.Of(resent).Blocks;
            if (after.Length == before.Length)
            {
                unchanged++;
                Assert.That(resent, Is.EqualTo(datagram));
                continue;
            }
            shorter++;
            Assert.That(after, Is.SubsetOf(before));
            Assert.That(resent, Has.Length.LessThanOrEqualTo(datagram.Length));
        }
        TestContext.Out.WriteLine($"no update {none}, unchanged {unchanged}, shorter {shorter}");
        Assert.That(new[] { none, unchanged, shorter }, Has.All.GreaterThan(Datagrams / 50));
    }

    private static byte[] Mutated(Random random)
    {
        MessageId message = AnyUpdate.Messages[random.Next(AnyUpdate.Messages.Length)];
        TestBlock[] blocks = [.. Enumerable.Range(0, random.Next(1, 5)).Select(_ => AnyUpdate.RandomBlock(random, message, Objects))];
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
