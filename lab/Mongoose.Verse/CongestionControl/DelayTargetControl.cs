using Mongoose.Core.Units;

namespace Mongoose.Verse.CongestionControl;

/// <summary>
/// A window that keeps the delay in the bottleneck's queue near <see cref="Target"/>. Values that wait at the sender can still be replaced
/// by newer ones; values in a queue of the path cannot.
/// <list type="bullet">
/// <item>Once per round trip the queueing delay is estimated: the smallest sample of the round less the base round trip.</item>
/// <item>At the start the window doubles per round until the delay exceeds <see cref="StartingQueue"/>. It then becomes the amount that the
/// path holds at the target, at the rate of that round. From then on it grows by up to a packet or 5 % per round below the target, and
/// shrinks above it to the amount that the path holds at the target.</item>
/// <item>The window grows only if it limited the sender (RFC 7661).</item>
/// <item>A loss alone does not show congestion. The window stops growing if more than 8 % of the packets are lost, and shrinks if more than
/// 12 % are: then the buffer is shorter than the target.</item>
/// <item>From an expiry of the timer to the next acknowledgment the window is the smallest one, so that hardly more than a packet per
/// expiry is sent into a path that delivers nothing (RFC 8085, section 3.1.1). If the timer expires again, the window starts anew from
/// there (RFC 9002, section 7.6.2).</item>
/// <item>If the delay rises although the window shrinks, others fill the buffer, and the window follows losses as theirs do:
/// <see cref="Competition"/>.</item>
/// <item>A packet has the bytes that the window carries in <see cref="PacketTime"/>, and at most a third of the window, so that a slow path
/// carries several at a time and a packet's own transmission stays below the target.</item>
/// </list>
/// </summary>
public sealed class DelayTargetControl : ICongestionControl
{
    /// <summary>
    /// The queueing delay to keep, including the transmission of a packet itself; on a slow link the transmission of two of the smallest
    /// packets, if that takes longer.
    /// </summary>
    public static readonly Duration Target = Duration.FromMilliseconds(16);

    /// <summary>The queueing delay that ends the start: the transmission of a packet alone must not end it.</summary>
    public static readonly Duration StartingQueue = Duration.FromMilliseconds(30);

    /// <summary>The time that a packet's transmission may take, unless the packet would be shorter than <see cref="MinPacket"/>.</summary>
    public static readonly Duration PacketTime = Duration.FromMilliseconds(15);

    /// <summary>The smallest packet limit, in bytes on the wire: about ten short values.</summary>
    public const int MinPacket = 308;

    private const int MinWindow = 2 * MinPacket, ExpiriesToRestart = 2, FirstWindow = 2400;
    private const int PacketsPerWindow = 3, SamplesToEndStart = 3;
    private const double GrowthPerRound = 0.05, PacingGain = 1.2, SlowLinkPackets = 2;
    private const double TooMuchLoss = 0.12, NoGrowthLoss = 0.08, LossDecrease = 0.8, MaxDecrease = 0.5, DrainShare = 0.5;

    private static readonly Duration MinRoundTrip = Duration.FromMilliseconds(1);

    /// <summary>
    /// How late pacing may be and still catch up: wake-ups that are a little late cost no throughput. A burst of two packets would wait for
    /// itself in the bottleneck, and acknowledgments of two packets at a time would repeat it for ever.
    /// </summary>
    private static readonly Duration MaxBurst = Duration.FromMilliseconds(2);

    private readonly BaseRoundTrip _base = new();
    private readonly LossShare _losses = new();
    private readonly Competition _others = new();
    private double _window = FirstWindow;
    private int _maxPacket = MinPacket;
    private bool _isStarting = true, _isLimited, _isHolding, _hasLost, _isSilent;
    private Duration _smoothed = Duration.Zero, _min = Duration.MaxValue;
    private long _acked;
    private int _overdue;
    private Instant _roundBegin = Instant.Zero, _roundEnd = Instant.Zero;

    /// <summary>In bytes on the wire.</summary>
    public long Window => (long)EffectiveWindow;

    /// <summary>The round trip without queues; <see cref="Duration.MaxValue"/> before the first sample.</summary>
    public Duration BaseRoundTrip => _base.Value;

    public Instant NextSend { get; private set; } = Instant.Zero;

    private double EffectiveWindow => _isSilent ? MinWindow : !_base.IsDraining ? _window
        : _window * DrainShare * Math.Min(1, _base.Value / Duration.Max(_smoothed, _base.Value));

    private double Packet =>
        Math.Min(_maxPacket, Math.Max(MinPacket, Math.Min(_window / PacketsPerWindow, PacketTime / RoundTrip * _window)));

