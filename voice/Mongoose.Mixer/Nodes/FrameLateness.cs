using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Mixer.Nodes;

/// <summary>How late frames begin. One thread adds and takes; others may read <see cref="Delays"/> at any time.</summary>
public sealed class FrameLateness
{
    /// <summary>A frame counts as late from here on.</summary>
    public static readonly Duration LateAfter = Duration.FromMilliseconds(10);

    private Duration _max;

    /// <summary>The lateness of each frame since the start.</summary>
    public DelayHistogram Delays { get; } = new();

    /// <summary>The time since the start by which late frames were late.</summary>
    public Duration LateTime { get; private set; }

    /// <summary>Adds a frame.</summary>
    public void Add(Duration lateness)
    {
        Delays.Add(lateness);
        _max = Duration.Max(_max, lateness);
        if (lateness > LateAfter)
            LateTime += lateness;
    }

    /// <summary>The maximum since the last call.</summary>
    public Duration TakeMax()
    {
        Duration max = _max;
        _max = Duration.Zero;
        return max;
    }
}
