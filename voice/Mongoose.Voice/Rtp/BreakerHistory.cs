using Mongoose.Core.Units;

namespace Mongoose.Voice.Rtp;

/// <summary>The latest reports that a circuit breaker evaluated, with the packets sent before each.</summary>
/// <param name="capacity">The number of reports, at least 1.</param>
/// <param name="now">When the first interval begins.</param>
internal sealed class BreakerHistory(int capacity, Instant now)
{
    private const double FractionSteps = 256;

    private readonly BreakerReport[] _ring = new BreakerReport[capacity + 1];
    private Instant _begin = now;
    private int _next;

    /// <summary>The number of reports, at most the capacity.</summary>
    public int Count { get; private set; }

    public void Add(BreakerReport report)
    {
        _ring[_next] = report;
        _next = (_next + 1) % _ring.Length;
        if (Count < capacity)
            Count++;
        else
            _begin = _ring[Slot(capacity + 1)].At;
    }

    public void Clear(Instant at) => (Count, _begin) = (0, at);

    /// <summary>Means over the latest reports.</summary>
    /// <param name="reports">1 to <see cref="Count"/>.</param>
    public BreakerMean Mean(int reports)
    {
        long bytes = 0, packets = 0, lost = 0;
        for (int back = 1; back <= reports; back++)
        {
            ref readonly BreakerReport report = ref _ring[Slot(back)];
            bytes += report.Bytes;
            packets += report.Packets;
            lost += report.FractionLost;
        }
        Instant begin = reports < Count ? _ring[Slot(reports + 1)].At : _begin;
        return new BreakerMean(
            lost / (FractionSteps * reports),
            packets == 0 ? 0 : (double)bytes / packets,
            DataRate.Of(bytes, _ring[Slot(1)].At - begin));
    }

    private int Slot(int back) => (_next - back + _ring.Length) % _ring.Length;
}

/// <param name="FractionLost">In 1/256.</param>
/// <param name="Packets">Packets sent since the report before.</param>
/// <param name="Bytes">IP bytes of those packets.</param>
/// <param name="At">When it came.</param>
internal readonly record struct BreakerReport(byte FractionLost, int Packets, long Bytes, Instant At);

/// <param name="Loss">0 to 1.</param>
/// <param name="PacketBytes">The mean packet; 0 if none was sent.</param>
internal readonly record struct BreakerMean(double Loss, double PacketBytes, DataRate Rate);
