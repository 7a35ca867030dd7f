using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Status.History;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Findings;

/// <summary>What a diagnosis rests on.</summary>
public sealed record Evidence
{
    /// <summary>The process and its host in the last five seconds: means, and the longest lateness; all 0 if unknown.</summary>
    public required ProcessHealth Process { get; init; }

    /// <summary>The regions of the process.</summary>
    public IReadOnlyList<RegionEvidence> Regions { get; init; } = [];

    /// <summary>Why Mongoose does not see what visitors download by HTTP; null if it sees all.</summary>
    public string? WhyDownloadsUnseen { get; init; }

    /// <summary>The circuits of visitors in all regions.</summary>
    public IReadOnlyList<VisitorEvidence> Visitors { get; init; } = [];
}

/// <summary>A region, as a diagnosis sees it.</summary>
public sealed record RegionEvidence
{
    /// <summary>The region's name.</summary>
    public required string Name { get; init; }

    /// <summary>
    /// The simulation in the last five seconds: means, and the present <see cref="RegionHealth.SinceFrame"/>; null if unknown.
    /// </summary>
    public RegionHealth? Health { get; init; }

    /// <summary>The objects whose scripts cost most time, the first most.</summary>
    public IReadOnlyList<ScriptCost> Scripts { get; init; } = [];

    /// <summary>Whether Mongoose sends; otherwise nothing is known of what limits circuits.</summary>
    public bool IsShaping { get; init; }

    /// <summary>Whether the host's uplink leaves the region less than its own limit.</summary>
    public bool IsUplinkLimited { get; init; }
}

/// <summary>A circuit, as a diagnosis sees it.</summary>
public sealed record VisitorEvidence
{
    /// <summary>The figures of the last ten seconds.</summary>
    public required CircuitFigures Figures { get; init; }

    /// <summary>The region of the circuit.</summary>
    public required RegionEvidence Region { get; init; }

    /// <summary>
    /// Where the visitor's line ends: visitors with the same value share it. Empty if that is not known, as for programs on the simulator's
    /// own host.
    /// </summary>
    public string Household { get; init; } = "";

    /// <summary>Whether the visitor has a line. A program on the simulator's own host has none.</summary>
    public bool HasLine => Household.Length > 0;

    /// <summary>
    /// Whether the visitor's address is in a network of the simulator's host, or a private one: at home, or at a tunnel's end.
    /// </summary>
    public bool IsNear { get; init; }

    /// <summary>
    /// Time that updates of avatars and objects waited in the region: the 90th percentile of each second, on average over those of the last
    /// ten that sent any, and over three at least.
    /// </summary>
    public Duration UpdateDelay { get; init; }

    /// <summary>
    /// The longest time in the last ten seconds for which several of the visitor's requests for textures, meshes or assets had waited for
    /// the simulator's answers; zero if few waited.
    /// </summary>
    public Duration RequestWait { get; init; }

    /// <summary>The fraction of packets lost in the last ten seconds, 0 to 1; 0 if they are so few that chance explains them.</summary>
    public double LostFraction { get; init; }

    /// <summary>The seconds of the last ten in which something limited the circuit.</summary>
    public int LimitedSeconds { get; init; }

    /// <summary>The last ten seconds, in nanoseconds, by what held the circuit back.</summary>
    public LimitCounts LimitedTime { get; init; }

    /// <summary>
    /// The mean round-trip time, in ms, since the sample before, of the last twenty samples, about one a second, the newest last. All
    /// circuits are sampled at once. A second without acks repeats the one before.
    /// </summary>
    public IReadOnlyList<double> RoundTrips { get; init; } = [];

    /// <summary>The seconds of the last ten in which acks gave a round trip.</summary>
    public int AckedSeconds { get; init; }

    /// <summary>The longest time that packets waited on the path, in ms, in each second of the last minute, the newest last.</summary>
    public IReadOnlyList<double> PathDelays { get; init; } = [];

    /// <summary>The mean of <see cref="PathDelays"/> over the last ten seconds, in ms; 0 if nothing is known.</summary>
    public double Queue => PathDelays.TakeLast(Series.RecentPoints).DefaultIfEmpty().Average();

    /// <summary>The packets that were found lost in the same seconds; may be shorter if nothing is known of the last ones.</summary>
    public IReadOnlyList<long> Losses { get; init; } = [];
}
