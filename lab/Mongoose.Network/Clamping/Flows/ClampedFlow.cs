using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Clamping.Flows;

/// <summary>A TCP connection, seen as the flow of its data in the clamped direction. Objects are reused for other connections.</summary>
internal sealed class ClampedFlow
{
    /// <summary>The smallest range of the numbers that a reset may have: the largest window without a scale.</summary>
    private const int ResetRange = 65_535;

    private Handshake _handshake;
    private AdvertisedEdge _edge;
    private FlowRoundTripMeter _roundTrip;
    private WindowUse _use;
    private RateMeter _rate;
    private uint _highestEnd;
    private uint? _senderAcknowledgment;
    private int _maxPayload;
    private bool _senderFinished, _receiverFinished, _isAborted;

    /// <summary>From the data's sender to its receiver.</summary>
    public FlowKey Key { get; private set; }

    /// <summary>The number of connections that the table had opened before.</summary>
    public long Order { get; private set; }

    /// <summary>When a packet with data passed last.</summary>
    public Instant LastData { get; private set; }

    /// <summary>The window in the last acknowledgment that was passed on, in bytes.</summary>
    public long AdvertisedBytes { get; private set; }

    /// <summary>The window that the clamp wants, before the floor; null: no limit.</summary>
    public long? Share { get; private set; }

    /// <summary>The number of the division that <see cref="Share"/> comes from; 0: none.</summary>
    public long Division { get; private set; }

    /// <summary>The place among the active flows; -1: the flow is not active.</summary>
    public int ActiveIndex { get; set; } = -1;

    /// <summary>The table's list that holds the connection; null: none.</summary>
    public FlowList? List { get; set; }

    /// <summary>The neighbours in the order of use.</summary>
    public ClampedFlow? Newer { get; set; }

    /// <inheritdoc cref="Newer"/>
    public ClampedFlow? Older { get; set; }

    /// <summary>Whether the scale of its windows and both halves of its round trip are known, so that it can be clamped.</summary>
    public bool IsMeasured => _handshake.IsComplete && _roundTrip.IsKnown;

    /// <summary>Whether both ends have answered the SYN of the other.</summary>
    public bool IsEstablished => _handshake.IsEstablished;

    /// <summary>
    /// Whether the connection has ended: by a reset, by a FIN of both ends, or because it goes on although its opening was not seen.
    /// </summary>
    public bool IsClosed => _isAborted || _senderFinished && _receiverFinished;

    /// <summary>Whether the sender has filled the last window that was watched; true before the first.</summary>
    public bool FillsWindow => _use.IsFull;

    /// <summary>Whether the sender would use a larger window.</summary>
    public bool IsLimited => _use.IsLimited;

    /// <summary>The largest payload of a segment.</summary>
    public int PayloadBytes => Math.Max(_handshake.PayloadBytes, _maxPayload);

    /// <summary>
    /// The maximum segment size; at least the largest payload sent, because not every sender keeps to the option of its own end.
    /// </summary>
    private int SegmentBytes => Math.Max(_handshake.SegmentBytes, _maxPayload);

    public ref readonly FlowRoundTripMeter RoundTrip => ref _roundTrip;

    /// <summary>Prepares the object for another connection.</summary>
    public void Open(in FlowKey key, long order)
    {
        (_handshake, _edge, _roundTrip, _use, _rate) = (default, default, default, default, default);
        (_highestEnd, _senderAcknowledgment, _maxPayload) = (0, null, 0);
        (_senderFinished, _receiverFinished, _isAborted) = (false, false, false);
        (Key, Order, LastData, AdvertisedBytes, Share, Division) = (key, order, default, 0, null, 0);
    }

    /// <summary>A division gives it a window; null: no limit.</summary>
    public void Assign(long? share, long division) => (Share, Division) = (share, division);

    /// <summary>Whether a SYN opens another connection between the same ports.</summary>
    public bool IsReplacedBy(bool fromSender, in TcpFields syn) => _handshake.IsReplacedBy(fromSender, syn);

    /// <summary>A segment passes from the sender.</summary>
    public void OnSenderSegment(in TcpFields fields, int wireBytes, Instant now)
    {
        OnControl(true, fields, Duration.Zero, now);
        if (fields.Has(TcpFlags.Ack))
            _senderAcknowledgment = fields.Acknowledgment;
        if (fields.Has(TcpFlags.Syn))
            return;
        if (_handshake.IsComplete)
            OnEstablished(fields, wireBytes, now);
        else
            _isAborted |= fields.PayloadBytes > 0;
    }

    /// <summary>A segment passes from the receiver; its window is passed on afterwards.</summary>
    /// <param name="fields">The segment.</param>
    /// <param name="queueing">The part of the receiver's half that the data waited in the clamp's own queue.</param>
    public void OnReceiverSegment(in TcpFields fields, Duration queueing, Instant now)
    {
        OnControl(false, fields, queueing, now);
        if (fields.Has(TcpFlags.Syn))
            return;
        // An end sends nothing but SYNs before it has that of the other end, so the opening has passed elsewhere. Another SYN may not
        // complete it now.
        _isAborted |= !_handshake.IsComplete;
        if (_edge.IsHeeded(fields.Acknowledgment, _highestEnd))
            _roundTrip.OnReceiverSegment(fields, queueing, now);
    }