    /// <summary>On a slow link the transmission of the smallest packet alone may exceed the target.</summary>
    private Duration QueueToKeep => Duration.Max(Target, RoundTrip * (SlowLinkPackets * MinPacket / _window));

    /// <summary>The time that a packet takes to be transmitted.</summary>
    private Duration Transmission => RoundTrip * (Packet / _window);

    private Duration RoundTrip => Duration.Max(_smoothed, MinRoundTrip);

    public int PacketBytes(int max)
    {
        _maxPacket = max;
        return Math.Min(max, (int)Packet);
    }

    public bool CanSend(long bytesInFlight)
    {
        // A packet is allowed if at least half of it fits: otherwise a window of two and a half packets would act like one of two.
        bool fits = bytesInFlight == 0 || bytesInFlight + Packet / 2 <= EffectiveWindow;
        _isLimited |= !fits;
        return fits;
    }

    public void OnSent(int bytes, Instant now)
    {
        if (_smoothed <= Duration.Zero)
            return;
        Duration perByte = _smoothed / (PacingGain * _window);
        NextSend = Instant.Max(NextSend, now - MaxBurst) + perByte * bytes;
    }

    public void OnAcked(long bytes, Duration roundTrip, Instant now)
    {
        _isSilent = false;
        _smoothed = _smoothed <= Duration.Zero ? roundTrip : _smoothed * 0.875 + roundTrip * 0.125;
        _base.Add(roundTrip, _smoothed, Transmission, _others.IsNoticed, now);
        _min = Duration.Min(_min, roundTrip);
        _acked += bytes;
        _losses.Add(0, bytes / Packet);
        if (EndsStart(roundTrip))
            EndStart(now);
        else if (now < _roundEnd)
            return;
        else
            OnRound();
        (_acked, _min, _isLimited, _hasLost) = (0, Duration.MaxValue, false, false);
        (_roundBegin, _roundEnd) = (now, now + _smoothed);
    }

    public void OnLost(int bytes)
    {
        _hasLost = true;
        _losses.Add(bytes / Packet, 0);
    }

    public void OnTimeout(int inSuccession)
    {
        _isSilent = true;
        if (inSuccession < ExpiriesToRestart)
            return;
        _window = MinWindow;
        (_isStarting, _isHolding) = (true, false);
        _losses.Clear();
    }

    /// <summary>
    /// The start does not wait for the end of a round whose last samples show a queue: the smallest sample is from before the window was
    /// doubled.
    /// </summary>
    private bool EndsStart(Duration roundTrip)
    {
        if (!_isStarting || roundTrip - _base.Value <= StartingQueue)
            _overdue = 0;
        else
            _overdue++;
        return _overdue >= SamplesToEndStart;
    }

    /// <summary>The window becomes the amount that the path holds at the target, at the rate acknowledged in this round.</summary>
    private void EndStart(Instant now)
    {
        double delivered = _acked * ((_base.Value + QueueToKeep) / Duration.Max(now - _roundBegin, MinRoundTrip));
        _window = Math.Clamp(delivered, Math.Max(MinWindow, _window * MaxDecrease), _window);
        (_isStarting, _isHolding, _overdue) = (false, true, 0);
    }

    private void OnRound()
    {
        if (_base.IsDraining)
            return;
        Duration queue = _min - _base.Value;
        if (_others.IsNoticed)
            Compete(queue);
        else if (_losses.Value > TooMuchLoss)
        {
            _losses.Clear();
            _isStarting = false;
            Shrink(LossDecrease);
        }
        else if (_isHolding)
            _isHolding = false; // this round's samples are still those of the larger window
        else if (queue > (_isStarting ? StartingQueue : QueueToKeep))
        {
            _isStarting = false;
            _others.OnShrink(_min);
            Shrink((_base.Value + QueueToKeep) / _min);
        }
        else
        {
            _others.Clear();
            if (_isLimited && _losses.Value <= NoGrowthLoss)
                Grow(queue);
        }
    }

    /// <summary>A packet more per round, and half the window after a loss, as Reno does.</summary>
    private void Compete(Duration queue)
    {
        if (queue <= QueueToKeep)
            _others.Clear();
        else if (_hasLost)
            _window = Math.Max(MinWindow, _window * MaxDecrease);
        else if (_isLimited)
            _window += _maxPacket;
    }

    private void Shrink(double factor)
    {
        _window = Math.Max(MinWindow, _window * Math.Max(MaxDecrease, factor));
        _isHolding = true;
    }

    private void Grow(Duration queue)
    {
        _window += _isStarting
            ? Math.Min(_acked, _window)
            : (1 - queue / QueueToKeep) * Math.Max(MinPacket, GrowthPerRound * _window);
    }
}
