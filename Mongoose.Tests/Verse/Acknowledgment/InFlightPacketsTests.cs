using Mongoose.Core.Units;
using Mongoose.Verse.Acknowledgment;
using Mongoose.Verse.Wire;

namespace Mongoose.Tests.Verse.Acknowledgment;

public sealed class InFlightPacketsTests
{
    private sealed class Fates : IFates<string>
    {
        public List<string> Seen { get; } = [];

        public void OnAcked(long id, in PacketInFlight<string> packet) => Seen.Add($"A{packet.Content}");

        public void OnLost(long id, in PacketInFlight<string> packet) => Seen.Add($"N{packet.Content}");
    }

    private static InFlightPackets<string> Sent(uint before, int count)
    {
        InFlightPackets<string> packets = new(before);
        for (int i = 0; i < count; i++)
            packets.Add(new PacketInFlight<string> { Bytes = 100, SentAt = Instant.Zero, Content = $"{i}" });
        return packets;
    }

    private static Verdict A(uint id) => new(true, id);
    private static Verdict N(uint id) => new(false, id);

    [TestCase(0u)]
    [TestCase(0xFFFFFFFDu)]
    public void A_fate_is_decided_once_also_across_the_wrap(uint before)
    {
        InFlightPackets<string> packets = Sent(before, 6);
        Fates fates = new();
        unchecked
        {
            Verdict[] vector = [A(before + 1), N(before + 3), A(before + 5)];
            packets.Apply(vector, fates);
            packets.Apply(vector, fates);
            packets.Apply([A(before + 3), A(before + 5)], fates);
        }
        Assert.That(fates.Seen, Is.EqualTo(new[] { "A0", "A1", "N2", "N3", "A4" }));
        Assert.That((packets.Count, packets.Bytes), Is.EqualTo((1, 100L)));
    }

    [Test]
    public void Ids_never_sent_change_nothing()
    {
        InFlightPackets<string> packets = Sent(0, 3);
        Fates fates = new();
        Assert.That(packets.Apply([A(1), A(4)], fates), Is.EqualTo(VerseError.AcknowledgesUnsent));
        Assert.That(fates.Seen, Is.Empty);
    }

    [Test]
    public void A_vector_over_all_ids_costs_what_is_in_flight()
    {
        Verdict[] claim = [A(0), N(1), A(uint.MaxValue)];
        Assert.That(Verdict.Check(claim), Is.EqualTo(VerseError.BadAcknowledgment), "it descends: 2^32 - 1 is before 0");
        Assert.That(Verdict.Check([A(5), N(6)]), Is.EqualTo(VerseError.BadAcknowledgment), "its last run has no end");

        InFlightPackets<string> packets = Sent(0x7FFFFFFF, 10);
        Fates fates = new();
        packets.Apply([A(10), N(11), A(0x80000009)], fates); // 2^31 ids, of which ten are in flight
        Assert.That(fates.Seen, Has.Count.EqualTo(10));
        Assert.That(packets.Steps, Is.LessThanOrEqualTo(10 + 3));
    }
}
