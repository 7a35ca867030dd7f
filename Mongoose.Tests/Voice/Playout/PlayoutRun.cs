using System.Buffers.Binary;
using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Playout;

namespace Mongoose.Tests.Voice.Playout;

/// <summary>What a mixer's frame clock got from a playout buffer.</summary>
internal sealed class PlayoutRun
{
    public List<PlayoutKind> Kinds { get; } = [];

    /// <summary>The delays of the frames with audio, in ms; when they were.</summary>
    public List<double> Delays { get; } = [];

    public List<double> Times { get; } = [];

    /// <summary>The samples of all frames: counts, and zeros for silence; of Opus, the first ticks of its packets.</summary>
    public List<int> Samples { get; } = [];

    public List<PlayoutState> States { get; } = [];

    public PlayoutState State => States[^1];

    public static PlayoutRun Play(
        AudioFormat format, IReadOnlyList<SentPacket> packets, double ms, double frameMs = 20, Func<double, bool>? isQuiet = null,
        Func<double>? lateMs = null)
    {
        PlayoutBuffer buffer = new(format, Duration.FromMilliseconds(frameMs));
        PlayoutRun run = new();
        int arrived = 0;
        for (int frame = 0; frame * frameMs < ms; frame++)
        {
            double now = frame * frameMs + (lateMs?.Invoke() ?? 0);
            for (; arrived < packets.Count && packets[arrived].ArrivalMs <= now; arrived++)
                buffer.Arrived(packets[arrived].Header, packets[arrived].Payload, Instant.FromMilliseconds(packets[arrived].ArrivalMs));
            run.Step(buffer, format, now, isQuiet?.Invoke(now) ?? false);
        }
        return run;
    }

    public double DelayPercentile(double share, double fromMs = 0)
    {
        List<double> delays = [.. Delays.Where((_, i) => Times[i] >= fromMs).Order()];
        return delays[(int)(share * (delays.Count - 1))];
    }

    public int Count(PlayoutKind kind) => Kinds.Count(each => each == kind);

    /// <summary>Samples that are neither silence nor the successor of the sample before.</summary>
    public int Breaks() => Enumerable.Range(1, Math.Max(Samples.Count - 1, 0)).Count(i => Samples[i] != (ushort)(Samples[i - 1] + 1));

    private void Step(PlayoutBuffer buffer, AudioFormat format, double now, bool isQuiet)
    {
        Kinds.Add(buffer.Next(isQuiet, Instant.FromMilliseconds(now)));
        while (buffer.TryTake(out ReadOnlySpan<byte> payload))
            Note(format, payload);
        States.Add(buffer.State);
        if (Kinds[^1] != PlayoutKind.Audio)
            return;
        Delays.Add(buffer.State.Delay.Milliseconds);
        Times.Add(now);
    }

    private void Note(AudioFormat format, ReadOnlySpan<byte> payload)
    {
        if (format.SampleBytes == 0)
            Samples.Add(payload.Length < 8 ? 0 : BinaryPrimitives.ReadInt32BigEndian(payload[4..]));
        else if (format.SampleBytes == 1)
            Samples.AddRange(payload.ToArray().Select(sample => (int)sample));
        else
            for (int i = 0; i < payload.Length; i += 2)
                Samples.Add(BinaryPrimitives.ReadUInt16BigEndian(payload[i..]));
    }
}
