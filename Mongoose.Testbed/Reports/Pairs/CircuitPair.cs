using Mongoose.Testbed.Reports.Style;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Reports.Pairs;

/// <summary>Two circuits that ran side by side in one result, such as stock's and Mongoose's; one that did not run is null.</summary>
/// <param name="BaseName">Of the flow that the other is compared with.</param>
/// <param name="OtherName">Of the other.</param>
/// <param name="Base">What was measured of the first.</param>
/// <param name="Other">What was measured of the second.</param>
internal sealed record CircuitPair(string BaseName, string OtherName, PairedCircuit? Base, PairedCircuit? Other)
{
    /// <summary>What is compared, in full.</summary>
    public string Name => Figures.Rate(ThrottleKbps) + (HasLine ? $" over a {Heading}" : "");

    /// <summary>What bounds the goodput, in short.</summary>
    public string Heading => (HasLine ? "line of " : "") + Figures.Rate(LimitKbps);

    /// <summary>Whether a line limits, and not the throttle.</summary>
    public bool HasLine => LimitKbps < ThrottleKbps;

    public double LimitKbps => Circuits.First().LimitKbps;

    /// <summary>What the limit is of.</summary>
    public string Limiter => HasLine ? "line" : "circuit";

    /// <summary>Those that ran; at least one.</summary>
    public IEnumerable<PairedCircuit> Circuits => new[] { Base, Other }.OfType<PairedCircuit>();

    private double ThrottleKbps => Circuits.First().ThrottleKbps;

    /// <summary>One to each result that compares circuits and has one of them, in their order.</summary>
    public static CircuitPair[] Of(IEnumerable<TestbedResult> results) => results.Select(Find).OfType<CircuitPair>().ToArray();

    /// <summary>Null when the result compares no circuits, or none of them ran.</summary>
    public static CircuitPair? Find(TestbedResult result)
    {
        if (result.Pair is not [string first, string second])
            return null;
        CircuitPair pair = new(first, second, PairedCircuit.Find(result, first), PairedCircuit.Find(result, second));
        return pair.Circuits.Any() ? pair : null;
    }
}