    /// <summary>
    /// Returns the window field with which a segment of the receiver is passed on; those of SYN and RST stay as they are, and so do those
    /// that the sender does not heed because of their acknowledgment number.
    /// </summary>
    /// <param name="fields">The segment.</param>
    /// <param name="share">The window that the clamp wants; null: no limit.</param>
    /// <param name="options">The floor.</param>
    public uint PassWindow(in TcpFields fields, long? share, ClampOptions options, Instant now)
    {
        if (!_handshake.IsComplete || !fields.Has(TcpFlags.Ack) || fields.Has(TcpFlags.Syn | TcpFlags.Rst))
            return fields.Window;
        if (!_edge.IsHeeded(fields.Acknowledgment, _highestEnd))
            return fields.Window;
        uint passed = _edge.Pass(fields.Acknowledgment, fields.Window, Limit(share, options));
        AdvertisedBytes = (long)passed << _handshake.Shift;
        if (fields.Window > 0) // A sender that may send nothing shows nothing.
            _use.OnWindow(_edge.Right, passed < fields.Window, now);
        return passed;
    }

    /// <summary>The limit of the flow's windows.</summary>
    public WindowLimit Limit(long? share, ClampOptions options) =>
        new(share, (long)SegmentBytes * options.FloorSegments, SegmentBytes, _handshake.Shift);

    /// <summary>The rate of its data in IP bytes.</summary>
    public DataRate Rate(Instant now) => _rate.Read(now);

    /// <summary>Whether it has sent data recently, and so holds a share.</summary>
    public bool IsActive(ClampOptions options, Instant now) =>
        ActiveIndex >= 0 && now - LastData <= Duration.Max(options.Active, _roundTrip.Current * 4);

    /// <summary>An interval ends.</summary>
    /// <param name="patience">The time that a sender has to fill its window, beyond its half of the round trip.</param>
    public void OnInterval(Duration patience, Instant now) => _use.Expire(_roundTrip.SenderHalf.Current + patience, now);

    private void OnControl(bool fromSender, in TcpFields fields, Duration queueing, Instant now)
    {
        _isAborted |= fields.Has(TcpFlags.Rst) && IsReset(fromSender, fields);
        if (fields.Has(TcpFlags.Fin) && _handshake.IsComplete && IsInPlace(fromSender, fields))
            (_senderFinished, _receiverFinished) = (_senderFinished || fromSender, _receiverFinished || !fromSender);
        if (fields.Has(TcpFlags.Syn) && !fields.Has(TcpFlags.Rst | TcpFlags.Fin))
            OnSyn(fromSender, fields, now);
        if (_handshake.TryComplete(fromSender, fields, now, out Duration sample))
            _roundTrip.OnHandshake(fromSender, sample, queueing, now);
    }

    /// <summary>
    /// Whether the number of a reset fits, so that the opposite end may heed it (RFC 5961 section 3). Otherwise the connection stays, and
    /// if it has ended nevertheless, it leaves the table as the oldest.
    /// </summary>
    private bool IsReset(bool fromSender, in TcpFields fields) =>
        _handshake.IsComplete ? IsInPlace(fromSender, fields) : _handshake.IsAnsweredBy(fromSender, fields);

    private bool IsInPlace(bool fromSender, in TcpFields fields)
    {
        if (fromSender)
            return IsNear(fields.Sequence, _highestEnd, Math.Max(_edge.Bytes, ResetRange));
        return _senderAcknowledgment is { } expected && IsNear(fields.Sequence, expected, ResetRange);
    }

    private static bool IsNear(uint number, uint expected, int range) => Math.Abs((long)SequenceNumber.Distance(number, expected)) <= range;

    private void OnSyn(bool fromSender, in TcpFields fields, Instant now)
    {
        bool wasComplete = _handshake.IsComplete, begins = _handshake.OnSyn(fromSender, fields, now);
        if (!_handshake.IsComplete || !begins && !_edge.StandsAt(_handshake.FirstByte))
            return;
        if (begins && wasComplete)
            (_roundTrip, _use) = (default, default);
        uint sentEnd = begins ? _handshake.FirstEnd : SequenceNumber.Later(_highestEnd, _handshake.FirstEnd);
        AdvertisedEdge first = AdvertisedEdge.At(
            _handshake.FirstByte, _handshake.FirstWindow + (_handshake.FirstEnd - _handshake.FirstByte));
        (_edge, _highestEnd) = (begins || first.Bytes > _edge.Bytes ? first : _edge, sentEnd);
    }

    private void OnEstablished(in TcpFields fields, int wireBytes, Instant now)
    {
        uint end = SequenceNumber.After(fields.Sequence, fields.PayloadBytes + (fields.Has(TcpFlags.Fin) ? 1 : 0));
        bool isNew = SequenceNumber.Distance(end, _highestEnd) > 0;
        _roundTrip.OnSenderSegment(fields, !isNew, _use.IsFull, now);
        if (isNew && (fields.PayloadBytes > 0 || fields.Has(TcpFlags.Fin)))
            _highestEnd = end;
        if (fields.PayloadBytes == 0)
            return;
        _maxPayload = Math.Max(_maxPayload, fields.PayloadBytes);
        LastData = now;
        _rate.Add(wireBytes, now);
        _use.OnData(_highestEnd, SegmentBytes);
    }
}
