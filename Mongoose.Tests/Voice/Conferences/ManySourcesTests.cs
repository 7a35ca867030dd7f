using Mongoose.Core.Units;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

public class ManySourcesTests
{
    [Test]
    public void Two_hundred_sources_of_twenty_peers_are_served_in_every_frame_and_allocate_nothing()
    {
        using ManySources many = new();
        many.Run(500);
        long packets = many.AudioPackets;
        many.Run(500);
        long sent = many.AudioPackets - packets;
        Assert.Multiple(() =>
        {
            Assert.That(sent, Is.EqualTo(500 * ManySources.Peers), "one to each peer and frame");
            Assert.That(Enumerable.Range(0, ManySources.Peers).Sum(peer => many.Mixer.StateOf(peer).Heard),
                Is.EqualTo(ManySources.Peers * ManySources.SourcesOfPeer));
            Assert.That(Allocation.FewestBytes(() => many.Run(25)), Is.Zero, "bytes in half a second without reports");
        });
    }
}

/// <summary>Ten sources of mu-law from each of twenty clients.</summary>
internal sealed class ManySources : IDisposable
{
    public const int Peers = 20, SourcesOfPeer = 10;

    private static readonly Duration Frame = Duration.FromMilliseconds(20);

    private readonly byte[] _datagram = new byte[172], _payload = new byte[160];
    private long _frame;
    private Instant _now = Instant.FromSeconds(1);

    public ManySources()
    {
        new Random(1).NextBytes(_payload);
        PeerOptions[] peers =
            [.. Enumerable.Range(0, Peers).Select(i => ConferenceRig.Client($"{i}", codec: "PCMU") with { MaxSources = SourcesOfPeer })];
        Mixer = new Conference(new ConferenceOptions(Frame, 1, []), peers, (_, datagram) =>
            AudioPackets += RtcpPacket.IsRtcp(datagram) ? 0 : 1, _now);
    }

    public Conference Mixer { get; }

    public long AudioPackets { get; private set; }

    public void Run(int frames)
    {
        for (int i = 0; i < frames; i++)
        {
            (_now, _frame) = (_now + Frame, _frame + 1);
            for (int source = 0; source < Peers * SourcesOfPeer; source++)
            {
                RtpHeader header = new(0, false, (ushort)_frame, (uint)_frame * 160, (uint)(1000 + source));
                Mixer.Received(source % Peers, _datagram.AsSpan(0, RtpPacket.Write(_datagram, header, [], _payload)), _now);
            }
            Mixer.Tick(_now);
        }
    }

    public void Dispose() => Mixer.Dispose();
}
