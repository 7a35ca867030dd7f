using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Mongoose.Mixer.Nodes;
using Mongoose.Mixer.Runs;

namespace Mongoose.Mixer.Status;

/// <summary>A mixer's figures at the end of a second, copied on its loop for other threads.</summary>
/// <param name="At">When they were copied.</param>
/// <param name="Elapsed">The time since the start.</param>
/// <param name="Peers">The second of each peer, in the order of the settings.</param>
/// <param name="Lateness">How late frames began since the start.</param>
/// <param name="LateTime">See <see cref="FrameLateness.LateTime"/>.</param>
/// <param name="MaxLateness">The lateness of this second's latest frame.</param>
/// <param name="WrongLines">Control lines that were not understood.</param>
internal sealed record MixerSecond(Instant At, Duration Elapsed, IReadOnlyList<PeerSecond> Peers, DelayHistogram Lateness,
    Duration LateTime, Duration MaxLateness, long WrongLines)
{
    /// <summary>Copies the figures; call it on the mixer's loop, once a second.</summary>
    public static MixerSecond Take(Instant now, MixerRun run, FrameLateness lateness, long wrongLines) => new(now, run.Elapsed,
        run.Records.Select(record => record.Last).ToArray(), lateness.Delays, lateness.LateTime, lateness.TakeMax(), wrongLines);
}
