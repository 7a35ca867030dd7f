using Mongoose.Core.Units;
using Mongoose.Testbed.Voices;

namespace Mongoose.Tests.Testbed.Voices;

public sealed class VoicePacketTests
{
    [Test]
    public void A_header_is_read_as_it_was_written_and_changes_nothing_else()
    {
        byte[] payload = [.. Enumerable.Repeat((byte)7, 12)];
        VoicePacket written = VoicePacket.Of(4_000_000_000, Instant.FromMilliseconds(1.5));
        written.Write(payload);
        Assert.That(VoicePacket.TryRead(payload, out VoicePacket read));
        Assert.That(read, Is.EqualTo(written));
        Assert.That((read.Number, read.SentMicroseconds), Is.EqualTo((4_000_000_000u, 1500u)));
        Assert.That(payload[8..], Is.All.EqualTo(7));
    }

    [Test]
    public void The_delay_is_right_when_the_time_wraps()
    {
        Instant sent = Instant.FromSeconds(4294.967), arrived = sent + Duration.FromMilliseconds(250);
        Assert.That(VoicePacket.Of(1, sent).DelayAt(arrived).Milliseconds, Is.EqualTo(250));
    }

    [Test]
    public void A_payload_that_is_too_short_is_no_packet() => Assert.That(VoicePacket.TryRead(new byte[7], out _), Is.False);
}
