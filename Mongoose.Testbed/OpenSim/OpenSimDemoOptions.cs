using Mongoose.Core.Units;

namespace Mongoose.Testbed.OpenSim;

/// <summary>What is run in a real OpenSim. The defaults are those of the command line.</summary>
public sealed record OpenSimDemoOptions
{
    public required OpenSimBin Bin { get; init; }

    /// <summary>The module's release tree; empty when there is none, and stock is run alone.</summary>
    public IReadOnlyList<ModuleFile> Module { get; init; } = [];

    /// <summary>The directory that <see cref="Module"/> was looked for in, if one was named.</summary>
    public string? ModuleDirectory { get; init; }

    /// <summary>Circuit rates, one after the other.</summary>
    public IReadOnlyList<DataRate> Throttles { get; init; } = [DataRate.FromMegabitsPerSecond(1.5)];

    /// <summary>Viewers that download textures at the same time, each on a circuit and a link of its own.</summary>
    public int Clients { get; init; } = 1;

    public Duration RoundTrip { get; init; } = Duration.FromMilliseconds(50);

    /// <summary>Probability, 0 to 1, in both directions.</summary>
    public double Loss { get; init; }

    /// <summary>Of each run, from the last viewer's arrival.</summary>
    public Duration Length { get; init; } = Duration.FromSeconds(12);

    /// <summary>Of random loss and of the order of the textures.</summary>
    public int Seed { get; init; } = 1;
}
