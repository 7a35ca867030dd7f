using Mongoose.Runtime.Time;

namespace Mongoose.Client.Viewers;

// The frames of a viewer that has them.
public sealed partial class Viewer
{
    /// <summary>Datagrams that its own buffers dropped, of those that reached it; none without frames.</summary>
    public (long Dropped, long Reached) Overflow => _frames is { } frames ? (frames.Buffers.Overflowed, frames.Buffers.Arrived) : (0, DatagramsReceived);

    private ViewerFrames? CreateFrames(IScheduler scheduler)
    {
        AckRule rule = AckRule.Of(_options.Acks);
        if (!rule.InFrames)
            return null;
        ReceiveBuffers buffers = new(rule, _options.Frames) { ReliableQueued = sequence => _acks.Queued(sequence) };
        return new ViewerFrames(scheduler, _options.Frames, buffers) { Process = Process, Ended = () => _acks.FrameEnded() };
    }

    /// <summary>Viewers that start together are not in step: their frames begin as far apart as multiples of the golden section are.</summary>
    private static double PhaseOf(uint circuitCode)
    {
        const double goldenSection = 0.6180339887498949;
        return circuitCode * goldenSection % 1;
    }
}
