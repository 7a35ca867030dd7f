using Mongoose.Voice.Conferences.Peers;
using Mongoose.Voice.Conferences.Sources;

namespace Mongoose.Tests.Voice.Conferences;

public sealed class OutgoingStreamsTests
{
    private readonly List<uint> _removed = [];

    [Test]
    public void A_stream_whose_SSRC_the_client_uses_is_removed_and_gets_another_one()
    {
        OutgoingStreams streams = new(clockRate: 8000, new SourceIds(1)) { Removed = _removed.Add };
        Assert.That((streams.Of(7).Rtp.Ssrc, streams.Of(8).Rtp.Ssrc), Is.EqualTo((7u, 8u)));
        streams.Leave(7);
        streams.Leave(9);
        Assert.That(_removed, Is.EqualTo(new[] { 7u }));
        Assert.That(streams.Of(7).Rtp.Ssrc, Is.Not.EqualTo(7u));
    }
}
