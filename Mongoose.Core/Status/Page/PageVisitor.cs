using Mongoose.Core.Status.Figures;
using Mongoose.Core.Status.History;
using Mongoose.Core.Units;

namespace Mongoose.Core.Status.Page;

/// <summary>A visitor's circuit on the status page.</summary>
public sealed record PageVisitor
{
    /// <summary>The figures of the last ten seconds.</summary>
    public required CircuitFigures Figures { get; init; }

    /// <summary>How long the circuit has been open.</summary>
    public Duration Age { get; init; }

    /// <summary>The rate sent, in kbit/s.</summary>
    public required Series Used { get; init; }

    /// <summary>Time that packets wait on the path, in milliseconds.</summary>
    public required Series PathDelay { get; init; }

    /// <summary>99th percentile of the time that packets waited in the region, in milliseconds.</summary>
    public required Series RegionDelay { get; init; }
}
