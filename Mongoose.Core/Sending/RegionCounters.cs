using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Core.Updates;

namespace Mongoose.Core.Sending;

/// <summary>
/// Counts what a region has sent since it began or since the last reset, including circuits that have closed. The sender's thread writes; other
/// threads read values that are at most one packet old.
/// </summary>
/// <param name="lifetime">The counts since the region began, which no reset changes.</param>
public sealed class RegionCounters(LifetimeCounters lifetime)
{
    private ChannelUsage _sentBefore;
    private PathCounts _pathBefore;
    private ResendCounts _resends, _resendsBefore;
    private long _stallsBefore;

    /// <summary>The counts since the region began, which no reset changes.</summary>
    public LifetimeCounters Lifetime => lifetime;

    public ChannelUsage Sent => Lifetime.Sent - _sentBefore;

    /// <summary>How often circuits reached their limit on unacknowledged data.</summary>
    public long Stalls => Lifetime.Stalls - _stallsBefore;

    /// <summary>Outcomes of reliable packets; all zero if acks are not used.</summary>
    public PathCounts Path => Lifetime.Path - _pathBefore;

    /// <summary>What resent object updates carried.</summary>
    public ResendCounts UpdateResends => _resends - _resendsBefore;

    public void Reset()
    {
        _sentBefore = Lifetime.Sent;
        _pathBefore = Lifetime.Path;
        _resendsBefore = _resends;
        _stallsBefore = Lifetime.Stalls;
    }

    internal void CountSent(in Grant grant, Duration delay) => Lifetime.CountSent(grant, delay);

    internal void CountPath(in PathCounts counts) => Lifetime.CountPath(counts);

    internal void CountUpdateResend(in ResendCounts resend) => _resends += resend;

    internal void CountResend(int bytes, ResendReason reason) => Lifetime.CountResend(bytes, reason);

    internal void CountSecond(LimitedBy limit, Duration? pathDelay) => Lifetime.CountSecond(limit, pathDelay);

    internal void CountStall() => Lifetime.CountStall();
}
