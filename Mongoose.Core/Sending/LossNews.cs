using Mongoose.Core.Paths;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>What acks have shown about losses since the last report to path control.</summary>
internal struct LossNews
{
    private int _lost, _spurious;
    private Instant _newestSent;

    /// <summary>Adds a packet that was found lost. Packets are added in the order of their numbers.</summary>
    public void AddLost(in SentPacket packet)
    {
        _newestSent = packet.FirstSent;
        _lost++;
    }

    /// <summary>Adds a packet that was found lost and has arrived after all.</summary>
    public void AddSpurious() => _spurious++;

    /// <summary>Completes the report of a datagram, and starts over.</summary>
    public AckReport Take(in AckReport report)
    {
        if (_lost == 0 && _spurious == 0)
            return report;
        AckReport complete = report with { LostPackets = _lost, NewestLostSent = _newestSent, Spurious = _spurious };
        this = default;
        return complete;
    }
}
