using Mongoose.Core.Sending;

namespace Mongoose.Server.Status.History;

/// <summary>
/// What held a circuit back in the last ten seconds. A viewer that asks for textures a few at a time is at its limit in some seconds and not in others;
/// one second after the other would show a different cause at every look.
/// </summary>
/// <param name="totals">The seconds of the circuit so far.</param>
internal sealed class RecentLimit(LimitCounts totals)
{
    /// <summary>So many of the ten seconds must have been limited.</summary>
    private const int MinSeconds = 2;

    private readonly Queue<LimitCounts> _totals = new([totals]);

    /// <summary>The most frequent limit.</summary>
    /// <param name="now">The seconds of the circuit until now.</param>
    public LimitedBy Limit(in LimitCounts now)
    {
        LimitCounts recent = now - _totals.Peek();
        return LimitNames.Limits.Sum(recent.Of) < MinSeconds ? LimitedBy.Nothing : LimitNames.Limits.MaxBy(recent.Of);
    }

    /// <summary>Adds a point.</summary>
    public void Add(in LimitCounts totals)
    {
        _totals.Enqueue(totals);
        if (_totals.Count > StatusHistory.RecentPoints + 1)
            _totals.Dequeue();
    }
}
