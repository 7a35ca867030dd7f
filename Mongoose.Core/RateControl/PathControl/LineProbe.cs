using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// A probe of the line: while the line's whole queue drains, the circuits send at a part of the delivered rate. The shortest round trip of
/// the packets sent since the probe began is the line's floor: any queue that remains is not the circuits' own.
/// </summary>
public struct LineProbe
{
    /// <summary>The longest queue that a probe waits for.</summary>
    private static readonly Duration MaxQueue = Duration.FromMilliseconds(1500);

    /// <summary>
    /// A probe waits for this many clumps, from the first that acknowledges a packet sent after the slow phase, or until such acks are
    /// overdue.
    /// </summary>
    private const int ClumpsAfter = 2;

    private Instant _startedAt, _endsAt;
    private Duration? _floor;
    private int _clumpsAfter;

    /// <summary>Whether the circuits send less than usual.</summary>
    public bool IsSlowed { get; private set; }

    /// <summary>Whether a probe has begun and has no result yet.</summary>
    public bool IsOpen { get; private set; }

    /// <summary>The queue before the probe, beyond the base.</summary>
    public Duration QueueBefore { get; private set; }

    /// <summary>The rate during the probe, as a part of the delivered rate.</summary>
    public const double Pace = 0.25;

    /// <summary>Begins a probe.</summary>
    /// <param name="queueBefore">The queue as measured from the base.</param>
    /// <param name="predicted">The queue that the packets on their way will find.</param>
    /// <param name="feedback">The time until acks show the effect of a rate.</param>
    public void Begin(Duration queueBefore, Duration predicted, Duration feedback, Instant now)
    {
        (IsSlowed, IsOpen, QueueBefore, _startedAt) = (true, true, queueBefore, now);
        (_floor, _clumpsAfter) = (null, 0);
        _endsAt = now + Duration.Min(predicted, MaxQueue) / (1 - Pace) + feedback;
    }

    /// <summary>Advances the time.</summary>
    public void Tick(Instant now) => IsSlowed &= now < _endsAt;

    /// <summary>
    /// Takes the round trip of a clump. Returns whether the probe has ended; its floor is null if no packet sent since the probe began has
    /// shown a round trip.
    /// </summary>
    /// <param name="newestSent">When the newest packet acknowledged so far was sent.</param>
    /// <param name="overdueAfter">How long after the probe the acks of later packets are awaited.</param>
    public bool TryEnd(in AckReport report, Instant newestSent, Duration overdueAfter, out Duration? floor)
    {
        if (report.RoundTrip is { } sample && newestSent >= _startedAt)
            _floor = _floor is { } lowest ? Duration.Min(lowest, sample) : sample;
        floor = _floor;
        if (newestSent >= _endsAt)
            _clumpsAfter++;
        if (IsSlowed || _clumpsAfter < ClumpsAfter && report.At <= _endsAt + overdueAfter)
            return false;
        IsOpen = false;
        return true;
    }
}
