namespace Mongoose.Tests.Simulators;

/// <summary>What reading a simulator's figures may cost it.</summary>
internal static class StatusCosts
{
    /// <summary>The part of the time that reading the figures of a circuit may take: 2 ms of each second for 40 circuits.</summary>
    public const double SamplingOfCircuit = 0.002 / 40;

    /// <summary>How long a scrape may take, in ms.</summary>
    public const double SlowestMs = 20;

    /// <summary>The time that sampling has taken since the simulator started.</summary>
    public static double SamplingSeconds(StatusHttp status) => status.Metrics().Sum("mongoose_sampling_seconds_total") ?? double.NaN;
}
