using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Network.Links.Monitors;

/// <summary>
/// The figures of a link from a given time on: utilisation, queueing delays, drops, and queue length and drops per interval. Set it as the
/// link's monitor when the link is created. Use it on one thread.
/// </summary>
/// <param name="link">The link, observed from now on.</param>
/// <param name="origin">
/// The run's start, with which the intervals of <see cref="MaxDelays"/> begin; the link may exist for longer.
/// </param>
/// <param name="from">Earlier events are ignored as warm-up; at or after <paramref name="origin"/>.</param>
/// <param name="interval">The length of an interval, above 0.</param>
public sealed class LinkMonitor(Link link, Instant origin, Instant from, Duration interval) : ILinkMonitor
{
    private readonly Instant _from = from;

    private readonly Duration _interval = interval > Duration.Zero
        ? interval
        : throw new ArgumentOutOfRangeException(nameof(interval), interval, "must be above 0");

    private readonly List<LinkInterval> _intervals = [];
    private readonly List<Duration> _maxDelays = [];
    private long _queuedBytes = link.Queue.Bytes;
    private Instant _last = from;
    private (Instant Ends, int Bytes) _transmission = (Instant.Never, 0);

    /// <summary>Sojourn times of the packets that left the queue to be transmitted.</summary>
    public DelaySamples QueueingDelays { get; } = new();

    /// <summary>The packets that the queue has dropped.</summary>
    public long Drops { get; private set; }

    /// <summary>
    /// The longest queueing delay among the packets that left the queue in each interval that has ended by <paramref name="now"/>, zero if
    /// none did. These intervals begin with the run, so they include the warm-up.
    /// </summary>
    public IReadOnlyList<Duration> MaxDelays(Instant now)
    {
        int ended = IntervalsSinceOrigin(now);
        while (_maxDelays.Count < ended)
            _maxDelays.Add(Duration.Zero);
        return _maxDelays.GetRange(0, ended);
    }

    /// <summary>The intervals that have ended by <paramref name="now"/>, in order.</summary>
    public IReadOnlyList<LinkInterval> Intervals(Instant now)
    {
        Advance(now);
        return _intervals.GetRange(0, WholeIntervals(now));
    }

    /// <summary>
    /// Bytes transmitted in the intervals that have ended by <paramref name="now"/>, as a share of the bandwidth's capacity in them. A
    /// packet counts in the interval in which its transmission ends. Null if the capacity is zero, or if there is no bandwidth limit.
    /// </summary>
    public double? Utilisation(Instant now)
    {
        Duration from = _from - link.StartedAt, to = from + new Duration(WholeIntervals(now) * _interval.Nanoseconds);
        long capacity = link.Options.Bandwidth?.BytesIn(from, to) ?? 0;
        return capacity == 0 ? null : (double)Intervals(now).Sum(interval => interval.TransmittedBytes) / capacity;
    }

    void ILinkMonitor.Arrived(Packet packet, Instant at) => ChangeQueue(packet.WireBytes, at);

    void ILinkMonitor.Dropped(long packets, long bytes, Instant at)
    {
        ChangeQueue(-bytes, at);
        if (at < _from)
            return;
        IntervalOf(at).Drops += packets;
        Drops += packets;
    }

    void ILinkMonitor.Departed(Packet packet, Instant start, Instant sent)
    {
        ChangeQueue(-packet.WireBytes, start);
        EndTransmission(start);
        _transmission = (sent, packet.WireBytes);
        Duration delay = start - packet.EnqueuedAt;
        if (start >= _from)
            QueueingDelays.Add(delay);
        if (start >= origin)
            AddToLongest(delay, IntervalsSinceOrigin(start));
    }

    private void AddToLongest(Duration delay, int interval)
    {
        while (_maxDelays.Count <= interval)
            _maxDelays.Add(Duration.Zero);
        _maxDelays[interval] = Duration.Max(_maxDelays[interval], delay);
    }

    private void ChangeQueue(long bytes, Instant at)
    {
        Advance(at);
        _queuedBytes += bytes;
    }

    /// <summary>Adds the bytes queued since the last call to the intervals to which the time belongs.</summary>
    private void Advance(Instant now)
    {
        EndTransmission(now);
        while (_last < now)
        {
            LinkInterval interval = IntervalOf(_last);
            Instant end = Instant.Min(now, _from + new Duration((WholeIntervals(_last) + 1) * _interval.Nanoseconds));
            interval.MeanQueuedBytes += _queuedBytes * ((end - _last) / _interval);
            interval.MaxQueuedBytes = Math.Max(interval.MaxQueuedBytes, _queuedBytes);
            _last = end;
        }
    }

    private void EndTransmission(Instant now)
    {
        if (_transmission.Ends > now)
            return;
        // A transmission at the very end of an interval belongs to it, as does the last opportunity of that time.
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

    private int IntervalsSinceOrigin(Instant time) => (int)Math.Max(0, (time - origin).Nanoseconds / _interval.Nanoseconds);

    private int WholeIntervals(Instant time) => (int)Math.Max(0, (time - _from).Nanoseconds / _interval.Nanoseconds);
}

/// <summary>A link's figures in one interval; all bytes are those on the wire.</summary>
public sealed class LinkInterval
{
    /// <summary>Bytes of packets whose last bit was sent in the interval.</summary>
    public long TransmittedBytes { get; internal set; }

    /// <summary>Packets that the queue dropped.</summary>
    public long Drops { get; internal set; }

    /// <summary>Mean number of bytes in the queue over the interval.</summary>
    public double MeanQueuedBytes { get; internal set; }

    /// <summary>Maximum number of bytes that were in the queue for any length of time.</summary>
    public long MaxQueuedBytes { get; internal set; }
}
