using Mongoose.Core.Sending;

namespace Mongoose.Core.Status.History;

/// <summary>Outcomes of packets in the last minute: in a second a path that loses one packet in a hundred often loses none.</summary>
/// <param name="totals">The totals at the first point.</param>
public sealed class RecentPath(PathCounts totals)
{
    /// <summary>Fewer lost packets than this in the last ten seconds are chance.</summary>
    private const int MinLost = 5;

    /// <summary>The number of points in a minute.</summary>
    private static readonly int Points = (int)(60 / Series.Interval.Seconds);

    private readonly Queue<PathCounts> _totals = new([totals]);

    /// <summary>The fraction of packets lost, 0 to 1.</summary>
    public double? LostFraction { get; private set; }

    /// <summary>The fraction of packets lost in the last ten seconds, 0 to 1; 0 if fewer than five were.</summary>
    public double LostNow { get; private set; }

    /// <summary>Adds a point.</summary>
    public void Add(in PathCounts totals)
    {
        LostFraction = (totals - _totals.Peek()).LostFraction;
        PathCounts recent = totals - _totals.ElementAt(Math.Max(0, _totals.Count - Series.RecentPoints));
        LostNow = recent.Lost >= MinLost ? recent.LostFraction ?? 0 : 0;
        _totals.Enqueue(totals);
        if (_totals.Count > Points)
            _totals.Dequeue();
    }
}
