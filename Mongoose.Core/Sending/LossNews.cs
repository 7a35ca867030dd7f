using Mongoose.Core.Paths;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>What acks have shown about losses since the last report to path control.</summary>
internal struct LossNews
{
    private uint? _lowestLost, _lowestSpurious;
    private uint _highestLost;
    private int _lost, _spurious;
    private long _lostBytes;
    private Instant _newestSent;

    /// <summary>Adds a packet that was found lost.</summary>
    public void AddLost(in SentPacket packet)
    {
        _lowestLost ??= packet.Number;
        (_highestLost, _newestSent) = (packet.Number, packet.FirstSent);
        _lost++;
        _lostBytes += packet.Bytes;
    }

    /// <summary>Adds a packet that was found lost and has arrived after all.</summary>
    public void AddSpurious(uint number)
    {
        if (_lowestSpurious is not { } lowest || SentPackets.IsAfter(lowest, number))
            _lowestSpurious = number;
        _spurious++;
    }

    /// <summary>Makes the report of a datagram, and starts over.</summary>
    public AckReport Take(Instant at, long bytes)
    {
        if (_lost == 0 && _spurious == 0)
            return new AckReport(at, bytes, HighestLost: null);
        AckReport report = new(at, bytes, _lost > 0 ? _highestLost : null)
        {
            LostPackets = _lost,
            LostBytes = _lostBytes,
            LowestLost = _lowestLost ?? 0,
            NewestLostSent = _newestSent,
            Spurious = _spurious,
            LowestSpurious = _lowestSpurious ?? 0,
        };
        this = default;
        return report;
    }
}
