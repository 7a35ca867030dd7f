using Mongoose.Core.Lines;
using Mongoose.Core.Units;

namespace Mongoose.Core.Downloads;

/// <summary>
/// Sends the responses of a visitor in pieces, in order, no faster than the <see cref="DownloadController"/> permits. Belongs to one
/// thread.
/// </summary>
/// <typeparam name="TDownload">A response on one of the visitor's connections.</typeparam>
/// <param name="controller">Limits the bytes in flight and the rate.</param>
public sealed class DownloadPacer<TDownload>(DownloadController controller, Instant now) where TDownload : class, IDownload
{
    /// <summary>
    /// A piece is an even number of segments: a receiver acknowledges every second segment at once and delays the ack of an odd last
    /// one. A piece above the maximum could wait for room in the socket's buffer.
    /// </summary>
    private const int PieceSegments = 4, MaxPiece = 32 * 1024;

    private const int Orders = (int)DownloadOrder.Bulk + 1;

    /// <summary>After a rest, one initial window of TCP (RFC 6928) may leave at once.</summary>
    private const int FirstSegments = 10;

    /// <summary>The part of a round trip after which the connections are read again.</summary>
    private const double ReadPart = 0.125;

    /// <summary>A connection may hold the bytes that it sends in this many intervals between two reads of its state.</summary>
    private const double AheadIntervals = 2;

    private static readonly Duration MinRead = Duration.FromMilliseconds(3), MaxRead = Duration.FromMilliseconds(20);
    private static readonly Duration PieceTime = Duration.FromMilliseconds(2), SlowPiece = Duration.FromMilliseconds(15),
        Burst = Duration.FromMilliseconds(10);

    private readonly List<Entry> _entries = [];
    private readonly int[] _turns = new int[Orders];
    private RoundTripQuantile _roundTrips;
    private Instant _readAt = Instant.LongAgo, _filledAt = now;
    private double _tokens;
    private long _held;
    private bool _isLimited, _isUplinkLimited;

    /// <summary>The line that the visitor's circuits cross too; null if not known.</summary>
    public VisitorLine? Line { get; set; }

    /// <summary>The visitor's share of the host's uplink; null if the uplink is not limited.</summary>
    public UplinkShare? Uplink { get; init; }

    /// <summary>Number of connections that have a response or bytes on the way. Any thread may read it.</summary>
    public int Connections => _entries.Count;

    /// <summary>Number of responses that are not written completely. Any thread may read it.</summary>
    public int Waiting { get; private set; }

    /// <summary>The limit of the responses. Any thread may read it.</summary>
    public DownloadLimit Limit { get; private set; }

    /// <summary>Adds a response on a new connection, or a further response on a connection.</summary>
    public void Add(TDownload download, Instant now)
    {
        if (_entries.Count == 0)
        {
            controller.Resume(now);
            _tokens = Math.Max(_tokens, FirstSegments * DownloadController.UsualSegment);
        }
        foreach (Entry entry in _entries)
        {
            if (entry.Download.Connection == download.Connection)
            {
                entry.Download = download;
                return;
            }
        }
        _entries.Add(new Entry(download, now));
    }

    /// <summary>Gives up all connections.</summary>
    public void GiveUp()
    {
        foreach (Entry entry in _entries)
            entry.Download.GiveUp();
        _entries.Clear();
    }

    /// <summary>Writes what may be written now.</summary>
    /// <returns>When to call again; <see cref="Instant.Never"/> if no connection has a response or bytes on the way.</returns>
    public Instant Serve(Instant now)
    {
        // A report without connections would hide from the controller that the downloads rest.
        if (_entries.Count == 0)
            return Instant.Never;
        if (now >= _readAt || _readAt - now > MaxRead)
            Read(now);
        Fill(now);
        bool isBlocked = Write(now);
        if (_entries.Count == 0)
            return Instant.Never;
        return _tokens <= 0 && !isBlocked ? Instant.Min(_readAt, now + Rate.TimeToSend((long)-_tokens + 1)) : _readAt;
    }

