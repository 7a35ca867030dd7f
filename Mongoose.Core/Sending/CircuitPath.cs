using Mongoose.Core.Channels;
using Mongoose.Core.Lines;
using Mongoose.Core.Paths;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// Evaluates a circuit's acks: which packets are in flight, which are lost, how long to wait before a resend and, with path control, the
/// rate that the path carries. Used on the sender's thread only, except for <see cref="Inbox"/>.
/// </summary>
public sealed class CircuitPath
{
    /// <summary>Beyond the minimum round trip and the queueing delay, an ack may be late by this much.</summary>
    private static readonly Duration LateAck = Duration.FromMilliseconds(50);

    /// <summary>
    /// If the ack of a packet that was sent twice arrives within this fraction of the minimum round trip after the second transmission, it
    /// answers the first.
    /// </summary>
    private const double EarliestAnswer = 0.9;

    /// <summary>
    /// A packet whose last transmission is older than this is forgotten if its port no longer waits for the ack: the inbox has then dropped
    /// the ack. Age alone does not count as an ack.
    /// </summary>
    private static readonly Duration ForgottenAfter = Duration.FromSeconds(15);

    /// <summary>With each datagram, the longest time for which the viewer collects acks is multiplied by this factor.</summary>
    private const double SpreadMemory = 0.98;

    /// <summary>Maximum time for which a viewer collects acks: the rest of a longer difference of ack times is lateness.</summary>
    private static readonly Duration MaxSpread = Duration.FromMilliseconds(600);

    /// <summary>The part of an ack interval in which packets may wait in the viewer's buffers.</summary>
    private const double BufferedInterval = 0.9;

    /// <summary>Updates of avatars and objects may exceed the line's window by this factor.</summary>
    private const double TaskWindows = 1.5;

    private readonly SendingOptions _options;
    private readonly VisitorLine? _line;
    private SentPackets _sent = new();
    private InboundGaps _gaps;
    private AckTimes _ackTimes = new();
    private PathRoundTrips _roundTrips;
    private long _roundTripSum, _roundTripCount;
    private AckCadence _cadence;
    private DeliverySampler _delivery;
    private Datagram _datagram;
    private Duration _spread, _lateSpread;
    private FoundLosses _losses;
    private ResentLosses? _resent, _timedOut;
    private bool _isRepeatingAcks;
    private long _acked, _foundByTimer, _foundByAcks;

    internal CircuitPath(SendingOptions options, VisitorLine? line, bool isRoot, Instant now)
    {
        _options = options;
        _line = options.PathControl is { } control ? line ?? new VisitorLine(control, now) : null;
        Control = _line?.Open(isRoot, now);
    }

    /// <summary>Takes acks from the receiving thread.</summary>
    public AckInbox Inbox { get; } = new();

    /// <summary>The share of the visitor's line; null without path control.</summary>
    public LineShare? Control { get; private set; }

    /// <summary>The history of the last minute.</summary>
    public PathHistory History { get; } = new();

    /// <summary>
    /// Packets that were found lost, and whose first transmission has arrived after all. A loss is found by acks of three later packets, if
    /// neither reordering nor a lost datagram of the viewer explains the missing ack, or by the resend timer. If the ack of the first
    /// transmission is lost, nothing shows that the transmission arrived: the ack of the resend is the only one, as after a loss.
    /// </summary>
    public long Spurious { get; private set; }

    /// <summary>Reliable packets sent, each counted once.</summary>
    public long Sent { get; private set; }

    /// <summary>Packets queued again because later packets have overtaken them.</summary>
    public long FastResends { get; private set; }

    internal PathCounts Counts => new(Sent, FastResends, _foundByTimer, _foundByAcks, Spurious);

