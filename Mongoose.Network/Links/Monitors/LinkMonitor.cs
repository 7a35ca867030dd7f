using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Network.Links.Monitors;

/// <summary>
/// The figures of a link from a time on: utilisation, queueing delays, and queue length and drops by intervals. Set it as the link's
/// monitor when it is made. For one thread.
/// </summary>
public sealed class LinkMonitor : ILinkMonitor
{
    private readonly Link _link;
    private readonly Instant _from;
    private readonly Duration _interval;
    private readonly List<LinkInterval> _intervals = [];
    private long _queuedBytes;
    private Instant _last;
    private (Instant Ends, int Bytes) _transmission = (Instant.Never, 0);

    /// <param name="link">Observed from now on.</param>
    /// <param name="from">What happens before is left out, as warming up.</param>
    /// <param name="interval">Above 0.</param>
    public LinkMonitor(Link link, Instant from, Duration interval)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(interval, Duration.Zero);
        _link = link;
        _from = from;
        _last = from;
        _interval = interval;
        _queuedBytes = link.Queue.Bytes;
    }

    /// <summary>Sojourn times in the queue of the packets that left it to be transmitted.</summary>
    public DelaySamples QueueingDelays { get; } = new();

    /// <summary>The intervals that are over at <paramref name="now"/>, in order.</summary>
    public IReadOnlyList<LinkInterval> Intervals(Instant now)
    {
        Advance(now);
        return _intervals.GetRange(0, WholeIntervals(now));
    }

    /// <summary>
    /// Bytes transmitted in the intervals that are over at <paramref name="now"/>, as a share of what the bandwidth can carry in them. A
    /// packet counts where its transmission ends. Null when the bandwidth can carry nothing, or there is none.
    /// </summary>
    public double? Utilisation(Instant now)
    {
        Duration from = _from - _link.StartedAt, to = from + new Duration(WholeIntervals(now) * _interval.Nanoseconds);
        long capacity = _link.Options.Bandwidth?.BytesIn(from, to) ?? 0;
        return capacity == 0 ? null : (double)Intervals(now).Sum(interval => interval.TransmittedBytes) / capacity;
    }

    void ILinkMonitor.Arrived(Packet packet, Instant at) => ChangeQueue(packet.WireBytes, at);

    void ILinkMonitor.Dropped(long packets, long bytes, Instant at)
    {
        ChangeQueue(-bytes, at);
        if (at >= _from)
            IntervalOf(at).Drops += packets;
    }

    void ILinkMonitor.Departed(Packet packet, Instant start, Instant sent)
    {
        ChangeQueue(-packet.WireBytes, start);
        EndTransmission(start);
        _transmission = (sent, packet.WireBytes);
        if (start >= _from)
            QueueingDelays.Add(start - packet.EnqueuedAt);
    }

    void ILinkMonitor.Lost(Packet packet, Instant sent)
    {
    }

    void ILinkMonitor.Delivered(Packet packet, Instant at)
    {
    }

    private void ChangeQueue(long bytes, Instant at)
    {
        Advance(at);
        _queuedBytes += bytes;
    }

    /// <summary>Adds what was queued since the last look to the intervals that the time belongs to.</summary>
    private void Advance(Instant now)
    {
        EndTransmission(now);
        while (_last < now)
        {
            LinkInterval interval = IntervalOf(_last);
            Instant end = Instant.Min(now, _from + new Duration((WholeIntervals(_last) + 1) * _interval.Nanoseconds));
            interval.MeanQueuedBytes += _queuedBytes * ((end - _last) / _interval);
            interval.MostQueuedBytes = Math.Max(interval.MostQueuedBytes, _queuedBytes);
            _last = end;
        }
    }

    private void EndTransmission(Instant now)
    {
        if (_transmission.Ends > now)
            return;
        // What ends with an interval belongs to it, as the last opportunity of that time does.
        if (_transmission.Ends > _from)
            IntervalOf(_transmission.Ends - new Duration(1)).TransmittedBytes += _transmission.Bytes;
        _transmission = (Instant.Never, 0);
    }

    private LinkInterval IntervalOf(Instant time)
    {
        int index = WholeIntervals(time);
        while (_intervals.Count <= index)
            _intervals.Add(new LinkInterval());
        return _intervals[index];
    }

    private int WholeIntervals(Instant time) => (int)Math.Max(0, (time - _from).Nanoseconds / _interval.Nanoseconds);
}

/// <summary>What happened on a link in one interval of time; all bytes are those on the wire.</summary>
public sealed class LinkInterval
{
    /// <summary>Of packets whose last bit left in it.</summary>
    public long TransmittedBytes { get; internal set; }

    /// <summary>Packets that the queue dropped.</summary>
    public long Drops { get; internal set; }

    /// <summary>In the queue, over time.</summary>
    public double MeanQueuedBytes { get; internal set; }

    /// <summary>In the queue for any length of time.</summary>
    public long MostQueuedBytes { get; internal set; }
}
