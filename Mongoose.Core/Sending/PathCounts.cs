namespace Mongoose.Core.Sending;

/// <summary>What became of a circuit's reliable packets.</summary>
/// <param name="Sent">Packets, each once.</param>
/// <param name="Lost">Packets that the path has lost: <see cref="CircuitPath.Lost"/>.</param>
/// <param name="FastResends">Packets that were sent again before their timer ran out.</param>
public readonly record struct PathCounts(long Sent, long Lost, long FastResends)
{
    /// <summary>The part of packets that was lost, 0 to 1; 0 if none was sent.</summary>
    public double LostPart => Sent > 0 ? (double)Lost / Sent : 0;

    public static PathCounts operator +(PathCounts a, PathCounts b) => new(a.Sent + b.Sent, a.Lost + b.Lost, a.FastResends + b.FastResends);

    public static PathCounts operator -(PathCounts a, PathCounts b) => new(a.Sent - b.Sent, a.Lost - b.Lost, a.FastResends - b.FastResends);
}