    /// <summary>Maximum number of packets in flight.</summary>
    private int MaxPackets
    {
        get
        {
            if (Control is not { } share)
                return int.MaxValue;
            Duration buffered = Duration.Max(_cadence.MeanInterval * BufferedInterval, _lateSpread);
            return ViewerBuffer.MaxPackets(share.Rate.BytesPerSecond * (RoundTrip + buffered).Seconds, _cadence.MeanPackets);
        }
    }

    /// <summary>
    /// Whether no new packet may be sent, because the packets in flight fill the viewer's buffers, or far exceed the line's window.
    /// </summary>
    internal bool IsFull =>
        _sent.InFlightPackets > MaxPackets || Control is { } share && _sent.InFlightBytes > TaskWindows * share.Window;

    /// <summary>Whether as many bytes are in flight as the line holds.</summary>
    internal bool IsLineFull => Control is { } share && _sent.InFlightBytes > share.Window;

    internal InFlight InFlight => new(_sent.InFlightPackets, _sent.InFlightBytes, _acked);

    internal Duration ResendTimeout => _ackTimes.Timeout;

    /// <summary>The last round-trip time; zero before the first sample.</summary>
    public Duration RoundTrip => _roundTrips.Last;

    /// <summary>The sum and the number of all round-trip times measured so far. Any thread may read.</summary>
    public (Duration Sum, long Count) TotalRoundTrips =>
        (new Duration(Volatile.Read(ref _roundTripSum)), Volatile.Read(ref _roundTripCount));

    /// <summary>Time that packets wait in queues on the path.</summary>
    public Duration QueueingDelay => Control?.Queueing ?? _roundTrips.Queueing;

    /// <summary>Starts over with no knowledge of the path. Counters continue.</summary>
    internal void Restart(Instant now)
    {
        Inbox.Clear();
        (_sent, _gaps, _ackTimes, _roundTrips, _cadence, _datagram) =
            (new SentPackets(), default, new AckTimes(), default, default, default);
        _delivery = default;
        (_losses, _resent, _timedOut, _isRepeatingAcks, _spread, _lateSpread) = (default, null, null, false, Duration.Zero, Duration.Zero);
        if (Control is not { } share)
            return;
        _line!.Close(share);
        Control = _line.Open(share.IsRoot, now);
    }

    /// <summary>The circuit no longer uses the visitor's line.</summary>
    internal void LeaveLine()
    {
        if (Control is { } share)
            _line!.Close(share);
        Control = null;
    }

    /// <summary>Records a transmission. Returns why a resend was sent; for a first transmission the result means nothing.</summary>
    internal ResendReason PacketSent(uint number, in Grant grant, Instant now)
    {
        bool isResend = grant.Channel == Channel.Resend;
        ResendReason reason = isResend ? ReasonOf(number) : ResendReason.Timer;
        // Silence starts with the first packet that waits for an ack, however long ago the last poll was.
        if (_sent.InFlightPackets == 0)
            Control?.Tick(hasInFlight: false, now);
        if (_sent.Sent(number, grant.Bytes, isResend, now, _delivery.Mark(_sent.InFlightPackets == 0, now)))
            Sent++;
        return reason;
    }

    /// <summary>Returns why a packet is sent again now. Counts the packet if its timer is the first to find it lost.</summary>
    private ResendReason ReasonOf(uint number)
    {
        if (_sent.Find(number) is not { IsAcked: false, Transmissions: 1 } packet)
            return ResendReason.Timer;
        if (packet.Loss == LossState.None)
        {
            _foundByTimer++;
            _sent.RecordLoss(number, LossState.TimedOut);
        }
        return packet.Loss == LossState.Queued ? ResendReason.ThreeLater : ResendReason.Timer;
    }

