using Mongoose.Core.Sending;

namespace Mongoose.Core.Status.History;

/// <summary>Outcomes of packets in the last ten seconds: in a second, a path that loses one packet in a hundred often loses none.</summary>
/// <param name="totals">The totals at the first point.</param>
public sealed class RecentPath(PathCounts totals)
{
    /// <summary>Fewer lost packets than this are chance.</summary>
    private const int MinLost = 5;

    private readonly Queue<PathCounts> _totals = new([totals]);

    /// <summary>The fraction of packets lost, 0 to 1; null if none were sent.</summary>
    public double? LostFraction { get; private set; }

    /// <summary>The same; 0 if fewer than five were lost.</summary>
    public double ProvenLoss { get; private set; }

    /// <summary>Adds a point.</summary>
    public void Add(in PathCounts totals)
    {
        PathCounts recent = totals - _totals.Peek();
        LostFraction = recent.LostFraction;
        ProvenLoss = recent.Lost >= MinLost ? recent.LostFraction ?? 0 : 0;
        _totals.Enqueue(totals);
        if (_totals.Count > Series.RecentPoints)
            _totals.Dequeue();
    }
}
