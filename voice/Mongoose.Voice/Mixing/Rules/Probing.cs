using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>
/// The time in which only probes are sent. It ends after three acknowledgments and a wait that grows with each failure, once the queue has
/// drained or is attributed to other senders.
/// </summary>
internal struct Probing
{
    private const int ProbesToResume = 3;

    /// <summary>Waits before one stream is tried: 3, 6, 12, 24, then 25 s.</summary>
    private const double FirstWait = 3, MaxWait = 25;

    /// <summary>After this time, a queue that does not drain is attributed to other senders.</summary>
    private static readonly Duration Patience = Duration.FromSeconds(30);

    /// <summary>
    /// A queue that falls by more than this is still draining. With a probe per second, the compared samples are ten seconds apart.
    /// </summary>
    private static readonly Duration Drains = Duration.FromMilliseconds(-10);

    /// <summary>After this time, a resumed stream shows that the path carries it.</summary>
    private static readonly Duration Success = Duration.FromSeconds(30);

    private int _probes, _failures;
    private Instant _resumeAt, _resumedAt;

    /// <summary>Whether the queue was empty when the stream was resumed, so that the stream causes a later queue.</summary>
    public bool FoundEmptyQueue { get; private set; }

    /// <summary>Probing begins.</summary>
    public void Begin(Instant now)
    {
        if (now - _resumedAt > Success)
            _failures = 0;
        _resumeAt = now + Duration.FromSeconds(Math.Min(MaxWait, FirstWait * Math.Pow(2, _failures)));
        _failures++;
        _probes = 0;
    }

    /// <summary>Returns whether one stream may be tried.</summary>
    public bool MayResume(in PathReading reading)
    {
        _probes += reading.Acked;
        if (_probes < ProbesToResume || reading.At < _resumeAt)
            return false;
        FoundEmptyQueue = reading.Queueing < DelayLimit.Short;
        if (!FoundEmptyQueue && (reading.At < _resumeAt + Patience || reading.QueueingChange < Drains))
            return false;
        _resumedAt = reading.At;
        return true;
    }
}