    /// <summary>Processes acks that have arrived and queues lost packets again.</summary>
    internal void Poll<TPort>(TPort port, Instant now) where TPort : ICircuitPort
    {
        while (Inbox.TryTake(out AckNotice notice))
        {
            if (notice.Datagram != _datagram.Number || notice.Acked is null)
            {
                EndDatagram(port);
                bool isNew = _gaps.Record(notice.Datagram, notice.At);
                _datagram.Begin(notice.Datagram, notice.At, isNew);
            }
            if (notice.Acked is { } number)
                Acknowledge(number);
        }
        EndDatagram(port);
        while (_sent.IsOldestBefore(now - ForgottenAfter, out uint oldest) && !port.IsUnacked(oldest))
            _sent.GiveUp(oldest);
        Control?.Tick(_sent.InFlightPackets > 0, now);
    }

    private void Acknowledge(uint number)
    {
        if (!_sent.TryAcknowledge(number, out SentPacket packet))
        {
            AcknowledgeAgain(number);
            return;
        }
        _datagram.Bytes += packet.Bytes;
        _datagram.Packets++;
        if (packet.Transmissions == 1 && packet.FirstSent >= _datagram.Newest.FirstSent)
            _datagram.Newest = packet;
        if (TimeOf(packet, _datagram.At) is not { } time)
        {
            if (packet.Transmissions == 2)
                RememberLoss(packet);
            return;
        }
        if (packet.Transmissions > 1)
            _sent.RecordArrival(packet);
        RecordSpurious(packet.Loss);
        _datagram.MaxTime = Duration.Max(_datagram.MaxTime, time);
        // The ack time of a late packet does not show the path's present round trip (as in RFC 9002 section 5.1).
        if (_sent.IsLate(number))
        {
            _datagram.MaxLateTime = Duration.Max(_datagram.MaxLateTime, time);
            return;
        }
        _datagram.MinTime = _datagram.MinTime is { } shortest ? Duration.Min(shortest, time) : time;
    }

    /// <summary>How long the ack took; null if it is unknown which transmission the ack answers (Karn's rule).</summary>
    private Duration? TimeOf(in SentPacket packet, Instant at)
    {
        if (at <= packet.FirstSent)
            return null;
        return packet.Transmissions switch
        {
            1 => at - packet.FirstSent,
            2 when _roundTrips.HasSample && at - packet.LastSent < _roundTrips.Min * EarliestAnswer => at - packet.FirstSent,
            _ => null,
        };
    }

    /// <summary>
    /// The second ack of a packet that was sent twice shows that the first transmission has arrived as well, unless the client repeats acks
    /// anyway.
    /// </summary>
    private void AcknowledgeAgain(uint number)
    {
        if (_isRepeatingAcks || _datagram.IsRepeated)
            return;
        _isRepeatingAcks = _sent.Find(number) is { IsAcked: true, Transmissions: 1 };
        // Path control does not learn of losses that only the timer found, so it does not learn that they were spurious either.
        if (_timedOut is not null && _timedOut.TryTake(number, out SentPacket timedOut))
            RecordSpurious(timedOut.Loss);
        if (_resent is null || !_resent.TryTake(number, out SentPacket packet))
            return;
        _sent.RecordArrival(packet);
        RecordSpurious(packet.Loss);
    }

    /// <summary>Remembers a packet that was sent twice until a second ack shows that its first transmission has arrived.</summary>
    private void RememberLoss(in SentPacket packet)
    {
        // Two tables: the many losses that a timer finds on a path that loses acks must not replace those that path control waits for.
        if (packet.Loss == LossState.TimedOut)
            (_timedOut ??= new ResentLosses()).Add(packet);
        else if (packet.Loss != LossState.None)
            (_resent ??= new ResentLosses()).Add(packet);
    }

    /// <summary>
    /// Counts a spurious loss if the packet that has arrived was found lost. Path control never learns of losses that only the timer found.
    /// </summary>
    private void RecordSpurious(LossState loss)
    {
        if (loss == LossState.None)
            return;
        Spurious++;
        if (loss != LossState.TimedOut)
            _losses.Spurious++;
    }

