using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Capacities;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Clamping.Sharing;
using Mongoose.Network.Packets;

namespace Mongoose.Tests.Network.Clamping.Capacities;

/// <summary>
/// A line with one queue in front of the clamp, in steps of a millisecond. Bytes are a fluid: the queue serves the flows in proportion to
/// what they have in it, what leaves it passes the clamp, and a round trip later it permits the sender to send as much again, up to its
/// window. A sender starts slowly, then adds a segment per round trip, and multiplies by 0.7 when the queue overflows, at most once per
/// round trip.
/// </summary>
internal sealed class FluidLine
{
    private const double Step = 0.001, Segment = 1500;

    /// <summary>The time that a full queue takes to drain, in seconds.</summary>
    private const double Buffer = 0.16;

    private const int StepsPerUpdate = 50;

    private readonly LineWatch _watch;
    private readonly WindowShares _shares;
    private readonly List<FluidFlow> _flows = [];
    private readonly double _limit;
    private int _step;

    public FluidLine(ClampOptions options, double megabits)
    {
        _watch = new LineWatch(options);
        _shares = new WindowShares(options);
        Megabits = megabits;
        _limit = megabits * 1e6 / 8 * Buffer;
    }

    /// <summary>The line's rate.</summary>
    public double Megabits { get; set; }

    public LineWatch Watch => _watch;

    public double Seconds => _step * Step;

    public double QueueMilliseconds => QueuedBytes / BytesPerStep;

    private double BytesPerStep => Megabits * 1e6 / 8 * Step;

    private double QueuedBytes => _flows.Sum(flow => flow.Queued);

    /// <summary>Adds a flow, whose handshake has measured its round trip; one that cannot be clamped has a key.</summary>
    public FluidFlow Add(int rttMilliseconds, FlowKey? key = null)
    {
        FluidFlow flow = new(rttMilliseconds, key) { AddedAt = Instant.FromSeconds(Seconds) };
        flow.Measure(QueueMilliseconds, flow.AddedAt);
        _flows.Add(flow);
        return flow;
    }

    public void Remove(FluidFlow flow) => _flows.Remove(flow);

    /// <summary>Runs to a time, and returns what was seen on the way.</summary>
    public FluidRun RunUntil(double seconds)
    {
        (double carried, double worst, double sum, int first) = (0, 0, 0, _step);
        while (Seconds < seconds - Step / 2)
        {
            carried += Advance();
            worst = Math.Max(worst, QueueMilliseconds);
            sum += QueueMilliseconds;
        }
        int steps = _step - first;
        return new FluidRun(carried / (steps * BytesPerStep), worst, sum / steps);
    }

    /// <summary>Returns the bytes that leave the queue.</summary>
    private double Advance()
    {
        Instant now = Instant.FromSeconds(Seconds);
        foreach (FluidFlow flow in _flows)
            flow.Send(_step);
        Overflow();
        double queued = QueuedBytes, carried = Math.Min(queued, BytesPerStep);
        double delay = queued / BytesPerStep;
        foreach (FluidFlow flow in _flows)
        {
            double bytes = queued > 0 ? carried * flow.Queued / queued : 0;
            flow.Pass(bytes, delay, _step, now);
            int whole = flow.TakeWhole();
            _watch.OnArrived(whole);
            if (flow.Key is { } key && whole > 0)
                _watch.OnOther(key, whole, now);
        }
        if (_step++ % StepsPerUpdate == 0)
            Update(now);
        return carried;
    }

    private void Overflow()
    {
        double excess = QueuedBytes - _limit;
        if (excess <= 0)
            return;
        double queued = QueuedBytes;
        foreach (FluidFlow flow in _flows)
            flow.Lose(excess * flow.Queued / queued, _step);
    }

    private void Update(Instant now)
    {
        FluidFlow[] clamped = [.. _flows.Where(flow => flow.Key is null)];
        UpstreamDelay delay = default;
        foreach (FluidFlow flow in clamped)
            delay.Add(flow.Current, flow.Minimum, now - flow.AddedAt);
        _watch.Update(delay.Value, true, now);
        FlowNeed[] needs = [.. clamped.Select(flow => new FlowNeed(flow.Minimum, flow.Current, flow.Rate, flow.IsLimited, 1448))];
        long[] windows = new long[needs.Length];
        _shares.Compute(needs, DataRate.FromBitsPerSecond(_watch.Capacity.BitsPerSecond - _watch.Other.BitsPerSecond),
            _watch.Greedy, windows);
        for (int i = 0; i < clamped.Length; i++)
            clamped[i].Window = _watch.Released ? double.PositiveInfinity : Math.Max(windows[i], 2 * Segment);
    }
}

/// <summary>What was seen of a run.</summary>
/// <param name="Utilisation">Bytes carried as a part of what the line can carry.</param>
/// <param name="WorstDelay">The longest queueing delay, in milliseconds.</param>
/// <param name="MeanDelay">The mean queueing delay, in milliseconds.</param>
internal readonly record struct FluidRun(double Utilisation, double WorstDelay, double MeanDelay);
