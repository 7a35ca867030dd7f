using Mongoose.Core.Status.Arrivals;
using Mongoose.Core.Units;

namespace Mongoose.Server.Downloads;

/// <summary>
/// What a visitor's downloads cost since the last reading. The visitor's thread writes, and somebody reads once a second. Thread-safe.
/// </summary>
internal sealed class DownloadLedger
{
    private readonly object _gate = new();
    private DownloadCosts _costs = new();

    /// <summary>When the visitor last got capabilities: an avatar may follow.</summary>
    public Instant ExpectedAt { get; set; } = Instant.LongAgo;

    /// <summary>Counts a piece of a response.</summary>
    public void Count(in AssetCost piece)
    {
        lock (_gate)
            _costs.Add(piece);
    }

    /// <summary>What was counted since the last call.</summary>
    public DownloadCosts Take()
    {
        DownloadCosts taken = new();
        lock (_gate)
            (taken, _costs) = (_costs, taken);
        return taken;
    }
}
