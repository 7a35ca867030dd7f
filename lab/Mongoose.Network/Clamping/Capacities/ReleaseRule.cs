using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Capacities;

/// <summary>
/// When the clamp releases its flows, because narrower windows do not shorten a standing queue, and when it limits them again in a trial.
/// Without a release, an unlimited flow would take the capacity that the limited flows leave, and the queue would still stand.
/// <para>
/// The clamp releases its flows when the queue has stood continuously, and in <see cref="ReleaseAfter"/> of that time the windows in force
/// were those that the clamp wanted: larger windows, as after each new flow, explain the queue. A trial begins when the queue has been
/// empty, or the greedy traffic has been gone, for <see cref="EmptyFor"/>; otherwise after a hold time: released flows may themselves
/// keep a queue. Each release that follows a trial by less than the hold time doubles the hold time.
/// </para>
/// </summary>
/// <param name="hold">The first hold time.</param>
/// <param name="trial">The time for which a trial watches whether the line stays full; zero for trials that do not.</param>
internal sealed class ReleaseRule(Duration hold, Duration trial)
{
    private readonly Duration _firstHold = hold;
    private Duration _hold = hold, _standing, _empty, _withoutGreedy;
    private Instant? _triedAt;
    private Instant _releasedAt;
    private bool _hadGreedy;

    public ReleasePhase Phase { get; private set; } = ReleasePhase.Limiting;

    /// <summary>Follows an interval.</summary>
    /// <param name="length">The interval's length.</param>
    /// <param name="now">The interval's end.</param>
    public void Update(in LineState line, Duration length, Instant now)
    {
        if (!line.Stands)
            _standing = Duration.Zero;
        else if (line.WindowsFit)
            _standing += length;
        if (Phase == ReleasePhase.Released)
            TryWhenDue(line, length, now);
        else if (Phase == ReleasePhase.Trial && now - _triedAt >= trial)
            EndTrial(line, now);
        else if (Phase == ReleasePhase.Limiting && _standing >= ReleaseAfter)
            Release(line, now);
    }

    private void TryWhenDue(in LineState line, Duration length, Instant now)
    {
        _hadGreedy |= line.HasGreedy;
        _empty = line.IsEmpty ? _empty + length : Duration.Zero;
        _withoutGreedy = _hadGreedy && !line.HasGreedy ? _withoutGreedy + length : Duration.Zero;
        if (_empty < EmptyFor && _withoutGreedy < EmptyFor && now - _releasedAt < _hold)
            return;
        (_triedAt, _standing) = (now, Duration.Zero);
        Phase = trial > Duration.Zero ? ReleasePhase.Trial : ReleasePhase.Limiting;
    }

    private void EndTrial(in LineState line, Instant now)
    {
        if (line.IsFull)
        {
            Release(line, now);
            return;
        }
        Phase = ReleasePhase.Limiting;
        _standing = Duration.Zero;
    }

    private void Release(in LineState line, Instant now)
    {
        bool hasFailed = _triedAt is { } triedAt && now - triedAt < _hold;
        _hold = hasFailed ? Duration.Min(_hold * 2, MaxHold) : _firstHold;
        (_releasedAt, _hadGreedy, _empty, _withoutGreedy) = (now, line.HasGreedy, Duration.Zero, Duration.Zero);
        Phase = ReleasePhase.Released;
    }

    /// <summary>
    /// Time with fitting windows in which a queue must stand before a release. The capacity is lowered in the first interval, and windows
    /// need a round trip that has the queue in it; the rest is for queues that the clamped flows still drain.
    /// </summary>
    private static readonly Duration ReleaseAfter = Duration.FromSeconds(3);

    /// <summary>Time that the queue must be empty, or the greedy traffic be gone, before a trial.</summary>
    private static readonly Duration EmptyFor = Duration.FromSeconds(1);

    /// <summary>Upper bound of the hold time.</summary>
    private static readonly Duration MaxHold = Duration.FromSeconds(300);
}

/// <summary>Whether the clamp limits windows.</summary>
internal enum ReleasePhase
{
    /// <summary>The clamp limits windows.</summary>
    Limiting,
    /// <summary>The clamp limits no window.</summary>
    Released,
    /// <summary>The clamp limits windows again, and watches whether the line stays full.</summary>
    Trial,
}

/// <summary>The state of the line in an interval.</summary>
/// <param name="Stands">Whether a queue stood.</param>
/// <param name="WindowsFit">Whether the windows in force were those that the clamp wanted.</param>
/// <param name="IsEmpty">Whether the queue was empty, as far as the clamp can know while it does not limit the flows.</param>
/// <param name="HasGreedy">Whether there is greedy traffic that cannot be clamped.</param>
/// <param name="IsFull">Whether the line carried nearly its full rate.</param>
internal readonly record struct LineState(bool Stands, bool WindowsFit, bool IsEmpty, bool HasGreedy, bool IsFull);
