using System.Globalization;
using Mongoose.Core.Status.Figures;

namespace Mongoose.Core.Status.Metrics;

/// <summary>The metrics of each visitor. They end with the visitor's circuit.</summary>
/// <param name="circuits">The figures of all circuits.</param>
/// <param name="withNames">Whether the label "visitor" is the visitor's name; otherwise it is the circuit's number.</param>
public sealed class VisitorMetrics(IReadOnlyList<CircuitFigures> circuits, bool withNames)
{
    /// <summary>Old names, which remain for one release, and the names that replace them.</summary>
    public static readonly IReadOnlyList<(string Old, string New)> Replaced =
    [
        ("mongoose_visitor_asked_rate_bytes", "mongoose_visitor_requested_rate_bytes"),
        ("mongoose_visitor_rate_bytes", "mongoose_visitor_current_rate_bytes"),
    ];

    /// <summary>All metrics, including those under old names.</summary>
    public IReadOnlyList<Metric> All
    {
        get
        {
            Metric[] metrics = Make();
            return [.. metrics, .. Replaced.Select(name => UnderOldName(metrics.Single(metric => metric.Name == name.New), name.Old))];
        }
    }

    private Metric[] Make() =>
    [
        .. from figure in Figure.All
           where figure.Metric is not null
           select Of(figure.Metric!.Value.Name, figure.Metric!.Value.Help,
               circuit => figure.Value(circuit) is { } value ? [new Sample(value)] : []),
        Of("limited", "1 for the limit that held the circuit back in the last second.", Limited),
    ];

    private static Metric UnderOldName(Metric metric, string name) =>
        metric with { Name = name, Help = $"Replaced by {metric.Name}, and to be removed in the release after the next." };

    private static IEnumerable<Sample> Limited(CircuitFigures circuit) =>
        Cause.Of(circuit.Limit) is { } cause ? [new Sample(1, ("by", cause.Label))] : [];

    private Metric Of(string name, string help, Func<CircuitFigures, IEnumerable<Sample>> read) =>
        new($"mongoose_visitor_{name}", Metric.KindOf(name), help, () =>
            from circuit in circuits
            from sample in read(circuit)
            select sample.With(Labels(circuit)));

    /// <summary>
    /// The circuit's number is a label beside the name, because a visitor who logs in again while the old circuit is still open would
    /// otherwise have two series with the same labels.
    /// </summary>
    private (string, string)[] Labels(in CircuitFigures circuit)
    {
        string number = circuit.Number.ToString(CultureInfo.InvariantCulture);
        return [("region", circuit.Region), ("visitor", withNames ? circuit.Name : number), ("circuit", number), ("kind", circuit.Kind)];
    }
}
