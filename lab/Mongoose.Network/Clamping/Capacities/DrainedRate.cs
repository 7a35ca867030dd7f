using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Capacities;

/// <summary>
/// The capacity of a line from the departures of its own queue. A packet that has waited left when the transmitter was done with the packet
/// before it, so the transmitter was busy since the previous departure, with that previous packet. Each bin has the bytes over the busy
/// time in it, and the capacity is the maximum of the last bins. While nothing waits the last value stays, unless the flows use it: see
/// <see cref="UnseenGrowth"/>. Departures have their planned times, which a host that wakes up late reports afterwards; after the end of
/// their bin they count in the next one.
/// </summary>
internal sealed class DrainedRate
{
    private readonly (long Bin, DataRate Rate)[] _rates = new (long, DataRate)[DrainBins];
    private Instant? _previous;
    private long _previousBytes, _busyBytes, _passedBytes, _bin, _rateCount;
    private Duration _busy;

    /// <summary>The capacity. Before the first measurement it is a multiple of the traffic so far, or null without traffic.</summary>
    public DataRate? Value { get; private set; }

    /// <summary>Whether a packet has waited, so that the capacity was measured.</summary>
    public bool IsMeasured { get; private set; }

    /// <summary>A packet leaves the queue.</summary>
    /// <param name="wireBytes">The packet's size.</param>
    /// <param name="sojourn">The time that the packet has waited.</param>
    /// <param name="departure">When; never before the last departure, but possibly before the last <see cref="Advance"/>.</param>
    public void OnDequeued(int wireBytes, Duration sojourn, Instant departure)
    {
        Advance(departure);
        _passedBytes += wireBytes;
        if (_previous == departure)
        {
            // Both leave at one time, as at an opportunity of a trace: the time until the next departure is for both.
            _previousBytes += wireBytes;
            return;
        }
        if (_previous is { } previous && sojourn > Duration.Zero)
        {
            _busy += departure - previous;
            _busyBytes += _previousBytes;
        }
        (_previous, _previousBytes) = (departure, wireBytes);
    }

    /// <summary>Ends the bin if it is over.</summary>
    public void Advance(Instant now)
    {
        long bin = now.Nanoseconds / DrainBin.Nanoseconds;
        if (!IsMeasured && _busy >= FirstDrain)
            (Value, IsMeasured) = (DataRate.Of(_busyBytes, _busy), true);
        if (bin <= _bin)
            return;
        if (_busy > Duration.Zero)
            Measure(DataRate.Of(_busyBytes, _busy));
        else if (!IsMeasured)
            Grow(DataRate.Of(_passedBytes, DrainBin) * UnmeasuredGrowth);
        else if (Value is { } value && DataRate.Of(_passedBytes, DrainBin) > value * LineConstants.UsedPart)
            Value = value * UnseenGrowth;
        (_bin, _busy, _busyBytes, _passedBytes) = (bin, Duration.Zero, 0, 0);
    }

    private void Grow(DataRate rate)
    {
        if (rate > (Value ?? DataRate.Zero))
            Value = rate;
    }

    private void Measure(DataRate rate)
    {
        IsMeasured = true;
        _rates[_rateCount++ % _rates.Length] = (_bin, rate);
        Value = rate;
        foreach ((long bin, DataRate earlier) in _rates.AsSpan(0, (int)Math.Min(_rateCount, _rates.Length)))
        {
            if (bin > _bin - _rates.Length)
                Value = DataRate.Max(Value.Value, earlier);
        }
    }

    /// <summary>
    /// Bins of the drained rate. Fading that is faster than a bin is averaged: windows take a round trip to follow anyway.
    /// </summary>
    private static readonly Duration DrainBin = Duration.FromMilliseconds(200);

    /// <summary>
    /// Bins whose maximum counts, with the one just finished: short dips cost no throughput, and a step down is followed within four bins,
    /// 0.8 s.
    /// </summary>
    private const int DrainBins = 3;

    /// <summary>
    /// Busy time after which the first measurement is used, before its bin ends: slow start must not go on without a limit.
    /// </summary>
    private static readonly Duration FirstDrain = Duration.FromMilliseconds(20);

    /// <summary>
    /// Before the first measurement, the capacity is this multiple of the traffic in a bin: flows in slow start double in every round trip,
    /// and are to find the line's rate without a longer queue than two of its bandwidth-delay products.
    /// </summary>
    private const double UnmeasuredGrowth = 2;

    /// <summary>
    /// Growth per bin of a drained rate that has no sample although the flows use it: packets that arrive evenly, more slowly than the line
    /// sends them, never wait, and would hold the rate down for ever. From half the line the rate exceeds it within four bins. The first
    /// packet that waits ends the growth.
    /// </summary>
    private const double UnseenGrowth = 1.2;
}
