using Mongoose.Core.Units;
using Mongoose.Mixer.Recordings;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Mixer.Recordings;

/// <summary>The recording of one source whose samples count, so that every sample that is left out, repeated or moved is seen.</summary>
public sealed class SourceTrackTests
{
    private const int Rate = 8000, PacketSamples = 160;

    private static readonly AudioFormat L16 = new(AudioCodec.L16, Rate, 1);

    [TestCase(300)]
    [TestCase(-300)]
    [TestCase(50)]
    [TestCase(-50)]
    public void The_drift_of_a_clock_is_followed_by_single_samples_for_hours(double partsPerMillion)
    {
        const int Hours = 3;
        double speed = 1 + partsPerMillion * 1e-6, furthest = 0;
        CountingStore store = new();
        using SourceTrack track = new(1, L16, store);
        int packets = Hours * 3600 * Rate / PacketSamples;
        for (int i = 0; i < packets; i++)
        {
            Duration at = Duration.FromSeconds((double)i * PacketSamples / Rate / speed);
            track.Arrived(Header(i, (uint)(i * PacketSamples)), (uint)i, CountingStore.Payload((long)i * PacketSamples, PacketSamples), at);
            track.Advance(at);
            // A sample is recorded at the time at which it was spoken, by the recorder's clock.
            furthest = Math.Max(furthest, Math.Abs(store.Written - store.Next / speed) / Rate);
        }
        Assert.That(furthest, Is.LessThan(0.12));
        track.End(Duration.FromSeconds(3600 * Hours));
        Assert.That((store.Faults, track.Late, track.Gaps.Missing), Is.EqualTo((0, 0L, Duration.Zero)));
        double drift = partsPerMillion * 1e-6 * Hours * 3600;
        Assert.That(track.Followed.Seconds, Is.EqualTo(Math.CopySign(Math.Max(0, Math.Abs(drift) - 0.1), drift)).Within(0.01));
        Assert.That(store.LeftOut - store.Repeated, Is.EqualTo(track.Followed.Seconds * Rate).Within(1));
    }

    [Test]
    public void Jitter_and_queues_below_100_ms_move_nothing()
    {
        Random random = new(3);
        CountingStore store = new();
        using SourceTrack track = new(1, L16, store);
        for (int i = 0; i < 600 * Rate / PacketSamples; i++)
        {
            // A queue that comes and goes in two minutes, and jitter.
            double seconds = 0.02 * i, late = 0.045 * (1 - Math.Cos(2 * Math.PI * seconds / 120)) + 0.01 * random.NextDouble();
            track.Arrived(Header(i, (uint)(i * PacketSamples)), (uint)i, CountingStore.Payload((long)i * PacketSamples, PacketSamples),
                Duration.FromSeconds(seconds + late));
            track.Advance(Duration.FromSeconds(seconds + late));
        }
        track.End(Duration.FromSeconds(600));
        Assert.That((store.Faults, store.LeftOut, store.Repeated, track.Late), Is.EqualTo((0, 0L, 0L, 0L)));
    }

    /// <summary>As FFmpeg sends: the packets of a quarter of a second at once, so that all but the first are ahead of their time.</summary>
    [TestCase(40_000)]
    [TestCase(-40_000)]
    [TestCase(int.MaxValue)]
    public void After_a_jump_of_timestamps_the_recording_continues_after_the_queued_packets(int jump)
    {
        const int Burst = 12, Jumps = 306, Packets = 600;
        CountingStore store = new();
        using SourceTrack track = new(1, L16, store);
        for (int i = 0; i < Packets; i++)
        {
            Duration at = Duration.FromSeconds((double)(i / Burst * Burst) * PacketSamples / Rate);
            uint timestamp = (uint)(i * PacketSamples) + (i < Jumps ? 0 : unchecked((uint)jump));
            track.Arrived(Header(i, timestamp), (uint)i, CountingStore.Payload((long)i * PacketSamples, PacketSamples), at);
            track.Advance(at);
        }
        track.End(Duration.FromSeconds(Packets * 0.02));
        Assert.That((store.Faults, store.LeftOut, store.Repeated, track.Late), Is.EqualTo((0, 0L, 0L, 0L)));
        Assert.That(track.Heard, Is.EqualTo(Duration.FromSeconds(Packets * 0.02)));
    }

    private static RtpHeader Header(int number, uint timestamp) => new(97, false, (ushort)number, timestamp, 1);
}
