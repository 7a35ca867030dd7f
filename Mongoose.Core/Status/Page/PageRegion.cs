using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Status.History;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Page;

/// <summary>A region on the status page. Faults are those since the region's start, percentages those since the point before.</summary>
public sealed record PageRegion
{
    /// <summary>The region's name.</summary>
    public required string Name { get; init; }

    /// <summary>Whether Mongoose sends; otherwise OpenSimulator's own throttles do.</summary>
    public bool IsShaping { get; init; }

    /// <summary>What holds each visitor of the region back; null for nothing.</summary>
    public IReadOnlyList<Cause?> VisitorCauses { get; init; } = [];

    /// <summary>The number of circuits whose avatars are in neighbouring regions.</summary>
    public int Children { get; init; }

    /// <summary>The region's limit; zero for none.</summary>
    public DataRate Limit { get; init; }

    /// <summary>Data sent with borrowed shares, in percent.</summary>
    public double BorrowedPercent { get; init; }

    /// <summary>Exceptions caught while sending.</summary>
    public long Failures { get; init; }

    /// <summary>AgentThrottle messages without valid rates.</summary>
    public long BadThrottles { get; init; }

    /// <summary>Malformed datagrams from viewers, dropped.</summary>
    public long Malformed { get; init; }

    /// <summary>Time that the sending thread spent in passes, in percent.</summary>
    public double BusyPercent { get; init; }

    /// <summary>Passes that began late, in percent.</summary>
    public double LatePercent { get; init; }

    /// <summary>The simulation in the last five seconds; null if it is unknown.</summary>
    public RegionHealth? Health { get; init; }

    /// <summary>The objects whose scripts cost most time.</summary>
    public IReadOnlyList<ScriptCost> Scripts { get; init; } = [];

    /// <summary>The rate sent, in kbit/s.</summary>
    public required Series Sent { get; init; }

    /// <summary>The number of visitors.</summary>
    public required Series Visitors { get; init; }

    /// <summary>99th percentile of the time that packets waited in the region, in milliseconds.</summary>
    public required Series Delay { get; init; }

    /// <summary>Packets lost in the minute before, in percent of those that are tracked.</summary>
    public required Series Lost { get; init; }

    /// <summary>The number of limited visitors.</summary>
    public required Series Limited { get; init; }

    /// <summary>99th percentile of the time of a pass of the sending thread, in microseconds.</summary>
    public required Series PassTime { get; init; }

    /// <summary>The history of the simulation.</summary>
    public required RegionHealthSeries Simulation { get; init; }
}
