using Mongoose.Core.Paths;
using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>
/// The rate at which packets arrive while packets are sent. Pauses of the sender are excluded, because they carry no information about the
/// path.
/// </summary>
/// <param name="interval">The time of a packet's audio: the interval of packets while streams are sent.</param>
internal sealed class DeliveredRate(Duration interval)
{
    /// <summary>Mean over this time.</summary>
    private static readonly Duration Window = Duration.FromMilliseconds(300);

    /// <summary>A longer time between two packets is a pause of the sender.</summary>
    private static readonly Duration MinPause = Duration.FromMilliseconds(100);

    private const double PauseIntervals = 2;

    /// <summary>
    /// If the one-way delay changes by more than this from packet to packet, the receiver's clock was set, or the receiver has restarted.
    /// </summary>
    private static readonly Duration ClockStep = Duration.FromSeconds(1);

    private readonly Duration _pause = Duration.Max(MinPause, interval * PauseIntervals);
    private readonly DeliveryMeter _meter = new(Window);
    private uint _number;
    private Instant _sentAt, _arrivedAt, _fullAt = Instant.LongAgo;
    private Duration _onTheWay;
    private DataRate _before;
    private Duration _pauses = Duration.Zero;
    private bool _isStarted;

    /// <summary>The mean over the last 300 ms.</summary>
    public DataRate Latest => IsFull ? DataRate.FromBytesPerSecond(_meter.Latest) : _before;

    /// <summary>The largest such mean of the last two seconds.</summary>
    public DataRate Largest => IsFull ? DataRate.FromBytesPerSecond(_meter.Max) : _before;

    /// <summary>Whether the window of the mean lies on the receiver's present clock.</summary>
    private bool IsFull => _arrivedAt >= _fullAt;

    /// <summary>Adds a packet.</summary>
    /// <param name="arrivedAt">When it arrived, on the receiver's clock.</param>
    /// <param name="latest">
    /// When the latest packet of the report arrived. All packets of a report count at this time, so that the mean does not end between
    /// them, but each at most the minimum pause after its own arrival: a later pause is not subtracted from the packet's time.
    /// </param>
    public void Add(in SentPacket packet, Instant arrivedAt, Instant latest)
    {
        SubtractPause(packet);
        Instant arrived = Instant.Min(latest, arrivedAt + _pause) - _pauses;
        if (IsOtherClock(arrivedAt - packet.FirstSent))
            (_before, _fullAt, _arrivedAt) = (Largest, arrived + Window, arrived);
        // Reordered packets must not turn the meter's time back.
        _arrivedAt = _isStarted ? Instant.Max(_arrivedAt, arrived) : arrived;
        _isStarted = true;
        _meter.Add(packet.Bytes, _arrivedAt);
    }

    private bool IsOtherClock(Duration onTheWay)
    {
        Duration change = onTheWay - _onTheWay;
        _onTheWay = onTheWay;
        return _isStarted && (change > ClockStep || change < Duration.Zero - ClockStep);
    }

    /// <summary>Subtracts pauses from the time. Between consecutive numbers nothing was sent; between others, packets were lost.</summary>
    private void SubtractPause(in SentPacket packet)
    {
        Duration gap = packet.FirstSent - _sentAt;
        if (_isStarted && packet.Number == _number + 1 && gap > _pause)
            _pauses += gap - _pause;
        if (!_isStarted || SentPackets.IsAfter(packet.Number, _number))
            (_number, _sentAt) = (packet.Number, packet.FirstSent);
    }
}
