using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Feedback;
using Mongoose.Voice.Mixing.Monitoring;
using Mongoose.Voice.Mixing.Rules;
using Mongoose.Voice.Mixing.Streams;

namespace Mongoose.Voice.Mixing;

/// <summary>
/// Decides the number of streams for one peer and direction: as many as the path carries while TCP keeps a fair share. The owner sends the
/// streams in packets with consecutive numbers, and passes the receiver's reports to the controller.
/// <para>Not thread-safe; allocates nothing per packet after it has grown to its working size.</para>
/// </summary>
public sealed class MixingController
{
    /// <summary>Limits the streams to this multiple of the delivered rate (RFC 5348 section 4.3).</summary>
    private const double MaxDeliveredMultiple = 2;

    /// <summary>
    /// The peer counts as silent after this time of sending without an acknowledgment, or after <see cref="SilentRoundTrips"/> if they take
    /// longer.
    /// </summary>
    private static readonly Duration MinSilence = Duration.FromSeconds(2);

    private const double SilentRoundTrips = 4;

    /// <summary>
    /// A gap between two packets counts as at most this many packet intervals of silence of the peer: a longer gap is a pause of the
    /// sender, even if the last packet before the pause was lost.
    /// </summary>
    private const double MaxGap = 2;

    /// <summary>How long the delay of the empty path is remembered while a queue hides it.</summary>
    private static readonly Duration LongMemory = Duration.FromSeconds(600);

    /// <summary>Sources that have talked within this time are expected to talk again.</summary>
    private static readonly Duration WantedTime = Duration.FromSeconds(10);

    private static readonly Duration ProbeInterval = Duration.FromSeconds(1);

    private readonly StreamPackets _packets;
    private readonly PathMonitor _monitor;
    private readonly IMixingRule _rule;
    private readonly int _max;
    private readonly bool _isFixed, _isSteady;
    private Instant _sentAt, _probedAt;
    private Duration _unanswered = Duration.Zero;
    private MixingMode _mode;
    private Instant _tickAt;
    private Duration _silence;
    private long _changes;
    private Instant _wantedAt;
    private int _wanted;
    private int _streams, _deliveredLimit = int.MaxValue, _active, _minActive = int.MaxValue;

    /// <exception cref="ArgumentException">There is no such rule.</exception>
    /// <exception cref="ArgumentOutOfRangeException">
    /// A number of streams is below 1, or decisions are less than a round trip apart.
    /// </exception>
    public MixingController(MixingOptions options, Instant now)
    {
        _packets = options.Packets;
        ArgumentOutOfRangeException.ThrowIfLessThan(options.MaxStreams, 1);
        _max = Math.Min(options.MaxStreams, options.MaxRate is { } rate ? Math.Max(1, _packets.WholeStreamsIn(rate)) : int.MaxValue);
        (_isFixed, _isSteady) = (options.Rule == MixingRules.Fixed, options.Rule == MixingRules.Steady);
        _rule = CreateRule(options, _max, now);
        (_mode, _streams, _tickAt) = (_rule.Mode, _rule.Streams, now);
        _monitor = new PathMonitor(new MonitorOptions(options.LossUnit, options.Detection, options.SegmentBytes,
            _isSteady)
        { Interval = _packets.Interval });
        (_sentAt, _probedAt) = (now, now - ProbeInterval);
    }

    /// <summary>The streams that may be sent, a mix included; 0 while only probes may be sent.</summary>
    public int Streams => Math.Min(Math.Min(_rule.Streams, _max), _deliveredLimit);

    /// <summary>When the next probe may be sent; <see cref="Instant.Never"/> while streams may be sent.</summary>
    public Instant NextProbe => _rule.Streams > 0 ? Instant.Never : _probedAt + ProbeInterval;

    public MixingState State =>
        new(Streams, _rule.Mode, _monitor.RoundTrip, _monitor.Queueing, _monitor.Losses.LossEventRate, _monitor.Losses.Events,
        _monitor.FairRate, _monitor.Delivered, _changes, _silence);

    /// <summary>Reports that a packet was sent: of streams, or a probe.</summary>
    /// <param name="number">The packet's number: 1 more than that of the packet before; it may wrap.</param>
    /// <param name="bytes">The packet's IP bytes.</param>
    public void Sent(uint number, int bytes, Instant now)
    {
        _unanswered += Duration.Min(now - _sentAt, _packets.Interval * MaxGap);
        _sentAt = now;
        if (_rule.Streams == 0)
            _probedAt = now;
        _monitor.Sent(number, bytes, now);
    }

    /// <summary>Processes a report of the receiver. Numbers that were never sent change nothing.</summary>
    public void Received(in ArrivalReport report, Instant now)
    {
        if (!_monitor.Received(report, now))
            return;
        _unanswered = Duration.Zero;
        bool isInUse = _minActive >= _rule.Streams && Streams >= _rule.Streams;
        _minActive = _active;
        _rule.OnReading(_monitor.Read(_wanted, isInUse, now));
        ApplyModeChange();
        _deliveredLimit = _isFixed ? int.MaxValue : Math.Max(1, _packets.WholeStreamsIn(_monitor.MaxDelivered * MaxDeliveredMultiple));
    }

    /// <summary>Advances the time; call once per packet interval, before its packets are sent.</summary>
    /// <param name="active">The streams available for sending: the active sources.</param>
    public void Tick(int active, Instant now)
    {
        Count(now);
        _active = active;
        if (active >= _wanted || now - _wantedAt > WantedTime)
            (_wanted, _wantedAt) = (active, now);
        _minActive = Math.Min(_minActive, active);
        _monitor.Tick(now);
        if (_unanswered > Duration.Max(MinSilence, _monitor.RoundTrip * SilentRoundTrips))
        {
            _rule.OnSilence(now);
            ApplyModeChange();
            _unanswered = Duration.Zero;
        }
    }

    private void Count(Instant now)
    {
        if (_rule.Streams == 0)
            _silence += Duration.Max(now - _tickAt, Duration.Zero);
        _tickAt = now;
        if (Streams != _streams)
        {
            _streams = Streams;
            _changes++;
        }
    }

    private static IMixingRule CreateRule(MixingOptions options, int max, Instant now) => options.Rule switch
    {
        MixingRules.Steady => new SteadyRule(options.Packets, max, now),
        MixingRules.Paper => new PaperRule(options.Packets, max, options.DecisionRoundTrips),
        MixingRules.Fixed => new FixedRule(options.FixedStreams),
        _ => throw new ArgumentException($"rule {options.Rule}: allowed are {string.Join(", ", MixingRules.Names)}", nameof(options)),
    };

    private void ApplyModeChange()
    {
        if (!_isSteady || _rule.Mode == _mode)
            return;
        // After silence, and when the sender starts to compete without a known loss, the rate of the present streams is assumed to be fair.
        bool knowsNothing = _mode == MixingMode.Probing || _rule.Mode == MixingMode.Competing && _monitor.Losses.LossEventRate == 0;
        if (knowsNothing && _rule.Streams > 0)
            _monitor.Restart(_packets.RateOf(_rule.Streams));
        _mode = _rule.Mode;
        _monitor.CountsLossesOfOthers = _mode == MixingMode.Competing;
        _monitor.Memory = _mode is MixingMode.Competing or MixingMode.Probing ? LongMemory : PathMonitor.UsualMemory;
    }
}
