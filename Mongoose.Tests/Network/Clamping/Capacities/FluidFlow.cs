using Mongoose.Core.Paths;
using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Tests.Network.Clamping.Capacities;

/// <summary>A flow on a <see cref="FluidLine"/>.</summary>
internal sealed class FluidFlow
{
    private const double Segment = 1500, InitialWindow = 10 * Segment, Decrease = 0.7;

    private static readonly Duration Memory = Duration.FromSeconds(10), Recent = Duration.FromMilliseconds(200);

    private readonly int _rtt;
    private readonly double[] _returning;
    private double _congestionWindow = InitialWindow, _threshold = double.PositiveInfinity, _inFlight, _part, _rate;
    private WindowedMinimum _minimum, _current;
    private int _lastLoss;

    /// <param name="rtt">Its round trip without queue, in milliseconds.</param>
    /// <param name="key">Its key if it cannot be clamped.</param>
    public FluidFlow(int rtt, FlowKey? key)
    {
        (_rtt, _lastLoss, Key) = (rtt, -rtt, key);
        _returning = new double[rtt];
    }

    public FlowKey? Key { get; }

    public Instant AddedAt { get; init; }

    /// <summary>Its bytes in the queue.</summary>
    public double Queued { get; private set; }

    /// <summary>The window that the clamp allows.</summary>
    public double Window { get; set; } = double.PositiveInfinity;

    public Duration Minimum => _minimum.Value;

    public Duration Current => Duration.Max(_current.Value, _minimum.Value);

    public bool IsLimited => _congestionWindow >= Window;

    /// <summary>A limit of its own, in bytes per millisecond.</summary>
    public double OwnLimit { get; set; } = double.PositiveInfinity;

    public DataRate Rate => DataRate.FromBytesPerSecond(_rate * 1000);

    /// <summary>Sends what has been acknowledged and what the window permits.</summary>
    public void Send(int step)
    {
        double acked = _returning[step % _rtt];
        _returning[step % _rtt] = 0;
        _inFlight -= acked;
        if (_inFlight + acked >= _congestionWindow - Segment)
            _congestionWindow += _congestionWindow < _threshold ? acked : Segment * acked / _congestionWindow;
        double bytes = Math.Clamp(Math.Min(_congestionWindow, Window) - _inFlight, 0, OwnLimit);
        _inFlight += bytes;
        Queued += bytes;
    }

    /// <summary>Bytes leave the queue, after a delay in milliseconds.</summary>
    public void Pass(double bytes, double delay, int step, Instant now)
    {
        Queued -= bytes;
        _returning[step % _rtt] += bytes;
        _rate += (bytes - _rate) * 0.01;
        _part += bytes;
        if (bytes > 0)
            Measure(delay, now);
    }

    /// <summary>Measures the round trip behind a queueing delay in milliseconds.</summary>
    public void Measure(double delay, Instant now)
    {
        Duration sample = Duration.FromMilliseconds(_rtt + delay);
        _minimum.Add(sample, now, Memory);
        _current.Add(sample, now, Duration.Max(Recent, _minimum.Value));
    }

    /// <summary>Whole bytes that have passed since the last call.</summary>
    public int TakeWhole()
    {
        int whole = (int)_part;
        _part -= whole;
        return whole;
    }

    /// <summary>Bytes are dropped from the queue.</summary>
    public void Lose(double bytes, int step)
    {
        Queued -= bytes;
        _inFlight -= bytes;
        if (step - _lastLoss < _rtt)
            return;
        _lastLoss = step;
        _congestionWindow = _threshold = Math.Max(2 * Segment, Math.Min(_congestionWindow, _inFlight) * Decrease);
    }
}
