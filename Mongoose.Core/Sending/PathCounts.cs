namespace Mongoose.Core.Sending;

/// <summary>Outcomes of a circuit's reliable packets.</summary>
/// <param name="Sent">Packets sent, each counted once.</param>
/// <param name="Lost">Packets that the path has lost, as in <see cref="CircuitPath.Lost"/>.</param>
/// <param name="FastResends">Packets that were sent again before their timer expired.</param>
/// <param name="TimedOut">Packets whose timer expired before acks showed that they were lost.</param>
/// <param name="LostInTime">Those packets in <paramref name="Lost"/> whose timer had not expired before.</param>
public readonly record struct PathCounts(long Sent, long Lost, long FastResends, long TimedOut = 0, long LostInTime = 0)
{
    /// <summary>The fraction of packets that were lost, 0 to 1; 0 if none were sent.</summary>
    public double LostFraction => Sent > 0 ? (double)Lost / Sent : 0;

    public static PathCounts operator +(in PathCounts a, in PathCounts b) => new(
        a.Sent + b.Sent, a.Lost + b.Lost, a.FastResends + b.FastResends, a.TimedOut + b.TimedOut, a.LostInTime + b.LostInTime);

    public static PathCounts operator -(in PathCounts a, in PathCounts b) => new(
        a.Sent - b.Sent, a.Lost - b.Lost, a.FastResends - b.FastResends, a.TimedOut - b.TimedOut, a.LostInTime - b.LostInTime);
}
