using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// A probe of the line: for the time that its whole queue needs to drain, the circuits send only a part of what the line delivers. The
/// shortest round trip of the packets sent in this time is the line's floor: what remains of the queue is not the circuits'.
/// </summary>
public struct LineProbe
{
    private static readonly Duration MaxTime = Duration.FromMilliseconds(1500);

    private Instant _startedAt, _endsAt;
    private Duration? _floor;
    private int _looks;

    /// <summary>Whether the circuits send less than usual.</summary>
    public bool IsSending { get; private set; }

    /// <summary>Whether the probe's result is open.</summary>
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
        (IsSending, IsOpen, QueueBefore, _startedAt) = (true, true, queueBefore, now);
        (_floor, _looks) = (null, 0);
        _endsAt = now + Duration.Min(predicted, MaxTime) / (1 - Pace) + feedback;
    }

    /// <summary>Advances the time.</summary>
    public void Tick(Instant now) => IsSending &= now < _endsAt;

    /// <summary>
    /// Takes the round trip of a clump. Returns whether the probe has ended; its floor is null if no packet was acknowledged.
    /// </summary>
    public bool IsDone(in AckReport report, Instant newestSent, Duration overdueAfter, out Duration? floor)
    {
        if (report.RoundTrip is { } sample && newestSent >= _startedAt)
            _floor = _floor is { } lowest ? Duration.Min(lowest, sample) : sample;
        floor = _floor;
        if (IsSending || !(newestSent >= _endsAt && _looks++ >= 1) && report.At <= _endsAt + overdueAfter)
            return false;
        IsOpen = false;
        return true;
    }
}
