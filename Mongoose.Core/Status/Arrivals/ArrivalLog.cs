using Mongoose.Core.Downloads;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Arrivals;

/// <summary>The arrivals that are watched, and the last ones that are over. Not thread-safe.</summary>
public sealed class ArrivalLog
{
    /// <summary>The number of arrivals that are shown.</summary>
    public const int Kept = 20;

    /// <summary>The number of arrivals that are watched at once; further ones are left out.</summary>
    public const int MaxWatched = 200;

    private readonly Dictionary<int, WatchedArrival> _watched = [];
    private readonly Queue<Arrival> _over = new();

    /// <summary>The last arrivals, with the newest first.</summary>
    public IReadOnlyList<Arrival> Newest =>
    [
        .. _watched.Values.OrderByDescending(arrival => arrival.Start.At).Take(Kept).Select(arrival => arrival.Read()).Concat(_over)
            .OrderByDescending(arrival => arrival.Start.At).Take(Kept),
    ];

    /// <summary>Whether the arrival of a visitor is watched now.</summary>
    public bool IsWatched(int visitor) => _watched.ContainsKey(visitor);

    /// <summary>The last arrival of a visitor; null if it is not known.</summary>
    public Arrival? Of(int visitor) => _watched.TryGetValue(visitor, out WatchedArrival? watched)
        ? watched.Read()
        : _over.LastOrDefault(arrival => arrival.Start.Visitor == visitor);

    /// <summary>Begins to watch an arrival.</summary>
    public void Begin(ArrivalStart start)
    {
        if (_watched.Count < MaxWatched)
            _watched[start.Visitor] = new WatchedArrival(start);
    }

    /// <summary>
    /// Takes what was sent since the last sample, as <see cref="WatchedArrival.Sample"/>; returns whether the arrival is still watched.
    /// </summary>
    public bool Sample(int visitor, in ArrivalTotals totals, DownloadCosts? downloads, DownloadLimit limit, Instant now)
    {
        if (!_watched.TryGetValue(visitor, out WatchedArrival? arrival))
            return false;
        arrival.Sample(totals, downloads, limit, now);
        if (arrival.IsOver)
            Keep(arrival);
        return !arrival.IsOver;
    }

    /// <summary>A visitor has left; nothing happens unless the arrival is watched.</summary>
    public void Leave(int visitor)
    {
        if (!_watched.TryGetValue(visitor, out WatchedArrival? arrival))
            return;
        arrival.Leave();
        Keep(arrival);
    }

    private void Keep(WatchedArrival arrival)
    {
        _watched.Remove(arrival.Start.Visitor);
        _over.Enqueue(arrival.Read());
        if (_over.Count > Kept)
            _over.Dequeue();
    }
}
