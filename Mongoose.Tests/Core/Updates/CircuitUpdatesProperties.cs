using Mongoose.Core.Lludp;
using Mongoose.Core.Updates;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Updates;

/// <summary>
/// After any interleaving of queued packets, sends, acks, losses and resends, a resend carries exactly the blocks that nothing later
/// replaces. The model keeps all packets and compares each block with all later ones.
/// </summary>
public sealed class CircuitUpdatesProperties
{
    private const int Operations = 300;

    [ForAll(MaxTest = 200)]
    public void A_resend_carries_what_nothing_later_replaces(int seed, bool acrossTheWrap)
    {
        Random random = new(seed);
        uint objects = (uint)random.Next(1, 12);
        uint first = acrossTheWrap ? uint.MaxValue - 20 : 1;
        CircuitRig rig = new(firstNumber: first);
        List<Packet> packets = [];
        for (int i = 0; i < Operations; i++)
        {
            switch (random.Next(8))
            {
                case 0 or 1 or 2:
                    packets.Add(Packet.Random(random, objects));
                    rig.Queue(packets[^1].Datagram);
                    break;
                case 3 or 4 or 5 when rig.Waiting > 0:
                    rig.SendNext();
                    break;
                case 6 when rig.Unacked.Count > 0:
                    rig.Ack(AnyOf(rig.Unacked, random));
                    break;
                case 7 when rig.Unacked.Count > 0:
                    uint number = AnyOf(rig.Unacked, random);
                    AssertResend(rig, packets, number, (int)(number - first));
                    break;
            }
        }
    }

    /// <summary>A region may remove an object and show it again with the same id.</summary>
    [ForAll(MaxTest = 200)]
    public void After_a_kill_nothing_older_of_its_object_is_sent_and_the_new_object_stays(int seed)
    {
        Random random = new(seed);
        CircuitRig rig = new();
        uint[] before = [.. Enumerable.Range(0, random.Next(1, 6))
            .Select(_ => rig.Send(Packet.Random(random, objects: 1, kills: false).Datagram))];
        rig.Send(AnyUpdate.Kill(0));
        uint[] after = [.. Enumerable.Range(0, random.Next(3)).Select(_ => rig.Send(AnyUpdate.Full(0)))];
        foreach (uint number in before)
            Assert.That(UpdateContent.Of(rig.Resend(number)).Blocks, Is.Empty);
        for (int i = 0; i < after.Length; i++)
            Assert.That(UpdateContent.Of(rig.Resend(after[i])).Blocks, Has.Length.EqualTo(i == after.Length - 1 ? 1 : 0));
    }

    /// <summary>Loads of motion, of arriving objects and of kills, over which some packets are lost for a while.</summary>
    [ForAll(MaxTest = 12)]
    public void The_record_is_bounded_by_the_packets_from_the_oldest_unacknowledged_on(int seed)
    {
        Random random = new(seed);
        CircuitRig rig = new();
        Queue<(uint Number, int Blocks)> sent = [];
        for (int i = 0; i < 2000; i++)
        {
            Packet packet = Packet.Random(random, objects: 100_000);
            sent.Enqueue((rig.Send(packet.Datagram), packet.Blocks.Count));
            if (random.Next(10) > 0 && rig.Unacked.Count > 0)
                rig.Ack(random.Next(4) == 0 ? AnyOf(rig.Unacked, random) : sent.Peek().Number);
            while (sent.Count > 0 && !rig.Unacked.Contains(sent.Peek().Number))
                sent.Dequeue();
            Assert.That(rig.Record.Packets, Is.EqualTo(sent.Count));
            Assert.That(rig.Record.Objects, Is.LessThanOrEqualTo(sent.Sum(one => one.Blocks)));
        }
        foreach (uint number in rig.Unacked.ToArray())
            rig.Ack(number);
        Assert.That(rig.Record, Is.EqualTo((0, 0)));
    }

    [Slow("50 loads")]
    [ForAll(MaxTest = 50)]
    public void Over_more_loads_the_record_is_bounded_by_the_packets_from_the_oldest_unacknowledged_on(int seed) =>
        The_record_is_bounded_by_the_packets_from_the_oldest_unacknowledged_on(seed);

    private static void AssertResend(CircuitRig rig, List<Packet> packets, uint number, int index)
    {
        Packet lost = packets[index];
        string[] all = UpdateContent.Of(lost.Datagram).Blocks;
        bool[] current =
            [.. lost.Blocks.Select(block => !packets.Skip(index + 1).Any(later => later.Blocks.Any(other => Replaces(other, block))))];
        string[] expected = [.. all.Where((_, at) => current[at])];
        Assert.That(rig.IsObsolete(number), Is.EqualTo(expected.Length == 0));

        byte[] resent = rig.Resend(number);
        (MessageId message, string region, string[] blocks, _) = UpdateContent.Of(resent);
        Assert.That(blocks, Is.EqualTo(expected));
        Assert.That((message, region), Is.EqualTo((lost.Message, UpdateContent.Of(lost.Datagram).Region)));
        Assert.That(DatagramHeader.GetSequence(resent), Is.EqualTo(number));
        Assert.That(resent, Has.Length.LessThanOrEqualTo(lost.Datagram.Length));
        Assert.That((PacketFlags)resent[0] & ~PacketFlags.ZeroCoded,
            Is.EqualTo(((PacketFlags)lost.Datagram[0] | PacketFlags.Resent) & ~PacketFlags.ZeroCoded));
    }

    private static bool Replaces(TestBlock later, TestBlock block) => later.LocalId == block.LocalId && (block.Kind, later.Kind) switch
    {
        (BlockKind.Motion, BlockKind.Motion or BlockKind.TexturedMotion or BlockKind.Full or BlockKind.Kill) => true,
        (BlockKind.TexturedMotion, BlockKind.TexturedMotion or BlockKind.Full or BlockKind.Kill) => true,
        (BlockKind.Full or BlockKind.Cached, BlockKind.Full or BlockKind.Kill) => true,
        _ => false,
    };

    private static uint AnyOf(IReadOnlyCollection<uint> numbers, Random random) => numbers.Order().ElementAt(random.Next(numbers.Count));

    private sealed record Packet(MessageId Message, IReadOnlyList<TestBlock> Blocks, byte[] Datagram)
    {
        public static Packet Random(Random random, uint objects, bool kills = true)
        {
            MessageId message = AnyUpdate.Messages[random.Next(AnyUpdate.Messages.Length - (kills ? 0 : 1))];
            TestBlock[] blocks = [.. Enumerable.Range(0, random.Next(1, 6)).Select(_ => AnyUpdate.RandomBlock(random, message, objects))];
            byte[] datagram = AnyUpdate.Datagram(message, blocks, zeroCoded: random.Next(2) == 0);
            return new Packet(message, blocks, random.Next(5) == 0 ? AnyUpdate.WithAcks(datagram, 1, 2, 3) : datagram);
        }
    }
}
