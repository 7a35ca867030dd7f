using Mongoose.Core.Units;

namespace Mongoose.Testbed.Demo;

/// <summary>What a demo runs. The defaults are those of the command line.</summary>
public sealed record DemoOptions
{
    /// <summary>How much shorter the quick form is.</summary>
    public const double QuickFactor = 1.0 / 3;

    /// <summary>Circuit rates; stock and Mongoose run side by side on each, one rate after the other.</summary>
    public IReadOnlyList<DataRate> Throttles { get; init; } =
        [DataRate.FromMegabitsPerSecond(1.5), DataRate.FromMegabitsPerSecond(8)];

    public Duration RoundTrip { get; init; } = Duration.FromMilliseconds(50);

    /// <summary>Probability, 0 to 1, in both directions.</summary>
    public double Loss { get; init; }

    /// <summary>Of each run, from the viewer's arrival.</summary>
    public Duration Length { get; init; } = Duration.FromSeconds(12);

    /// <summary>Of random loss and of the order of the textures.</summary>
    public int Seed { get; init; } = 1;

    public bool Quick { get; init; }

    /// <summary>The stock region's UDP port; the Mongoose region has the next. 0 chooses free ones.</summary>
    public int Port { get; init; }
}
