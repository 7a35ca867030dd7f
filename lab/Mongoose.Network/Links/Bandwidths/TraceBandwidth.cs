using Mongoose.Core.Units;

namespace Mongoose.Network.Links.Bandwidths;

/// <summary>
/// Transmission opportunities at recorded times, as in mahimahi's mm-link (Netravali et al., USENIX ATC 2015, section 3.2): each carries
/// <see cref="OpportunityBytes"/> of one or several waiting packets, and unused bytes are lost. A larger packet takes several
/// opportunities. At its end the trace restarts; the time of the last opportunity is its length.
/// </summary>
public sealed record TraceBandwidth : Bandwidth
{
    public const int OpportunityBytes = 1500;

    private const long NanosecondsPerMillisecond = 1_000_000;

    private readonly int[] _milliseconds;

    /// <param name="milliseconds">The time of each opportunity since the start; never decreasing, the last above 0.</param>
    /// <exception cref="ArgumentException">The times do not meet these conditions.</exception>
    public TraceBandwidth(IEnumerable<int> milliseconds)
    {
        _milliseconds = [.. milliseconds];
        if (_milliseconds.Length == 0 || _milliseconds[0] < 0 || _milliseconds[^1] == 0)
            throw new ArgumentException("bandwidth trace: the times must be 0 or more, and the last above 0");
        for (int i = 1; i < _milliseconds.Length; i++)
        {
            if (_milliseconds[i] < _milliseconds[i - 1])
            {
                throw new ArgumentException(
                    $"bandwidth trace, opportunity {i} at {_milliseconds[i]} ms: must not be before {_milliseconds[i - 1]} ms");
            }
        }
    }

    public override ITransmitter Start(Instant now) => new Transmitter(this, now);

    public override long BytesIn(Duration from, Duration to) =>
        Math.Max(0, OpportunitiesUntil(to) - OpportunitiesUntil(from)) * OpportunityBytes;

    /// <summary>Opportunities from the start up to and including a time.</summary>
    private long OpportunitiesUntil(Duration time)
    {
        if (time < Duration.Zero)
            return 0;
        (long rounds, long rest) = Math.DivRem(time.Nanoseconds / NanosecondsPerMillisecond, _milliseconds[^1]);
        int first = 0, end = _milliseconds.Length;
        while (first < end)
        {
            int middle = (first + end) / 2;
            if (_milliseconds[middle] <= rest)
                first = middle + 1;
            else
                end = middle;
        }
        return rounds * _milliseconds.Length + first;
    }

    private Duration TimeOf(long opportunity)
    {
        (long rounds, long index) = Math.DivRem(opportunity, _milliseconds.Length);
        return new Duration((rounds * _milliseconds[^1] + _milliseconds[index]) * NanosecondsPerMillisecond);
    }

    private sealed class Transmitter(TraceBandwidth trace, Instant started) : ITransmitter
    {
        private long _next;
        private long _left; // bytes of the opportunity before _next

        public Instant Finish(int wireBytes, Instant start, bool backToBack)
        {
            if (!backToBack)
            {
                // Opportunities pass unused while nothing waits, including an opportunity at this very instant.
                _next = trace.OpportunitiesUntil(start - started);
                _left = 0;
            }
            if (wireBytes > _left)
            {
                long more = (wireBytes - _left + OpportunityBytes - 1) / OpportunityBytes;
                _next += more;
                _left += more * OpportunityBytes;
            }
            _left -= wireBytes;
            return started + trace.TimeOf(_next - 1);
        }
    }
}
