using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Monitoring;

namespace Mongoose.Voice.Mixing.Rules;

/// <summary>The time in which only probes are sent, and the way back: three acknowledgments, a wait that grows, and a queue that has drained.</summary>
internal struct Probing
{
    private const int ProbesToResume = 3;

    /// <summary>Waits before one stream is tried: 3, 6, 12, 24, then 25 s.</summary>
    private const double FirstWait = 3, LongestWait = 25;

    /// <summary>After this time a queue that does not drain counts as that of others.</summary>
    private static readonly Duration Patience = Duration.FromSeconds(30);

    /// <summary>With a probe per second, ten seconds lie between the samples of the queue.</summary>
    private static readonly Duration Drains = Duration.FromMilliseconds(-10);

    /// <summary>A stream that has been sent for so long shows that the path carries it.</summary>
    private static readonly Duration Success = Duration.FromSeconds(30);

    private int _probes, _failures;
    private Instant _resumeAt, _resumedAt;

    /// <summary>Whether the stream that was resumed found the queue empty, so that a queue is its own.</summary>
    public bool FoundEmptyQueue { get; private set; }

    /// <summary>Probing begins.</summary>
    public void Begin(Instant now)
    {
        if (now - _resumedAt > Success)
            _failures = 0;
        _resumeAt = now + Duration.FromSeconds(Math.Min(LongestWait, FirstWait * Math.Pow(2, _failures)));
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