    private Duration ReadInterval => Duration.Clamp(controller.Base * ReadPart, MinRead, MaxRead);

    private DataRate Rate => Uplink is { } uplink ? DataRate.Min(controller.Rate, uplink.Rate) : controller.Rate;

    private void Read(Instant now)
    {
        _readAt = now + ReadInterval;
        _held = 0;
        long delivered = 0, retransmitted = 0;
        int waiting = 0;
        int segment = 0;
        Duration minimum = Duration.Zero;
        for (int i = _entries.Count - 1; i >= 0; i--)
        {
            Entry entry = _entries[i];
            bool isRead = entry.Download.TryRead(out ConnectionState state);
            if (!isRead || state.HeldBytes == 0 && entry.Download.RemainingBytes == 0)
            {
                if (isRead)
                    delivered += entry.Take(state, now).DeliveredBytes;
                else
                    entry.Download.GiveUp();
                _entries.RemoveAt(i);
                continue;
            }
            ConnectionChange change = entry.Take(state, now);
            _held += entry.IsStalled ? 0 : state.HeldBytes;
            waiting += entry.Download.RemainingBytes > 0 ? 1 : 0;
            delivered += change.DeliveredBytes;
            retransmitted += change.Retransmitted;
            segment = Math.Max(segment, state.SegmentBytes);
            if (change.RoundTrip is { } roundTrip)
                _roundTrips.Add(roundTrip, now);
            if (state.MinRoundTrip > Duration.Zero)
                minimum = minimum == Duration.Zero ? state.MinRoundTrip : Duration.Min(minimum, state.MinRoundTrip);
        }
        DownloadProgress report = new(
            _roundTrips.Of(controller.SampleTime, now), minimum, delivered, _held, retransmitted, segment, _isLimited)
        {
            CircuitRate = Line?.CircuitRateAt(now) ?? 0,
        };
        controller.Report(report, now);
        Waiting = waiting;
        Limit = LimitNow;
        _isLimited = _isUplinkLimited = false;
        Uplink?.Update(now);
        Line?.Downloads.Report(_entries.Count > 0 ? controller.Delivered : DataRate.Zero, controller.OwnQueueing, now);
    }

    private DownloadLimit LimitNow => _isUplinkLimited ? DownloadLimit.Uplink
        : _isLimited ? controller.Mode is DownloadMode.Competing ? DownloadLimit.Competing : DownloadLimit.Line
        : Waiting > 0 ? DownloadLimit.Viewer
        : DownloadLimit.Nothing;

    private void Fill(Instant now)
    {
        double rate = Rate.BytesPerSecond;
        double burst = Math.Max(rate * Burst.Seconds, PieceSegments * DownloadController.UsualSegment);
        _tokens = _tokens > burst ? _tokens : Math.Min(burst, _tokens + rate * Math.Max(0, (now - _filledAt).Seconds));
        _filledAt = now;
    }

    /// <summary>Writes pieces in order; returns whether the window or the connections, not the rate, permit no more.</summary>
    private bool Write(Instant now)
    {
        double ahead = Rate.BytesPerSecond * ReadInterval.Seconds * AheadIntervals / Math.Max(1, _entries.Count);
        for (int order = 0; order < Orders; order++)
        {
            int failures = 0;
            while (failures < _entries.Count)
            {
                if (_turns[order] >= _entries.Count)
                    _turns[order] = 0;
                Entry entry = _entries[_turns[order]];
                if ((int)entry.Download.Order != order || !entry.MayWrite(ahead))
                {
                    _turns[order]++;
                    failures++;
                    continue;
                }
                if (_tokens <= 0 || _held >= controller.Window)
                {
                    NoteLimited(now);
                    return _tokens > 0;
                }
                failures = 0;
                if (WritePiece(entry))
                    _turns[order]++;
            }
        }
        return true;
    }

