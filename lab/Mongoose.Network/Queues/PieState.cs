using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Queues;

/// <summary>
/// PIE's control loop over one list of packets: the pseudo-code of RFC 8033 appendix A, with the additions of appendix B selected by
/// parameters. Updates are due every T_UPDATE from time zero or, with activation, from the last activation; an update due at the time of a
/// call runs before the call's own work.
/// </summary>
internal sealed class PieState(PieParameters parameters, QueueLimit limit, SeededRandom random)
{
    private DepartureRate _departures;
    private Duration _oldDelay;
    private Instant _nextUpdate = Instant.Zero + parameters.TUpdate;
    private double _accumulated;

    /// <summary>The drop probability, 0 to 1.</summary>
    public double DropProbability { get; private set; }

    /// <summary>The delay at the last departure or, if estimated by the departure rate, at the last update.</summary>
    public Duration Delay { get; private set; }

    public Duration BurstAllowance { get; private set; }

    public bool IsActive { get; private set; } = !parameters.Activation;

    private bool HasNoDelay => Delay == Duration.Zero && _oldDelay == Duration.Zero;

    private bool IsUncongested => IsBelowHalfRef(Delay) && IsBelowHalfRef(_oldDelay);

    /// <summary>Called before a packet is added to the queue: returns whether PIE wants it dropped or marked.</summary>
    public bool SignalsOnArrival(in PacketList queue, Instant now)
    {
        CatchUp(queue.Bytes, now);
        if (parameters.Activation && queue.Count == 0 && DropProbability == 0 && HasNoDelay)
            IsActive = false;
        if (!IsActive)
            return false;
        if (DropProbability == 0 && IsUncongested)
            BurstAllowance = parameters.MaxBurst;
        return BurstAllowance == Duration.Zero && DropsEarly(queue.Bytes);
    }

    /// <summary>MAX_ECNTH: whether to mark a packet that can be marked.</summary>
    public bool PrefersMark => DropProbability < parameters.MaxEcnTh;

    /// <summary>A packet did not fit into the queue.</summary>
    public void OnOverflow(long queueBytes, Instant now)
    {
        CatchUp(queueBytes, now);
        _accumulated = 0;
    }

    /// <summary>The queue may have grown: a backlog of a third of the limit activates PIE.</summary>
    public void OnEnqueued(in PacketList queue, Instant now)
    {
        if (!IsActive && 3 * limit.Measure(queue.Count, queue.Bytes) >= limit.Amount)
            Activate(now);
    }

    /// <summary>The next packet; null if there is none.</summary>
    public Packet? Dequeue(ref PacketList queue, Instant now)
    {
        CatchUp(queue.Bytes, now);
        if (queue.TakeFirst() is not { } packet)
            return null;
        if (parameters.DelayEstimator == DelayEstimator.Timestamp)
            Delay = queue.Count == 0 && !parameters.KeepDelayWhenEmpty ? Duration.Zero : now - packet.EnqueuedAt;
        else if (IsActive)
            _departures.OnDeparture(packet.WireBytes, queue.Bytes, parameters.DqThreshold, now);
        return packet;
    }

    /// <summary>Takes the first packet because there is no room; this gives no delay sample unless it was the last packet.</summary>
    public Packet TakeForOverflow(ref PacketList queue, Instant now)
    {
        OnOverflow(queue.Bytes, now);
        Packet packet = queue.TakeFirst()!;
        if (queue.Count == 0 && !parameters.KeepDelayWhenEmpty)
            Delay = Duration.Zero;
        return packet;
    }

    private void Activate(Instant now)
    {
        IsActive = true;
        _oldDelay = Duration.Zero;
        DropProbability = 0;
        _accumulated = 0;
        BurstAllowance = parameters.MaxBurst;
        _nextUpdate = now + parameters.TUpdate;
        _departures = DepartureRate.Measuring(now);
    }

    private bool DropsEarly(long queueBytes)
    {
        if (IsBelowHalfRef(_oldDelay) && DropProbability < 0.2 || queueBytes <= 2L * parameters.MeanPktSize)
            return false;
        if (parameters.Derandomize)
        {
            _accumulated = DropProbability == 0 ? 0 : _accumulated + DropProbability;
            if (_accumulated < 0.85)
                return false;
        }
        bool drops = parameters.Derandomize && _accumulated >= 8.5 || random.Chance(DropProbability);
        if (drops)
            _accumulated = 0;
        return drops;
    }

    private void CatchUp(long queueBytes, Instant now)
    {
        if (!IsActive || now < _nextUpdate)
            return;
        while (_nextUpdate <= now)
        {
            _nextUpdate += parameters.TUpdate;
            if (!Update(queueBytes))
                SkipUpdates(now);
        }
    }

    /// <summary>Nothing changes until the next packet, so the updates of an idle period need not be repeated.</summary>
    private void SkipUpdates(Instant now)
    {
        long missed = (now - _nextUpdate).Nanoseconds / parameters.TUpdate.Nanoseconds;
        if (missed > 0)
            _nextUpdate += new Duration(missed * parameters.TUpdate.Nanoseconds);
    }

    /// <summary>calculate_drop_prob(). Returns false if it changed nothing.</summary>
    private bool Update(long queueBytes)
    {
        (double probability, Duration oldDelay, Duration burst) = (DropProbability, _oldDelay, BurstAllowance);
        if (parameters.DelayEstimator == DelayEstimator.DequeueRate)
            Delay = _departures.TimeFor(queueBytes, parameters.DqThreshold);
        DropProbability += Adjustment();
        if (parameters.Decay == PieDecay.BelowHalfRef ? IsUncongested : HasNoDelay)
            DropProbability *= 0.98;
        DropProbability = Math.Clamp(DropProbability, 0, 1);
        _oldDelay = Delay;
        BurstAllowance = Duration.Max(Duration.Zero, BurstAllowance - parameters.TUpdate);
        return DropProbability != probability || _oldDelay != oldDelay || BurstAllowance != burst;
    }

    private double Adjustment()
    {
        double adjustment = parameters.Alpha * (Delay - parameters.QDelayRef).Seconds + parameters.Beta * (Delay - _oldDelay).Seconds;
        adjustment /= DropProbability switch
        {
            < 0.000001 => 2048,
            < 0.00001 => 512,
            < 0.0001 => 128,
            < 0.001 => 32,
            < 0.01 => 8,
            < 0.1 => 2,
            _ => 1,
        };
        return parameters.CapAdjustment && DropProbability >= 0.1 ? Math.Min(adjustment, 0.02) : adjustment;
    }

    private bool IsBelowHalfRef(Duration delay) => 2 * delay.Nanoseconds < parameters.QDelayRef.Nanoseconds;
}
