using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Arrivals;

/// <summary>An avatar comes to a region.</summary>
/// <param name="Visitor">The number of the visitor's circuit.</param>
/// <param name="Name">The visitor's name.</param>
/// <param name="Region">The region's name.</param>
/// <param name="At">When the circuit opened; when the avatar came, if the circuit was there before.</param>
/// <param name="Began">The same, as Unix time in milliseconds.</param>
public sealed record ArrivalStart(int Visitor, string Name, string Region, Instant At, long Began)
{
    /// <summary>The avatar's number, as in <see cref="Figures.CircuitFigures.Avatar"/>.</summary>
    public int Avatar { get; init; }

    /// <summary>
    /// Whether the avatar came from a neighbouring region, from which it saw this one: most of what it needs was sent before.
    /// </summary>
    public bool IsFromNeighbour { get; init; }

    /// <summary>Whether the host's uplink leaves the region less than its own limit.</summary>
    public bool IsUplinkLimited { get; init; }

    /// <summary>What the circuit had counted before.</summary>
    public ArrivalTotals Before { get; init; }
}
