using Mongoose.Core.Units;

namespace Mongoose.Core.Status.History;

/// <summary>The mean round-trip time of each of the last seconds, from totals that grow.</summary>
/// <param name="kept">The number of seconds.</param>
public sealed class RecentRoundTrips(int kept)
{
    private readonly Queue<double> _means = new();
    private readonly Queue<bool> _recent = new();
    private (Duration Sum, long Count)? _before;

    /// <summary>The means in ms, oldest first; none before the first round trip.</summary>
    public IReadOnlyList<double> Seconds => [.. _means];

    /// <summary>The number of seconds, of the last ten, in which there were round trips.</summary>
    public int RecentSeconds => _recent.Count(isMeasured => isMeasured);

    /// <summary>Adds a second.</summary>
    /// <param name="totals">The sum and the number of all round trips so far. A second without any repeats the one before.</param>
    public void Add((Duration Sum, long Count) totals)
    {
        (Duration Sum, long Count) before = _before ?? totals;
        _before = totals;
        long count = totals.Count - before.Count;
        if (count > 0)
            _means.Enqueue((totals.Sum - before.Sum).Milliseconds / count);
        else if (_means.Count > 0)
            _means.Enqueue(_means.Last());
        if (_means.Count > kept)
            _means.Dequeue();
        _recent.Enqueue(count > 0);
        if (_recent.Count > Series.RecentPoints)
            _recent.Dequeue();
    }
}
