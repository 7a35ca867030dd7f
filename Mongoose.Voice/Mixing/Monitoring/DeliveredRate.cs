using Mongoose.Core.Paths;
using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>The rate at which packets arrive while packets are sent. Pauses of the sender take no time, because they say nothing about the path.</summary>
internal sealed class DeliveredRate
{
    /// <summary>Mean over this time.</summary>
    private static readonly Duration Window = Duration.FromMilliseconds(300);

    /// <summary>A longer time without a packet is a pause of the sender; packets are at most this far apart otherwise.</summary>
    private static readonly Duration Pause = Duration.FromMilliseconds(100);

    /// <summary>Packets are reordered by less; an earlier arrival is that of a receiver that has restarted, with another clock.</summary>
    private static readonly Duration LongestReordering = Duration.FromSeconds(2);

    private readonly DeliveryMeter _meter = new();
    private Instant _sentAt, _arrivedAt;
    private Duration _pauses = Duration.Zero;
    private bool _isStarted;

    /// <summary>The mean over the last 300 ms.</summary>
    public DataRate Latest => DataRate.FromBytesPerSecond(_meter.Latest);

    /// <summary>The largest such mean of the last two seconds.</summary>
    public DataRate Largest => DataRate.FromBytesPerSecond(_meter.Largest);

    /// <summary>Adds a packet.</summary>
    /// <param name="bytes">Its IP bytes.</param>
    /// <param name="sentAt">When it was sent.</param>
    /// <param name="arrivedAt">When it arrived, on the receiver's clock.</param>
    public void Add(int bytes, Instant sentAt, Instant arrivedAt)
    {
        if (_isStarted && sentAt - _sentAt > Pause)
            _pauses += sentAt - _sentAt - Pause;
        _sentAt = _isStarted ? Instant.Max(_sentAt, sentAt) : sentAt;
        Instant arrived = arrivedAt - _pauses;
        // Reordered packets must not turn the meter's time back.
        bool isReordered = _isStarted && arrived < _arrivedAt && _arrivedAt - arrived < LongestReordering;
        if (!isReordered)
            _arrivedAt = arrived;
        _isStarted = true;
        _meter.Add(bytes, Window, _arrivedAt);
    }
}
