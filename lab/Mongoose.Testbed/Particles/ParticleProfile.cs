using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Testbed.Particles;

/// <summary>
/// The number of particles that move in each frame. With the defaults, 8 s at 25 frames per second as in the paper on Verse (section 3),
/// the number grows from 0 to all in the first 25 frames, stays until frame 125, and falls linearly to 0 at frame 200. Particles begin in
/// the order of their numbers and stop in the opposite order. The paper's own profile (figure 2) is not readable.
/// </summary>
internal sealed record ParticleProfile : ISettingRules
{
    /// <summary>
    /// The longest message, which fits into a packet of 1500 bytes with the headers of every peer; some peers allow less.
    /// </summary>
    public const int MaxMessageBytes = 1400;

    [Setting("count", Min = 1, Max = 100_000, Text = "number of particles")]
    public int Count { get; init; } = 100;

    [Setting("frames", Min = 2, Max = 100_000, Text = "frames in a cycle")]
    public int Frames { get; init; } = 200;

    [Setting("framesPerSecond", Min = 1, Max = 1000, Text = "frames per second of the sender")]
    public double FramesPerSecond { get; init; } = 25;

    [Setting("growFrames", Min = 0, Max = 100_000, Text = "first frames in a cycle: moving particles grow linearly from 0 to all")]
    public int GrowFrames { get; init; } = 25;

    [Setting("shrinkFrames", Min = 0, Max = 100_000, Range = "at most `frames` - 1 together with `growFrames`",
        Text = "last frames in a cycle: moving particles fall linearly to 0")]
    public int ShrinkFrames { get; init; } = 75;

    [Setting("cycles", Min = 1, Max = 10_000, Text = "cycles, one after another")]
    public int Cycles { get; init; } = 1;

    [Setting("messageBytes", Min = ParticleValue.Bytes, Max = MaxMessageBytes, Unit = "bytes",
        Range = "20 to 1400; 1200 with `sctp`, `sctp-ttl`, `enet`, 1076 with `verse`, `verse-cc`",
        Text = "a particle's state: 4 bytes number, 4 bytes frame, three floats of position, zeros")]
    public int MessageBytes { get; init; } = ParticleValue.Bytes;

    /// <summary>Time between two frames.</summary>
    public Duration Interval => Duration.FromSeconds(1 / FramesPerSecond);

    /// <summary>Frames of all cycles.</summary>
    public int TotalFrames => Frames * Cycles;

    /// <summary>Time from the first frame to the last.</summary>
    public Duration Length => TimeOf(TotalFrames - 1);

    /// <summary>The time of a frame, relative to the first frame.</summary>
    public Duration TimeOf(int frame) => Interval * frame;

    /// <summary>The newest frame at a time relative to the first frame; -1 before the first.</summary>
    public int FrameAt(Duration time) =>
        time < Duration.Zero ? -1 : (int)Math.Min(TotalFrames - 1, time.Nanoseconds / Interval.Nanoseconds);

    /// <summary>The number of particles that move in a frame; their ids are below this number.</summary>
    public int MovingIn(int frame)
    {
        int inCycle = frame % Frames, left = Frames - inCycle;
        return inCycle < GrowFrames ? (int)((long)Count * inCycle / GrowFrames)
            : left > ShrinkFrames ? Count
            : (int)(((long)Count * left + ShrinkFrames - 1) / ShrinkFrames);
    }

    object ISettingRules.Finish(ISettingReport report)
    {
        if (GrowFrames + ShrinkFrames >= Frames)
            report.Problem("shrinkFrames",
                $"allowed are 0 to {Math.Max(0, Frames - 1 - GrowFrames)} with frames {Frames} and growFrames {GrowFrames}");
        return this;
    }
}