    private void EndDatagram<TPort>(TPort port) where TPort : ICircuitPort
    {
        if (_datagram.Bytes == 0)
            return;
        bool isPathSample = _cadence.Record(_datagram.Packets, _datagram.At);
        if (isPathSample && _datagram.MinTime is { } shortest)
        {
            _roundTrips.Add(shortest, _datagram.At);
            Volatile.Write(ref _roundTripSum, _roundTripSum + shortest.Nanoseconds);
            Volatile.Write(ref _roundTripCount, _roundTripCount + 1);
            RecordSpread(ref _spread, _datagram.MaxTime - shortest);
            RecordSpread(ref _lateSpread, _datagram.MaxLateTime - shortest);
        }
        if (_datagram.MaxTime > Duration.Zero)
            _ackTimes.Add(_datagram.MaxTime);
        _sent.MinRoundTrip = _roundTrips.Min;
        ResendOvertaken(port);
        bool hasNewest = _datagram.Newest.Transmissions == 1;
        double? delivered = hasNewest ? _delivery.Take(_datagram.Bytes, _datagram.Newest, _datagram.At) : null;
        Control?.Acked(new AckReport
        {
            At = _datagram.At,
            Bytes = _datagram.Bytes,
            Packets = _datagram.Packets,
            RoundTrip = isPathSample ? _datagram.MinTime : null,
            Spread = _spread,
            Gap = hasNewest ? _sent.GapAfter(_datagram.Newest, _datagram.At) : Duration.Zero,
            NewestSent = hasNewest ? _datagram.Newest.FirstSent : null,
            Delivered = delivered,
            LostPackets = _losses.Lost,
            NewestLostSent = _losses.NewestLostSent,
            Spurious = _losses.Spurious,
        });
        _acked += _datagram.Bytes;
        _losses = default;
        (_datagram.Bytes, _datagram.Packets) = (0, 0);
    }

    private static void RecordSpread(ref Duration longest, Duration latest) =>
        longest = Duration.Max(Duration.Min(latest, MaxSpread), longest * SpreadMemory);

    /// <summary>Queues lost packets again.</summary>
    private void ResendOvertaken<TPort>(TPort port) where TPort : ICircuitPort
    {
        while (_sent.TryNextOvertaken(out SentPacket packet))
        {
            Instant due = packet.FirstSent + _roundTrips.Min;
            if (_gaps.MayHaveLostAck(due, due + _roundTrips.Queueing + LateAck, _datagram.At))
                continue;
            _losses.AddLost(packet);
            _sent.RecordLoss(packet.Number, LossState.Counted);
            if (packet.Transmissions > 1)
                continue;
            _foundByAcks++;
            if (!_options.FastResend || !port.Resend(packet.Number))
                continue;
            _sent.RecordLoss(packet.Number, LossState.Queued);
            FastResends++;
        }
    }

    /// <summary>The packets that one datagram from the viewer acknowledges.</summary>
    private struct Datagram
    {
        public uint Number;
        public Instant At;
        public long Bytes;
        public int Packets;

        /// <summary>Whether the datagram may have arrived before: the network may have repeated it.</summary>
        public bool IsRepeated;
        public Duration? MinTime;
        public Duration MaxTime;

        /// <summary>
        /// The longest ack time of a late packet (<see cref="SentPackets.IsLate"/>): the viewer took it from its socket long before.
        /// </summary>
        public Duration MaxLateTime;

        /// <summary>The newest packet that was sent once.</summary>
        public SentPacket Newest;

        /// <summary>Sets field by field, because creating and copying a new struct costs more than all other work on it.</summary>
        public void Begin(uint number, Instant at, bool isNew)
        {
            (Number, At, IsRepeated) = (number, at, !isNew);
            (Bytes, Packets) = (0, 0);
            (MinTime, MaxTime, MaxLateTime) = (null, Duration.Zero, Duration.Zero);
            Newest = default;
        }
    }
}
