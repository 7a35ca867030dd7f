namespace Mongoose.Server.Inbound;

/// <summary>
/// Counts the received datagrams that Mongoose dropped or changed, since the region's start or the last reset. Thread-safe.
/// </summary>
internal sealed class InboundCounters
{
    private Counter _badThrottles, _malformed, _foreign;

    /// <summary>AgentThrottle messages without valid rates; the last valid rates stay in force.</summary>
    public long BadThrottles => _badThrottles.Value;

    /// <summary>Malformed datagrams from viewers, dropped.</summary>
    public long Malformed => _malformed.Value;

    /// <summary>Malformed datagrams from addresses without a circuit, dropped.</summary>
    public long Foreign => _foreign.Value;

    /// <summary>The counts since the region's start, which no reset changes.</summary>
    public InboundTotals Totals => new(_badThrottles.Total, _malformed.Total, _foreign.Total);

    public void CountBadThrottle() => _badThrottles.Count();

    public void CountMalformed(bool hasCircuit)
    {
        if (hasCircuit)
            _malformed.Count();
        else
            _foreign.Count();
    }

    public void Reset()
    {
        _badThrottles.Reset();
        _malformed.Reset();
        _foreign.Reset();
    }

    private struct Counter
    {
        private long _count, _before;

        public readonly long Total => Volatile.Read(in _count);

        public readonly long Value => Total - Volatile.Read(in _before);

        public void Count() => Interlocked.Increment(ref _count);

        public void Reset() => Volatile.Write(ref _before, Volatile.Read(in _count));
    }
}

/// <summary>Received datagrams that Mongoose dropped or changed, as <see cref="InboundCounters"/> counts them.</summary>
internal readonly record struct InboundTotals(long BadThrottles, long Malformed, long Foreign);
