using Mongoose.Core.Units;
using Mongoose.Verse.Acknowledgment;
using Mongoose.Verse.Connection;

namespace Mongoose.Tests.Verse.Connection;

public sealed class OutgoingTests
{
    private static readonly Duration RoundTrip = Duration.FromMilliseconds(100);

    private readonly Outgoing _outgoing = new(VerseOptions.Default, before: 0, new VerseCounters());

    /// <summary>Otherwise each outage would leave the timeouts of the rest of the connection longer.</summary>
    [Test]
    public void Timeouts_are_doubled_until_a_packet_is_acknowledged()
    {
        _outgoing.OnHandshake(RoundTrip, Instant.Zero);
        Duration normal = TimeoutOfPacketSentAt(Instant.FromSeconds(1));
        _outgoing.Expire(_outgoing.Timer);
        Instant sent = Instant.FromSeconds(2);
        Assert.That(TimeoutOfPacketSentAt(sent), Is.EqualTo(normal * 2));
        _outgoing.OnVector([new Verdict(IsAck: true, (uint)_outgoing.InFlight.NextId - 1)], held: Duration.Zero, sent + RoundTrip);
        Assert.That(TimeoutOfPacketSentAt(Instant.FromSeconds(3)), Is.LessThanOrEqualTo(normal));
    }

    private Duration TimeoutOfPacketSentAt(Instant now)
    {
        _outgoing.OnSent(bytes: 100, first: null, now);
        return _outgoing.Timer - now;
    }
}
