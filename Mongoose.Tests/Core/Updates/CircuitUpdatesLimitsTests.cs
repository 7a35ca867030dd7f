using Mongoose.Core.Lludp;
using Mongoose.Core.Updates;

namespace Mongoose.Tests.Core.Updates;

/// <summary>Most packets on record, and most blocks in a packet.</summary>
public sealed class CircuitUpdatesLimitsTests
{
    [Test]
    public void A_full_record_forgets_the_oldest_packets_and_their_objects()
    {
        const uint Forgotten = 100, Packets = UnackedUpdates.MaxPackets + Forgotten;
        CircuitRig rig = new();
        for (uint id = 1; id <= Packets; id++)
            rig.Send(AnyUpdate.Motion(id));
        Assert.That(rig.Record.Packets, Is.EqualTo(UnackedUpdates.MaxPackets));
        Assert.That(rig.Record.Objects, Is.InRange(1, UnackedUpdates.MaxPackets));

        const uint First = 1, Kept = Forgotten + 10;
        rig.Send(AnyUpdate.Motion(First, Kept, Packets));
        int whole = AnyUpdate.Motion(First).Length, empty = AnyUpdate.Motion().Length;
        Assert.That((rig.Resend(First).Length, rig.Resend(Kept).Length, rig.Resend(Packets).Length), Is.EqualTo((whole, empty, empty)));
    }

    /// <summary>
    /// Zeros that are coded together with their neighbours, in runs of up to 255 and beyond, and in packets without a block.
    /// </summary>
    [Test]
    public void A_trimmed_packet_is_never_longer(
        [ValueSource(typeof(AnyUpdate), nameof(AnyUpdate.Messages))] MessageId message, [Values] bool zeroCoded)
    {
        uint[] ids = [0, 1, 256, 65_536, 1 << 24];
        Random random = new(7);
        for (int i = 0; i < 300; i++)
        {
            CircuitRig rig = new();
            TestBlock[] blocks = [.. Enumerable.Range(0, random.Next(1, 5)).Select(_ =>
                AnyUpdate.RandomBlock(random, message, 1) with { LocalId = ids[random.Next(ids.Length)], Seed = 0 })];
            byte[] datagram = AnyUpdate.Datagram(message, blocks, zeroCoded);
            uint number = rig.Send(datagram);
            rig.Send(AnyUpdate.Kill([.. ids.Where(_ => random.Next(2) == 0)]));
            Assert.That(rig.Resend(number), Has.Length.LessThanOrEqualTo(datagram.Length));
        }
    }

    /// <summary>OpenSim removes up to 200 objects with one packet; a byte counts the blocks.</summary>
    [Test]
    public void A_packet_may_have_255_blocks([Values(200, 255)] int count, [Values] bool zeroCoded)
    {
        CircuitRig rig = new();
        TestBlock[] blocks = [.. Enumerable.Range(1, count).Select(id => new TestBlock((uint)id, BlockKind.Cached, id))];
        uint[] ids = [.. blocks.Select(block => block.LocalId)];
        byte[] cached = AnyUpdate.Datagram(MessageId.ObjectUpdateCached, blocks, zeroCoded);
        string[] all = UpdateContent.Of(cached).Blocks;
        uint number = rig.Send(cached);
        rig.Send(AnyUpdate.Kill([.. ids.Where(id => id % 3 == 0)]));
        Assert.That(UpdateContent.Of(rig.Resend(number)).Blocks, Is.EqualTo(all.Where((_, at) => ids[at] % 3 != 0)));
        Assert.That(rig.Describe(number).BlocksLeftOut, Is.EqualTo(ids.Count(id => id % 3 == 0)));

        uint kill = rig.Send(AnyUpdate.Kill(ids));
        Assert.That(UpdateContent.Of(rig.Resend(number)).Blocks, Is.Empty);
        Assert.That((rig.Describe(number).BlocksLeftOut, rig.Describe(number).EmptyPackets), Is.EqualTo(((long)count, 1L)));
        Assert.That(UpdateContent.Of(rig.Resend(kill)).Ids, Is.EqualTo(ids));
    }
}
