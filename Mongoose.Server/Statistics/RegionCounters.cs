using Mongoose.Core.Shaping;

namespace Mongoose.Server.Statistics;

/// <summary>
/// What a region has sent, and what went wrong, since it began or since the last reset. A circuit that closes takes nothing away. Others than
/// the loop's thread read figures that are at most a packet old.
/// </summary>
internal sealed class RegionCounters
{
    private ChannelUsage _sent, _sentBefore;
    private long _stalls, _stallsBefore, _failures, _failuresBefore, _badThrottles, _badThrottlesBefore;

    public ChannelUsage Sent => _sent - _sentBefore;

    /// <summary>Times that circuits met their limit on unacknowledged bytes.</summary>
    public long Stalls => _stalls - _stallsBefore;

    /// <summary>Exceptions that were caught.</summary>
    public long Failures => Volatile.Read(ref _failures) - _failuresBefore;

    /// <summary>AgentThrottle messages that were not passed on because no rates can be read from them.</summary>
    public long BadThrottles => Volatile.Read(ref _badThrottles) - _badThrottlesBefore;

    // Sent packets and stalls are counted by the loop's thread alone, the others by any.

    public void CountSent(in Grant grant) => _sent.Count(grant.Bytes, grant.Borrowed);

    public void CountStall() => _stalls++;

    public void CountFailure() => Interlocked.Increment(ref _failures);

    public void CountBadThrottle() => Interlocked.Increment(ref _badThrottles);

    public void Reset()
    {
        _sentBefore = _sent;
        _stallsBefore = _stalls;
        _failuresBefore = Volatile.Read(ref _failures);
        _badThrottlesBefore = Volatile.Read(ref _badThrottles);
    }
}
