using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Reports.Pairs;

/// <summary>Two circuits that ran side by side in one result, such as stock's and Mongoose's; a circuit that did not run is null.</summary>
/// <param name="BaseName">Name of the flow that serves as the baseline.</param>
/// <param name="OtherName">Name of the flow that is compared with it.</param>
/// <param name="Base">Measurements of the baseline.</param>
/// <param name="Other">Measurements of the other flow.</param>
internal sealed record CircuitPair(string BaseName, string OtherName, PairedCircuit? Base, PairedCircuit? Other)
{
    /// <summary>The full name of the comparison.</summary>
    public string Name => Figures.Rate(ThrottleKbps) + (HasLine ? $" over a {Heading}" : "");

    /// <summary>The short name of the bottleneck.</summary>
    public string Heading => (HasLine ? "line of " : "") + Figures.Rate(LimitKbps);

    /// <summary>Whether a line is the bottleneck, not the throttle.</summary>
    public bool HasLine => LimitKbps < ThrottleKbps;

    public double LimitKbps => Circuits.First().LimitKbps;

    /// <summary>The kind of the bottleneck.</summary>
    public string Limiter => HasLine ? "line" : "circuit";

    /// <summary>The circuits that ran; at least one.</summary>
    public IEnumerable<PairedCircuit> Circuits => new[] { Base, Other }.OfType<PairedCircuit>();

    private double ThrottleKbps => Circuits.First().ThrottleKbps;

    /// <summary>One pair per result that compares circuits and has at least one of them, in the order of the results.</summary>
    public static CircuitPair[] FindAll(IEnumerable<TestbedResult> results) => results.Select(Find).OfType<CircuitPair>().ToArray();

    /// <summary>Null if the result compares no circuits, or if none of them ran.</summary>
    public static CircuitPair? Find(TestbedResult result)
    {
        if (result.Pair is not [string first, string second])
            return null;
        CircuitPair pair = new(first, second, PairedCircuit.Find(result, first), PairedCircuit.Find(result, second));
        return pair.Circuits.Any() ? pair : null;
    }
}
