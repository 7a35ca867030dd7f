using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Playout;
using Mongoose.Voice.Rtp;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>A playout buffer with a source whose clock drifts, in simulated time.</summary>
internal static class DriftingSource
{
    public static readonly Duration Frame = Duration.FromMilliseconds(20);

    private const int Samples = 160;

    /// <summary>Plays a source.</summary>
    /// <param name="drift">By how much the source's clock is fast, in parts per million.</param>
    /// <param name="jitter">Packets are late by up to this.</param>
    /// <param name="hasPauses">Whether one second in four is quiet; packets go on.</param>
    /// <param name="minutes">When the delay is taken.</param>
    /// <returns>The mean delays in ms, and the buffer's counters at the end.</returns>
    public static (double[] Delays, PlayoutState State) Play(double drift, Duration jitter, bool hasPauses, int[] minutes)
    {
        PlayoutBuffer buffer = new(AudioFormat.Pcmu, Frame);
        Random random = new(1);
        byte[] payload = new byte[Samples];
        Duration interval = Frame * (1 / (1 + drift / 1e6));
        Instant start = Instant.FromSeconds(1), arrival = start;
        List<double> delays = [], second = [];
        long sent = 0;
        for (long frame = 0; frame < minutes.Max() * 3000L; frame++)
        {
            Instant now = start + Frame * frame + Frame / 2;
            for (; arrival <= now; arrival = start + interval * sent + jitter * random.NextDouble())
                buffer.Arrived(new RtpHeader(0, sent == 0, (ushort)sent, (uint)(sent++ * Samples), 1), payload, arrival);
            buffer.Next(hasPauses && frame % 200 < 50, now);
            while (buffer.TryTake(out _))
            {
            }
            second.Add(buffer.State.Delay.Milliseconds);
            if (second.Count > 50)
                second.RemoveAt(0);
            if (minutes.Contains((int)((frame + 1) / 3000)) && (frame + 1) % 3000 == 0)
                delays.Add(second.Average());
        }
        return (delays.ToArray(), buffer.State);
    }
}
