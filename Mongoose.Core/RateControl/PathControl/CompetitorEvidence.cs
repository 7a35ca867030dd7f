using Mongoose.Core.Units;

namespace Mongoose.Core.RateControl.PathControl;

/// <summary>
/// Whether other traffic fills the line's queue, as far as probes have shown. On a longer route each probe finds the same floor. In the
/// queue of a TCP each probe finds another floor, and a route that seemed longer becomes shorter again.
/// </summary>
internal struct CompetitorEvidence
{
    /// <summary>
    /// This many changes of the floor, each within <see cref="Memory"/> of the previous one, show a competitor if the round trip has fallen
    /// in between. If it has only risen, as on a route that becomes longer step by step, one more change is needed. A jump by more than
    /// <see cref="LargeJump"/> shows a competitor at once.
    /// </summary>
    private const int Enough = 2;

    private static readonly Duration Memory = Duration.FromSeconds(25), LargeJump = Duration.FromMilliseconds(250);

    /// <summary>A reference that falls within this time after it was raised was not that of a longer route.</summary>
    private static readonly Duration RaiseMemory = Duration.FromSeconds(10);

    /// <summary>Floors that differ by less than this part of the tolerance are equal.</summary>
    private const double Equal = 0.8;

    /// <summary>A competitor is gone if a probe finds less than this part of the queue.</summary>
    private const double Gone = 0.1;

    /// <summary>Equal floors show a longer route only if the probe has drained a longer queue than this, the circuits' own.</summary>
    private static readonly Duration OwnQueue = Duration.FromMilliseconds(30);

    private bool _hasFallen;
    private int _changes;
    private Duration _floor;
    private Instant _changedAt, _raisedAt;

    public CompetitorEvidence() => _changedAt = _raisedAt = Instant.LongAgo;

    /// <summary>Whether other traffic fills the queue.</summary>
    public readonly bool IsEnough => _changes >= (_hasFallen ? Enough : Enough + 1);

    /// <summary>The reference was raised to a floor.</summary>
    public void RecordRaised(Duration by, Duration tolerance, Instant now)
    {
        if (by > tolerance)
            NoteChange(now);
        if (by > LargeJump)
            _changes = Math.Max(_changes, Enough + 1);
        _raisedAt = now;
    }

    /// <summary>A round trip is shorter than the reference by more than the tolerance.</summary>
    public void NoteFallen(Instant now)
    {
        if (now - _raisedAt >= RaiseMemory)
            return;
        NoteChange(now);
        (_hasFallen, _raisedAt) = (true, Instant.LongAgo);
    }

    /// <summary>Takes the floor of a probe while the circuits compete. Returns whether the competitor is gone or was never there.</summary>
    /// <param name="floor">The floor.</param>
    /// <param name="empty">The round trip of the empty line.</param>
    /// <param name="queueBefore">The queue before the probe.</param>
    /// <param name="tolerance">The difference of round trips that may be noise.</param>
    public readonly bool IsAlone(Duration floor, Duration empty, Duration queueBefore, Duration tolerance)
    {
        bool isRoute = (floor - _floor).Absolute <= tolerance * Equal && empty + queueBefore - floor > OwnQueue;
        return isRoute || floor <= empty + Duration.Max(tolerance, queueBefore * Gone);
    }

    /// <summary>Remembers the floor of the last probe.</summary>
    public void NoteFloor(Duration floor) => _floor = floor;

    /// <summary>The circuits no longer compete.</summary>
    public void Reset() => (_changes, _hasFallen) = (0, false);

    private void NoteChange(Instant now)
    {
        if (now - _changedAt >= Memory)
            (_changes, _hasFallen) = (0, false);
        _changes++;
        _changedAt = now;
    }
}
