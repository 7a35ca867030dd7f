using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Results;

/// <summary>One run of a scenario. Nothing in it depends on when and where it was made, if the clock was simulated.</summary>
public sealed record TestbedRun
{
    public required long Seed { get; init; }

    /// <summary>Figures by name, such as <c>reno.goodputKbps</c>; NaN where one could not be measured.</summary>
    public OrderedMap<double> Stats { get; init; } = [];

    public DataSeries[] Series { get; init; } = [];
}
