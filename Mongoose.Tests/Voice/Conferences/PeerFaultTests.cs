using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

public class PeerFaultTests
{
    private static readonly Duration Frame = Duration.FromMilliseconds(20);

    private readonly int[] _sent = new int[3];
    private readonly List<(int Peer, string Message)> _faults = [];

    private PeerStatus[] StatusOf(Conference mixer) => [.. Enumerable.Range(0, _sent.Length).Select(peer => mixer.StateOf(peer).Status)];

    [Test]
    public void A_peer_to_which_nothing_can_be_sent_stops_alone()
    {
        PeerFaultTests run = new();
        using Conference mixer = run.Start(new ConferenceOptions(Frame, 1, []), failing: 1);
        run.Speak(mixer, speaker: 0);
        Assert.Multiple(() =>
        {
            Assert.That(run.StatusOf(mixer), Is.EqualTo(new[] { PeerStatus.Open, PeerStatus.Failed, PeerStatus.Silent }));
            Assert.That(run._faults, Is.EqualTo(new[] { (1, "no way") }));
            Assert.That(run._sent[2], Is.GreaterThanOrEqualTo(50), "a packet in each frame");
        });
    }

    [Test]
    public void A_peer_whose_voice_cannot_be_decoded_stops_alone_although_others_listen()
    {
        PeerFaultTests run = new();
        ConferenceOptions options =
            new(Frame, 1, []) { Decoder = format => format == AudioFormat.Pcma ? new BrokenDecoder(format) : AudioDecoder.Create(format) };
        using Conference mixer = run.Start(options, failing: null);
        run.Speak(mixer, speaker: 0);
        Assert.Multiple(() =>
        {
            Assert.That(run.StatusOf(mixer), Is.EqualTo(new[] { PeerStatus.Failed, PeerStatus.Silent, PeerStatus.Silent }));
            Assert.That(run._faults, Is.EqualTo(new[] { (0, "broken") }));
            Assert.That(run._sent[1..], Has.All.GreaterThanOrEqualTo(50));
        });
    }

    private Conference Start(ConferenceOptions options, int? failing)
    {
        void Send(int peer, ReadOnlySpan<byte> datagram)
        {
            if (peer == failing)
                throw new InvalidOperationException("no way");
            _sent[peer]++;
        }
        PeerOptions[] peers = [ConferenceRig.Client("a"), ConferenceRig.Client("b"), ConferenceRig.Client("c")];
        return new Conference(options, peers, Send, Instant.Zero) { Failed = (peer, fault) => _faults.Add((peer, fault.Message)) };
    }

    /// <summary>Speaks A-law for a second.</summary>
    private void Speak(Conference mixer, int speaker)
    {
        byte[] datagram = new byte[200], speech = new byte[160];
        for (int frame = 0; frame < 50; frame++)
        {
            Instant now = Instant.Zero + Frame * frame;
            RtpHeader header = new(AudioFormat.Pcma.StaticPayloadType!.Value, false, (ushort)frame, (uint)frame * 160, 5);
            mixer.Received(speaker, datagram.AsSpan(0, RtpPacket.Write(datagram, header, [], speech)), now);
            mixer.Tick(now);
        }
        mixer.Leave(Instant.Zero + Frame * 50);
    }

    private sealed class BrokenDecoder(AudioFormat format) : AudioDecoder(format)
    {
        public override int Decode(ReadOnlySpan<byte> payload, Span<float> samples) => throw new InvalidOperationException("broken");

        public override void Conceal(Span<float> samples) => samples.Clear();

        public override void Reset()
        {
        }

        public override void Dispose()
        {
        }
    }
}
