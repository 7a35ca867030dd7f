using Mongoose.Core.Sending;

namespace Mongoose.Core.Status.History;

/// <summary>Outcomes of packets in the last minute: in two seconds a path that loses one packet in a hundred often loses none.</summary>
/// <param name="totals">The totals at the first point.</param>
public sealed class RecentPath(PathCounts totals)
{
    /// <summary>The number of points in a minute.</summary>
    private static readonly int Points = (int)(60 / Series.Interval.Seconds);

    private readonly Queue<PathCounts> _totals = new([totals]);

    /// <summary>The fraction of packets lost, 0 to 1.</summary>
    public double? LostFraction { get; private set; }

    /// <summary>Adds a point.</summary>
    public void Add(in PathCounts totals)
    {
        LostFraction = (totals - _totals.Peek()).LostFraction;
        _totals.Enqueue(totals);
        if (_totals.Count > Points)
            _totals.Dequeue();
    }
}
