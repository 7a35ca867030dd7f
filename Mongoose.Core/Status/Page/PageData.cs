using Mongoose.Core.Status.Arrivals;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Status.Incidents;

namespace Mongoose.Core.Status.Page;

/// <summary>The status page's content at one moment. Regions, visitors and downloads are empty by default.</summary>
public sealed record PageData
{
    /// <summary>The version of Mongoose.</summary>
    public required string Version { get; init; }

    /// <summary>The version of the OpenSimulator in which Mongoose runs; null outside of one.</summary>
    public string? OpenSim { get; init; }

    /// <summary>One line that says whether the program does its work, and how.</summary>
    public required string Status { get; init; }

    /// <summary>Whether the program does its work.</summary>
    public bool IsOn { get; init; }

    /// <summary>Whether the reader may see visitors' names.</summary>
    public bool HasNames { get; init; }

    /// <summary>A number that differs after each restart of the program; a restart also numbers points anew.</summary>
    public long Started { get; init; }

    /// <summary>The number of the last point; 0 if there is none.</summary>
    public long Point { get; init; }

    /// <summary>The line for an operator, instead of that of <see cref="Diagnosis"/>.</summary>
    public PageHealth? Health { get; init; }

    /// <summary>Who suffers, and from what.</summary>
    public Diagnosis Diagnosis { get; init; } = Diagnosis.Empty;

    /// <summary>The process in the last five seconds; null if its figures could not be read.</summary>
    public ProcessHealth? Process { get; init; }

    /// <summary>The last ten minutes of the process.</summary>
    public ProcessHealthSeries ProcessHistory { get; init; } = new(first: 1);

    /// <summary>The downloads of all visitors.</summary>
    public PageDownloads Downloads { get; init; } = new(WhyUnpaced: null, Visitors: 0, Kbps: 0, Elsewhere: [], Unpaced: 0);

    /// <summary>The regions, in the order in which the page shows them.</summary>
    public IReadOnlyList<PageRegion> Regions { get; init; } = [];

    /// <summary>The peers of a mixer, in the order in which the page shows them; null for a program that is none.</summary>
    public IReadOnlyList<PagePeer>? Peers { get; init; }

    /// <summary>The circuits of visitors, in any order.</summary>
    public IReadOnlyList<PageVisitor> Visitors { get; init; } = [];

    /// <summary>The last times in which visitors suffered, the newest first.</summary>
    public IReadOnlyList<Incident> Incidents { get; init; } = [];

    /// <summary>What the last arrivals cost, the newest first.</summary>
    public IReadOnlyList<Arrival> Arrivals { get; init; } = [];
}
