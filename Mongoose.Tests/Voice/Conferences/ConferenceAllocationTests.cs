using System.Buffers.Binary;
using Mongoose.Core.Units;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>
/// Frames and packets allocate nothing once all has grown. Notices and reports, which come every two seconds, are not in the runs of one
/// second.
/// </summary>
public class ConferenceAllocationTests
{
    private static readonly Duration Frame = Duration.FromMilliseconds(20);

    [Test]
    public void A_trunk_that_forwards_allocates_nothing() => AssertNothing(Trunk(8), 4);

    [Test]
    public void A_trunk_that_mixes_allocates_nothing() => AssertNothing(Trunk(2), 6);

    [Test]
    public void Teams_allocate_nothing() =>
        AssertNothing(Trunk(3), 8, [.. Enumerable.Range(1, 8).Select(i => new SourceOptions { Name = $"{i}", Team = $"{i % 3}" })]);

    [Test]
    public void Rendering_allocates_nothing([Values(PeerForm.Mono, PeerForm.Stereo)] PeerForm form) =>
        AssertNothing(ConferenceRig.Client("listener", form), 6);

    [Test]
    public void Separate_streams_with_feedback_allocate_nothing() =>
        AssertNothing(ConferenceRig.Client("listener", PeerForm.Separate, "PCMU") with { Rule = "steady", MaxStreams = 4 }, 6);

    private static PeerOptions Trunk(int streams) =>
        ConferenceRig.Mixer("far") with { Codec = "PCMU", MaxStreams = streams, Rule = "fixed" };

    private static void AssertNothing(PeerOptions first, int speakers, IReadOnlyList<SourceOptions>? sources = null)
    {
        PeerOptions[] peers = [first, .. Enumerable.Range(1, speakers).Select(i => ConferenceRig.Client($"{i}", codec: "PCMU"))];
        Pair pair = new(peers, sources ?? [], isTrunk: first.Role == PeerRole.Mixer);
        pair.Run(200);
        // A run of 25 frames, half a second, so that at least one of the three has no notices and reports.
        Assert.That(Allocation.FewestBytes(() => pair.Run(25)), Is.Zero);
        Assert.That(pair.Packets, Is.GreaterThan(200));
    }

    /// <summary>
    /// A conference with speakers, and a listener that sends feedback, or another conference. What they send waits in a buffer until the
    /// frame's end.
    /// </summary>
    private sealed class Pair
    {
        private readonly Conference _near;
        private readonly Conference? _far;
        private readonly byte[] _wire = new byte[200_000], _packet = new byte[200], _feedback = new byte[1400];
        private readonly int _speakers;
        private readonly ushort[] _first = new ushort[1000];
        private readonly uint[] _ssrcs = new uint[1000];
        private int _used, _streams;
        private long _frame;
        private Instant _now = Instant.FromSeconds(1);

        public Pair(PeerOptions[] peers, IReadOnlyList<SourceOptions> sources, bool isTrunk)
        {
            _speakers = peers.Length - 1;
            _near = new Conference(new ConferenceOptions(Frame, 1, sources), peers, (peer, datagram) => Write(0, peer, datagram), _now);
            if (isTrunk)
                _far = new Conference(new ConferenceOptions(Frame, 2, []), [peers[0], ConferenceRig.Client("listener", codec: "PCMU")],
                    (peer, datagram) => Write(1, peer, datagram), _now);
        }

        public long Packets { get; private set; }

        public void Run(int frames)
        {
            for (int i = 0; i < frames; i++)
                RunFrame();
        }

        private void RunFrame()
        {
            _now += Frame;
            _frame++;
            for (int speaker = 1; speaker <= _speakers; speaker++)
                Speak(speaker);
            _near.Tick(_now);
            _far?.Tick(_now);
            int end = _used;
            for (int at = 0; at < end;)
                Deliver(ref at);
            _used = 0;
            if (_far is null && _frame % 3 == 0)
                SendFeedback();
        }

        private void Speak(int speaker)
        {
            Span<byte> payload = stackalloc byte[160];
            for (int i = 0; i < payload.Length; i++)
                payload[i] = (byte)((_frame * 7 + i * speaker) & 0x9f);
            int bytes =
                RtpPacket.Write(_packet, new RtpHeader(0, false, (ushort)_frame, (uint)_frame * 160, (uint)(100 + speaker)), [], payload);
            _near.Received(speaker, _packet.AsSpan(0, bytes), _now);
        }

        private void Write(int from, int peer, ReadOnlySpan<byte> datagram)
        {
            if (peer != 0 || _used + datagram.Length + 4 > _wire.Length)
                return;
            (_wire[_used], _wire[_used + 1]) = ((byte)from, 0);
            BinaryPrimitives.WriteUInt16BigEndian(_wire.AsSpan(_used + 2), (ushort)datagram.Length);
            datagram.CopyTo(_wire.AsSpan(_used + 4));
            _used += 4 + datagram.Length;
        }

        private void Deliver(ref int at)
        {
            ReadOnlySpan<byte> datagram = _wire.AsSpan(at + 4, BinaryPrimitives.ReadUInt16BigEndian(_wire.AsSpan(at + 2)));
            bool isFromNear = _wire[at] == 0;
            at += 4 + datagram.Length;
            Packets += isFromNear ? 1 : 0;
            if (_far is null)
                Note(datagram);
            else
                (isFromNear ? _far : _near).Received(0, datagram, _now);
        }

        /// <summary>Notes the packets of the last frames by stream.</summary>
        private void Note(ReadOnlySpan<byte> datagram)
        {
            if (RtcpPacket.IsRtcp(datagram) || !RtpPacket.TryRead(datagram, out RtpPacket packet))
                return;
            int index = _ssrcs.AsSpan(0, _streams).IndexOf(packet.Header.Ssrc);
            if (index < 0)
                _ssrcs[index = _streams++] = packet.Header.Ssrc;
            _first[index] = packet.Header.Number;
        }

        private void SendFeedback()
        {
            CongestionFeedbackWriter writer = new(_feedback, 5);
            for (int i = 0; i < _streams; i++)
            {
                writer.TryAdd(_ssrcs[i], (ushort)(_first[i] - 2), 3);
                for (int number = 0; number < 3; number++)
                    writer.Mark((ushort)(_first[i] - number), Frame * number);
            }
            int bytes = writer.End((uint)(_now.Nanoseconds * 65_536 / 1_000_000_000));
            _near.Received(0, _feedback.AsSpan(0, bytes), _now);
        }
    }
}
