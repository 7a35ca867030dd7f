using Mongoose.Core.Loss;
using Mongoose.Core.Paths;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Voice.Mixing.Monitoring;

/// <summary>
/// The loss event rate of a sender, from the losses that it finds (RFC 5348 section 5). Losses of packets sent soon after the first lost
/// packet of an event belong to that event. Intervals count either packets, or bytes in units of 1500, so that a small packet counts as a
/// fraction of a full one.
/// </summary>
internal sealed class LossHistory(LossUnit unit, double segmentBytes, double discountFloor)
{
    /// <summary>A full packet, with headers.</summary>
    public const double FullPacketBytes = 1500;

    private LossEvents _events;
    private LossIntervals _intervals = new(discountFloor);
    private long _highest = -1, _latestEvent = -1;
    private long? _latestIndex;

    /// <summary>Loss events so far.</summary>
    public long Events => _events.Count;

    /// <summary>p, 0 to 1; 0 before the first loss.</summary>
    public double LossEventRate => _intervals.HasLoss ? Math.Min(1, Unit / _intervals.Mean(_highest)) : 0;

    private double Unit => unit == LossUnit.Bytes ? FullPacketBytes : 1;

    /// <summary>T: the rate of a TCP with the same losses.</summary>
    public DataRate FairRate(Duration roundTrip) =>
        _intervals.HasLoss ? TcpEquations.Padhye(segmentBytes, roundTrip, LossEventRate) : DataRate.MaxValue;

    /// <summary>Records a packet that arrived.</summary>
    public void Arrived(in SentPacket packet) => _highest = Math.Max(_highest, EndOf(packet));

    /// <summary>Records a lost packet. Returns whether it begins a loss event.</summary>
    /// <param name="eventTime">The duration of a loss event.</param>
    /// <param name="delivered">The rate of arrivals, from which the first interval follows (RFC 5348 section 6.3.1).</param>
    public bool Lost(in SentPacket packet, Duration eventTime, Duration roundTrip, DataRate delivered)
    {
        LossGap gap = new(packet.Number, packet.Number, 1, packet.FirstSent, packet.FirstSent);
        if (!_events.TryBegin(gap, packet.Number, eventTime, out _))
            return false;
        Begin(StartOf(packet), roundTrip, delivered);
        return true;
    }

    /// <summary>
    /// Records a loss event of other senders, in a queue that still accepts this sender's packets, at a packet that has just arrived.
    /// </summary>
    public void LostByOthers(in SentPacket arrived, Duration roundTrip, DataRate delivered) =>
        Lost(arrived, Duration.Zero, roundTrip, delivered);

    /// <summary>Replaces the history by a single interval, from which the equation of TCP gives the rate.</summary>
    public void Restart(DataRate rate, Duration roundTrip)
    {
        _intervals = new LossIntervals(discountFloor);
        _intervals.Begin(_highest, IntervalFor(rate, roundTrip));
        _latestEvent = _highest;
    }

    /// <summary>A loss that is found after a later event has begun is part of that event.</summary>
    private void Begin(long position, Duration roundTrip, DataRate delivered)
    {
        if (!_intervals.HasLoss)
            _intervals.Begin(position, IntervalFor(delivered, roundTrip));
        else if (position > _latestEvent)
            _intervals.Add(position);
        _latestEvent = Math.Max(_latestEvent, position);
    }

    private double IntervalFor(DataRate rate, Duration roundTrip)
    {
        DataRate min = DataRate.FromBytesPerSecond(segmentBytes / 2 / roundTrip.Seconds);
        return Unit / TcpEquations.PadhyeLoss(segmentBytes, roundTrip, DataRate.Max(rate, min));
    }

    private long StartOf(in SentPacket packet) => unit == LossUnit.Bytes ? packet.Offset : IndexOf(packet);

    private long EndOf(in SentPacket packet) => unit == LossUnit.Bytes ? packet.Offset + packet.Bytes - 1 : IndexOf(packet);

    /// <summary>The packet's number, extended across wraps: numbers of packets in flight are close to each other.</summary>
    private long IndexOf(in SentPacket packet)
    {
        long latest = _latestIndex ?? packet.Number;
        _latestIndex = latest + unchecked((int)(packet.Number - (uint)latest));
        return _latestIndex.Value;
    }
}
