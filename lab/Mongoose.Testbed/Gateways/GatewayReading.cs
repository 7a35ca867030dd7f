using Mongoose.Core.Units;

namespace Mongoose.Testbed.Gateways;

/// <summary>The traffic through a gateway during an interval.</summary>
/// <param name="At">End of the interval, since the gateway started.</param>
/// <param name="Time">Length of the interval.</param>
/// <param name="Down">Flows towards the home, the busiest first.</param>
/// <param name="Up">Flows from the home, the busiest first.</param>
/// <param name="Clamp">The clamp of the flows towards the home; null without one.</param>
internal sealed record GatewayReading(Duration At, Duration Time, IReadOnlyList<FlowUsage> Down, IReadOnlyList<FlowUsage> Up,
    ClampPeriod? Clamp = null)
{
    /// <summary>Merges two consecutive intervals.</summary>
    public GatewayReading With(GatewayReading later) => new(
        later.At, Time + later.Time, Merge(Down, later.Down), Merge(Up, later.Up),
        later.Clamp is { } clamp ? Clamp?.With(clamp) ?? clamp : null);

    private static FlowUsage[] Merge(IEnumerable<FlowUsage> one, IEnumerable<FlowUsage> other) => one.Concat(other)
        .GroupBy(flow => flow.Flow, (_, same) => same.Aggregate((sum, flow) => sum + flow))
        .OrderByDescending(flow => flow.Bytes).ToArray();
}
