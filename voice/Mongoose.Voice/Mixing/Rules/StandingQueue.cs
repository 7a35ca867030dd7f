using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// Whether a queue neither goes nor falls although the sender has reduced its streams: others keep it. It may be shorter than the delay
/// that the remaining streams may cause, so that nothing else would end the reduction.
/// </summary>
internal struct StandingQueue(Instant now)
{
    /// <summary>
    /// A queue stands if it has not fallen by this within <see cref="Time"/>. Behind the last stream that fits, it falls slowly.
    /// </summary>
    private static readonly Duration Fall = Duration.FromMilliseconds(5);

    private static readonly Duration Time = Duration.FromSeconds(4);

    private Instant _since = now;
    private Duration _height;

    /// <summary>Takes a reading. Returns whether others keep the queue.</summary>
    /// <param name="isReduced">Whether the sender has reduced its streams since the queue began.</param>
    public bool IsFound(bool isReduced, in PathReading reading)
    {
        if (!isReduced || reading.Queueing < DelayLimit.Short || reading.Queueing < _height - Fall)
            (_since, _height) = (reading.At, reading.Queueing);
        _height = Duration.Max(_height, reading.Queueing);
        return reading.At - _since > Time;
    }
}
