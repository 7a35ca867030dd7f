using Mongoose.Core.Channels;
using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl;

/// <summary>
/// The part of a viewer that asks its region for a rate: packets and pings of the region's circuit in, AgentThrottle payloads out. The caller
/// reports events, then asks <see cref="TryTake"/>, and asks again at <see cref="NextWakeAt"/>.
/// </summary>
public sealed class ThrottleRequester
{
    internal static bool CutsAtOnce = true;
    internal static double MinIntervalMs = 100, PingFloorMs = 50, PingPerRtt = 2;

    /// <summary>The least time between messages, whatever the round trip.</summary>
    public static Duration MinInterval => Duration.FromMilliseconds(MinIntervalMs);

    /// <summary>Round trip that is assumed before the first is measured (RFC 6298 section 2.1).</summary>
    public static readonly Duration UnknownRoundTrip = Duration.FromSeconds(1);

    private readonly IRateController _controller;
    private readonly SequenceTracker _sequences = new();
    private Duration? _roundTrip;
    private Instant _now;
    private Instant _notBefore;
    private DataRate _sent;
    private uint _generation;
    private bool _acknowledged;
    private Instant _repeatAt = Instant.Never;
    private long _losses;

    public ThrottleRequester(IRateController controller, Instant now)
    {
        _controller = controller;
        OnNewCircuit(now);
    }

    public IRateController Controller => _controller;

    public SequenceTracker Sequences => _sequences;

    /// <summary>How often to ping.</summary>
    public Duration PingInterval =>
        Duration.Clamp((_roundTrip ?? UnknownRoundTrip) / PingPerRtt, Duration.FromMilliseconds(PingFloorMs), Duration.FromSeconds(1));

    private Duration Interval => Duration.Max(_roundTrip ?? UnknownRoundTrip, MinInterval);

    public Instant NextWakeAt => Instant.Min(_controller.NextTick, Wanted ? _notBefore : _repeatAt);

    private bool Wanted => _controller.Rate != _sent;

    public void OnPacket(uint sequence, bool isResent, int bytes, Instant now)
    {
        _now = Instant.Max(_now, now);
        _controller.OnPacket(new PacketEvent(_now, bytes, _sequences.OnPacket(sequence, isResent, _now)));
    }

    public void OnPing(Duration roundTrip, Instant now)
    {
        _now = Instant.Max(_now, now);
        var ping = new PingEvent(_now, roundTrip);
        if (_roundTrip is null)
            _notBefore = _now;
        _roundTrip = ping.Sample;
        _controller.OnPing(ping);
    }

    public void OnNewCircuit(Instant now)
    {
        _now = Instant.Max(_now, now);
        _sequences.Reset();
        _roundTrip = null;
        _sent = DataRate.Zero;
        _notBefore = _now + UnknownRoundTrip;
        _repeatAt = Instant.Never;
        _controller.OnNewCircuit(_now);
    }

    public void OnAcknowledged(uint generation)
    {
        if (generation == _generation)
        {
            _acknowledged = true;
            _repeatAt = Instant.Never;
        }
    }

    public bool TryTake(Instant now, out ThrottleRequest request)
    {
        _now = Instant.Max(_now, now);
        request = default;
        _controller.OnTick(_now);
        bool cut = _controller.State.LossEvents != _losses;
        if (!Wanted && _now < _repeatAt)
            return false;
        if (_now < _notBefore && !(CutsAtOnce && cut && Interval <= (_roundTrip ?? UnknownRoundTrip) * 1.5))
            return false;
        _losses = _controller.State.LossEvents;
        _sent = _controller.Rate;
        _notBefore = _now + Interval;
        _repeatAt = _now + Duration.FromSeconds(1);
        _acknowledged = false;
        request = new ThrottleRequest(++_generation, _sent, ViewerSplit.Of(_sent, 1e9));
        return true;
    }
}
