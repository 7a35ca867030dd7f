using Mongoose.Core.Sending;

namespace Mongoose.Core.Status.History;

/// <summary>
/// A circuit's limit in the last ten seconds. A viewer that asks for textures a few at a time is at its limit in some seconds and
/// not in others; showing only the last second would make the cause flicker.
/// </summary>
/// <param name="totals">The limits of the circuit so far.</param>
public sealed class RecentLimit(LimitTotals totals)
{
    /// <summary>At least this many of the last ten seconds must be limited.</summary>
    private const int MinSeconds = 2;

    private static readonly LimitedBy[] Limits = [.. Enum.GetValues<LimitedBy>().Where(limit => limit != LimitedBy.Nothing)];

    private readonly Queue<LimitTotals> _totals = new([totals]);

    /// <summary>
    /// The most frequent limit, the first of <see cref="LimitedBy"/> if several are; <see cref="LimitedBy.Nothing"/> if too few seconds
    /// were limited.
    /// </summary>
    /// <param name="now">The limits of the circuit until now.</param>
    public LimitedBy Limit(in LimitTotals now)
    {
        LimitCounts recent = (now - _totals.Peek()).Seconds;
        return Limits.Sum(recent.Of) < MinSeconds ? LimitedBy.Nothing : Limits.MaxBy(recent.Of);
    }

    /// <summary>The number of the recent seconds in which something limited the circuit.</summary>
    /// <param name="now">The limits of the circuit until now.</param>
    public int LimitedSeconds(in LimitTotals now)
    {
        LimitCounts recent = (now - _totals.Peek()).Seconds;
        return (int)Limits.Sum(recent.Of);
    }

    /// <summary>The recent time in nanoseconds, by what held the circuit back.</summary>
    /// <param name="now">The limits of the circuit until now.</param>
    public LimitCounts Time(in LimitTotals now) => (now - _totals.Peek()).Nanoseconds;

    /// <summary>Begins anew: seconds before a change of settings say nothing of what limits now.</summary>
    public void Restart(in LimitTotals totals)
    {
        _totals.Clear();
        _totals.Enqueue(totals);
    }

    /// <summary>Adds a point.</summary>
    public void Add(in LimitTotals totals)
    {
        _totals.Enqueue(totals);
        if (_totals.Count > Series.RecentPoints + 1)
            _totals.Dequeue();
    }
}
