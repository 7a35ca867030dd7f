using Mongoose.Verse.Acknowledgment;
using Mongoose.Verse.Wire;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Verse.Acknowledgment;

public sealed class ArrivalRecordTests
{
    private static readonly uint[] Paper = [31, 32, 36, 37, 38];

    private static ArrivalRecord After(uint before, IEnumerable<uint> ids)
    {
        ArrivalRecord record = new(before);
        foreach (uint id in ids)
            record.OnPacket(id, out _);
        return record;
    }

    private static string Vector(ArrivalRecord record, int max = 64, uint offset = 0)
    {
        CommandWriter writer = new(new byte[400]);
        byte[] bytes = new byte[400];
        writer = new CommandWriter(bytes);
        record.Write(ref writer, max);
        CommandReader reader = new(bytes.AsSpan(0, writer.Length));
        List<string> commands = [];
        while (reader.TryRead(out Command command))
            commands.Add($"{(command.Kind == CommandKind.Ack ? 'A' : 'N')}{unchecked(command.Id - offset)}");
        return string.Join(' ', commands);
    }

    [TestCase(30u, "A31 N33 A36 A38")]
    [TestCase(31u, "A32 N33 A36 A38")]
    [TestCase(32u, "N33 A36 A38")]
    [TestCase(34u, "N35 A36 A38")]
    [TestCase(36u, "A37 A38")]
    [TestCase(37u, "A38")]
    [TestCase(38u, "")]
    [TestCase(39u, "A31 N33 A36 A38")] // above the last id: ignored
    public void The_papers_vector_is_compressed_and_cut_at_the_Ank_id(uint ank, string expected)
    {
        foreach (uint offset in new[] { 0u, 0xFFFFFFFF - 34 }) // the second wraps within the vector
        {
            ArrivalRecord record = After(30 + offset, Paper.Select(id => unchecked(id + offset)));
            record.OmitThrough(unchecked(ank + offset));
            Assert.That(Vector(record, offset: offset), Is.EqualTo(expected));
        }
    }

    [Test]
    public void Runs_of_one_two_and_many_ids()
    {
        Assert.That(Vector(After(4, [5])), Is.EqualTo("A5"));
        Assert.That(Vector(After(4, [5, 6])), Is.EqualTo("A5 A6"));
        Assert.That(Vector(After(4, Enumerable.Range(5, 896).Select(id => (uint)id))), Is.EqualTo("A5 A900"));
    }

    [Test]
    public void A_vector_that_does_not_fit_ends_behind_an_ack()
    {
        ArrivalRecord record = After(0, Enumerable.Range(1, 100).Select(i => (uint)(2 * i)));
        for (int max = 2; max <= 64; max++)
        {
            string[] commands = Vector(record, max).Split(' ');
            Assert.That(commands.Length, Is.LessThanOrEqualTo(max));
            Assert.That(commands[^1][0], Is.EqualTo('A'));
        }
        Assert.That(Vector(record).Split(' '), Has.Length.EqualTo(64), "64 commands cover 64 ids");
    }

    [Test]
    public void A_late_packet_turns_its_nak_into_an_ack()
    {
        ArrivalRecord record = After(30, Paper);
        Assert.That(record.OnPacket(34, out _), Is.EqualTo(ArrivalKind.Late));
        Assert.That(Vector(record), Is.EqualTo("A31 N33 A34 N35 A36 A38"));
        Assert.That(record.OnPacket(34, out _), Is.EqualTo(ArrivalKind.Repeated));
    }

    [Test]
    public void Ids_far_ahead_are_refused_and_long_gaps_leave_only_the_window()
    {
        ArrivalRecord record = After(0, [1]);
        Assert.That(record.OnPacket(2 + ArrivalRecord.MaxJump, out _), Is.EqualTo(ArrivalKind.Implausible));
        Assert.That(record.OnPacket(100_000, out _), Is.EqualTo(ArrivalKind.AfterGap));
        Assert.That(Vector(record), Is.EqualTo($"N{100_000 - ArrivalRecord.Window + 1} A100000"));
        Assert.That(record.OnPacket(100_000 - ArrivalRecord.Window, out _), Is.EqualTo(ArrivalKind.Repeated));
    }

    [ForAll(MaxTest = 100, Replay = "20261123,5")]
    public void A_vector_says_of_every_id_what_arrived(int seed)
    {
        Random random = new(seed);
        uint start = random.Next(2) == 0 ? 0xFFFFFFFF - (uint)random.Next(200) : (uint)random.Next();
        List<bool> arrived = Enumerable.Range(0, random.Next(1, 40)).Select(_ => random.Next(3) > 0).Append(true).ToList();
        ArrivalRecord record = After(
            start, Enumerable.Range(0, arrived.Count).Where(i => arrived[i]).Select(i => unchecked(start + 1 + (uint)i)));
        List<(bool IsAck, long At)> commands = Vector(record, offset: start + 1).Split(' ')
            .Select(text => (text[0] == 'A', long.Parse(text[1..], System.Globalization.CultureInfo.InvariantCulture))).ToList();
        for (int i = 0; i < arrived.Count; i++)
            Assert.That(commands.Last(command => command.At <= i).IsAck, Is.EqualTo(arrived[i]));
        Assert.That(commands[^1].At, Is.EqualTo(arrived.Count - 1));
    }
}
