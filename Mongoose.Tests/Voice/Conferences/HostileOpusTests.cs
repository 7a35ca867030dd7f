using Mongoose.Core.Units;
using Mongoose.Tests.Voice.Audio;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>Small packets of Opus that claim to be long: a sender that costs little must not cost the mixer much.</summary>
[Category("Opus")]
[NonParallelizable] // It measures the memory of the process.
public class HostileOpusTests
{
    [SetUp]
    public void Require() => OpusLibraries.RequireNative();

    /// <summary>Two frames of 60 ms, without data (RFC 6716 section 3.1): one byte for 120 ms.</summary>
    private const byte LongestPacket = 11 << 3 | 1;

    private static readonly Duration Frame = Duration.FromMilliseconds(20);

    /// <param name="packets">Packets in each frame.</param>
    /// <param name="step">Ticks from one to the next.</param>
    [TestCase(1, 960)]
    [TestCase(500, 1)]
    [TestCase(500, 96_000)]
    [TestCase(20, -960)]
    public void Packets_that_overlap_or_jump_fill_no_memory(int packets, int step)
    {
        using Mixer mixer = new(ConferenceRig.Client("hostile", codec: "opus"));
        mixer.Run(100, packets, step, _ => 97);
        Assert.That(Allocation.FewestBytesHeld(() => mixer.Run(500, packets, step, _ => 97)), Is.LessThan(1_000_000),
            "bytes in ten seconds");
    }

    [Test]
    public void Formats_that_change_all_the_time_allocate_little()
    {
        using Mixer mixer = new(ConferenceRig.Client("hostile", PeerForm.Stereo, "L16/48000/2"));
        long allocated = Allocation.FewestBytes(() => mixer.Run(100, 100, 160, number => number / 2 % 2 == 0 ? (byte)0 : (byte)97));
        Assert.That(allocated, Is.LessThan(2_000_000), "bytes for ten thousand packets in two seconds, of which four changes are accepted");
    }

    private sealed class Mixer(PeerOptions hostile) : IDisposable
    {
        private readonly Conference _conference =
            new(new ConferenceOptions(Frame, 1, []), [hostile, ConferenceRig.Client("other", codec: "PCMU")], (_, _) =>
            { }, Instant.FromSeconds(1));

        private readonly byte[] _datagram = new byte[RtpPacket.HeaderBytes + 4];
        private Instant _now = Instant.FromSeconds(1);
        private int _number;
        private uint _timestamp;

        public void Run(int frames, int packets, int step, Func<int, byte> payloadTypeOf)
        {
            for (int frame = 0; frame < frames; frame++)
            {
                for (int i = 0; i < packets; i++)
                {
                    _timestamp += (uint)step;
                    RtpHeader header = new(payloadTypeOf(_number), false, (ushort)_number++, _timestamp, 5);
                    _conference.Received(0, _datagram.AsSpan(0, RtpPacket.Write(_datagram, header, [], [LongestPacket, 0, 0, 0])), _now);
                }
                _conference.Tick(_now += Frame);
            }
        }

        public void Dispose() => _conference.Dispose();
    }
}
