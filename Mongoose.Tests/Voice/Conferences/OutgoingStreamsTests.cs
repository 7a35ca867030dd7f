using Mongoose.Voice.Conferences.Peers;
using Mongoose.Voice.Conferences.Sources;

namespace Mongoose.Tests.Voice.Conferences;

public sealed class OutgoingStreamsTests
{
    [Test]
    public void A_stream_whose_SSRC_the_client_uses_is_removed_and_gets_another_one()
    {
        OutgoingStreams streams = new(clockRate: 8000, new SourceIds(1));
        foreach (uint voice in (uint[])[7, 8])
            streams.Numbers.Sent(streams.Of(voice).Rtp.Ssrc, sequence: 1, number: voice);
        streams.Leave(7);
        streams.Leave(9);
        Assert.That((streams.Numbers.TryFind(7, 1, out _), streams.Numbers.TryFind(8, 1, out _)), Is.EqualTo((false, true)));
        Assert.That(streams.Of(7).Rtp.Ssrc, Is.Not.EqualTo(7u));
    }
}
