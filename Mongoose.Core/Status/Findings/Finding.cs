using Mongoose.Core.Status.Figures;

namespace Mongoose.Core.Status.Findings;

/// <summary>One cause, with those who suffer from it or are limited by it, and the evidence.</summary>
public sealed record Finding
{
    /// <summary>The cause.</summary>
    public required Cause Cause { get; init; }

    /// <summary>What of the simulator is slow; null for other causes.</summary>
    public SimulatorPart? Part { get; init; }

    /// <summary>The part's name, in lower case; null for other causes.</summary>
    public string? PartName => Part?.ToString().ToLowerInvariant();

    /// <summary>The cause's name, with the part of the simulator.</summary>
    public string Name => PartName is { } part ? $"{Cause.Name}/{part}" : Cause.Name;

    /// <summary>The cause on the page, with the part of the simulator; without the region.</summary>
    public string Title => Part is { } part ? $"{Cause.Title}: {part.Title()}" : Cause.Title;

    /// <summary>The region; null if the cause is not of one region.</summary>
    public string? Region { get; init; }

    /// <summary>The numbers of the circuits concerned, those that suffer most first.</summary>
    public IReadOnlyList<int> Visitors { get; init; } = [];

    /// <summary>How many of them suffer.</summary>
    public int Harmed { get; init; }

    /// <summary>The sum of what each suffers, from 0 to 1.</summary>
    public double Harm { get; init; }

    /// <summary>The sum of what each misses of the rate that the viewer asks for, from 0 to 1.</summary>
    public double Missed { get; init; }

    /// <summary>One sentence: what it is.</summary>
    public required string Sentence { get; init; }

    /// <summary>What helps.</summary>
    public required string Advice { get; init; }

    /// <summary>The evidence.</summary>
    public IReadOnlyList<string> Seen { get; init; } = [];

    /// <summary>Whether the evidence fits no other cause.</summary>
    public bool IsSure { get; init; } = true;
}