    /// <summary>A window that the uplink does not let the downloads use is not the limit.</summary>
    private void NoteLimited(Instant now)
    {
        if (Uplink is { } uplink && _held < controller.Window && uplink.Rate < controller.Rate)
        {
            _isUplinkLimited = true;
            uplink.NoteLimited(now);
        }
        else
            _isLimited = true;
    }

    /// <summary>Writes a piece; returns whether the connection is still there.</summary>
    private bool WritePiece(Entry entry)
    {
        int piece = entry.Download.Write((int)Math.Min(entry.Download.RemainingBytes, PieceOf(entry)));
        if (piece < 0)
        {
            _entries.Remove(entry);
            entry.Download.GiveUp();
            return false;
        }
        entry.Written += piece;
        Uplink?.Count(piece, 1 + piece / Math.Max(DownloadController.MinSegment, entry.Meter.State.SegmentBytes));
        _held += piece;
        _tokens -= piece;
        return true;
    }

    private int PieceOf(Entry entry)
    {
        int segment = Math.Max(DownloadController.MinSegment, entry.Meter.State.SegmentBytes), pair = 2 * segment;
        double bytes = Math.Min(MaxPiece, Rate.BytesPerSecond * PieceTime.Seconds);
        int least = Rate.BytesIn(SlowPiece) < PieceSegments * segment ? pair : PieceSegments * segment;
        return Math.Max(Math.Min(least, MaxPiece), (int)(bytes / pair) * pair);
    }

    private sealed class Entry
    {
        /// <summary>Without progress for this time and for two round trips, a connection has nothing on the line.</summary>
        private static readonly Duration StallTime = Duration.FromSeconds(1);

        public ConnectionMeter Meter;

        private Instant _progressAt;
        private long _underWay;
        private bool _isClosed;

        public Entry(TDownload download, Instant now)
        {
            (Download, _progressAt) = (download, now);
            // Bytes that the connection has delivered before do not belong to this response.
            if (!download.TryRead(out ConnectionState state))
                return;
            Meter.Take(state);
            _underWay = state.HeldBytes;
        }

        /// <summary>The present response.</summary>
        public TDownload Download { get; set; }

        /// <summary>Bytes written since the connection was last read.</summary>
        public long Written { get; set; }

        /// <summary>
        /// The receiver takes nothing: data in TCP's buffer is not on the line, so other connections need not wait for it. A further piece
        /// would only renew the time after which the server closes the connection.
        /// </summary>
        public bool IsStalled { get; private set; }

        /// <summary>Whether the connection may have a piece. The order of connections does not affect data in TCP's buffer.</summary>
        /// <param name="ahead">Bytes that TCP may send before its state is read again; at least a piece is permitted.</param>
        public bool MayWrite(double ahead) => !IsStalled && Download.RemainingBytes > 0
            && Meter.State.UnsentBytes + Written <= Math.Max(ahead, PieceSegments * Meter.State.SegmentBytes) && Download.CanWrite;

        public ConnectionChange Take(in ConnectionState state, Instant now)
        {
            _underWay += Written;
            Written = 0;
            ConnectionChange change = Meter.Take(state);
            // TCP counts segments, of which the last ones of a response are not full.
            change = change with { DeliveredBytes = Math.Min(change.DeliveredBytes, _underWay) };
            _underWay -= change.DeliveredBytes;
            if (change.DeliveredBytes > 0 || state.HeldBytes == 0 || now < _progressAt)
                _progressAt = now;
            // With data and nothing in flight, TCP waits for the receiver to open its window.
            bool wasClosed = _isClosed;
            _isClosed = state.InFlightBytes == 0 && state.UnsentBytes > 0;
            IsStalled = wasClosed && _isClosed || now - _progressAt > Duration.Max(StallTime, state.SmoothedRoundTrip * 2);
            return change;
        }
    }
}
