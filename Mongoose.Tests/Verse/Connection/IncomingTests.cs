using Mongoose.Core.Units;
using Mongoose.Verse.Connection;
using Mongoose.Verse.Wire;

namespace Mongoose.Tests.Verse.Connection;

public sealed class IncomingTests
{
    /// <summary>
    /// The peer repeats a packet if its acknowledgment was lost: another that waits for company would let the peer's timer expire again.
    /// </summary>
    [Test]
    public void A_repeated_packet_is_acknowledged_at_once()
    {
        Incoming incoming = new(VerseOptions.Default, before: 0, new VerseCounters());
        Instant first = Instant.FromSeconds(1), again = Instant.FromSeconds(2);
        Assert.That(incoming.OnPayload(1, [], receiver: null, first), Is.EqualTo(VerseError.None));
        Assert.That(incoming.AckDue, Is.EqualTo(first + VerseOptions.Default.AckDelay), "the first may wait");
        CommandWriter writer = new(new byte[100]);
        incoming.WriteVector(ref writer, maxCommands: 10, first);
        Assert.That(incoming.AckDue, Is.EqualTo(Instant.Never));
        Assert.That(incoming.OnPayload(1, [], receiver: null, again), Is.EqualTo(VerseError.Repeated));
        Assert.That(incoming.AckDue, Is.EqualTo(again));
    }
}
