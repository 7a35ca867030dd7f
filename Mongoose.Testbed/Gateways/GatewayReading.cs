using Mongoose.Core.Units;

namespace Mongoose.Testbed.Gateways;

/// <summary>What a gateway did over some time.</summary>
/// <param name="At">Since it began, at the end of that time.</param>
/// <param name="Time">How long.</param>
/// <param name="Down">To the home, the busiest flow first.</param>
/// <param name="Up">From the home.</param>
internal sealed record GatewayReading(Duration At, Duration Time, IReadOnlyList<FlowUsage> Down, IReadOnlyList<FlowUsage> Up)
{
    /// <summary>Both times as one.</summary>
    public GatewayReading With(GatewayReading later) => new(later.At, Time + later.Time, Merge(Down, later.Down), Merge(Up, later.Up));

    private static FlowUsage[] Merge(IEnumerable<FlowUsage> one, IEnumerable<FlowUsage> other) => one.Concat(other)
        .GroupBy(flow => flow.Flow, (_, same) => same.Aggregate((sum, flow) => sum + flow))
        .OrderByDescending(flow => flow.Bytes).ToArray();
}
