using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Demo;

/// <summary>What every run is told, in whatever region: circuits, links and time. The defaults are those of the command line.</summary>
internal record Workload
{
    /// <summary>Circuit rates, one after the other.</summary>
    public IReadOnlyList<DataRate> Throttles { get; init; } = [DataRate.FromMegabitsPerSecond(1.5)];

    public Duration RoundTrip { get; init; } = Duration.FromMilliseconds(50);

    /// <summary>Probability, 0 to 1, in both directions.</summary>
    public double Loss { get; init; }

    /// <summary>Of each run, from the last viewer's arrival.</summary>
    public Duration Length { get; init; } = Duration.FromSeconds(12);

    /// <summary>Of random loss and of the order of the textures.</summary>
    public int Seed { get; init; } = 1;

    /// <summary>As results have it.</summary>
    internal virtual DemoConfig Config => new()
    {
        ThrottlesKbps = Throttles.Select(rate => rate.KilobitsPerSecond).ToArray(),
        RttMs = RoundTrip.Milliseconds,
        LossPercent = Loss * 100,
        Seconds = Length.Seconds,
        Seed = Seed,
    };

    /// <summary>What to type behind the program's name to do the same again.</summary>
    internal virtual string Arguments => string.Create(CultureInfo.InvariantCulture,
        $"--throttle {string.Join(',', Throttles.Select(rate => Number(rate.KilobitsPerSecond)))} --rtt {Number(RoundTrip.Milliseconds)}"
        + $" --loss {Number(Loss * 100)} --seconds {Number(Length.Seconds)} --seed {Seed}");

    protected static string Number(double value) => value.ToString("0.###", CultureInfo.InvariantCulture);
}
