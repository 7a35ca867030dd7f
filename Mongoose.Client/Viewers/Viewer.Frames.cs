using Mongoose.Runtime.Time;

namespace Mongoose.Client.Viewers;

// The frames of a viewer that has frames.
public sealed partial class Viewer
{
    /// <summary>
    /// Datagrams that the viewer's own buffers dropped, and datagrams that reached it; without frames nothing is dropped.
    /// </summary>
    public (long Dropped, long Reached) Overflow =>
        _frames is { } frames ? (frames.Buffers.Overflowed, frames.Buffers.Arrived) : (0, DatagramsReceived);

    private ViewerFrames? CreateFrames(IScheduler scheduler)
    {
        AckRule rule = AckRule.Of(_options.Acks);
        if (!rule.InFrames)
            return null;
        ReceiveBuffers buffers = new(rule, _options.Frames) { ReliableQueued = sequence => _acks.Queued(sequence) };
        return new ViewerFrames(scheduler, _options.Frames, buffers) { Process = Process, Ended = () => _acks.FrameEnded() };
    }

    /// <summary>Viewers that start together are not in step: the phases of their frames are spaced by the golden ratio.</summary>
    private static double PhaseOf(uint circuitCode)
    {
        const double goldenSection = 0.6180339887498949;
        return circuitCode * goldenSection % 1;
    }
}
