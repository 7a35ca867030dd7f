using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Results;

/// <summary>One result for circuits that ran at the same time under the same conditions.</summary>
internal static class MeanResult
{
    /// <summary>Rates, shares and times are means, packets and resends sums; delays are those of the first circuit.</summary>
    public static RunResult Of(IReadOnlyList<RunResult> circuits)
    {
        RunResult first = circuits[0];
        return first with
        {
            Circuits = circuits.Count,
            FairnessIndex = Fairness.JainsIndex(circuits.Select(circuit => circuit.GoodputKbps).ToArray()),
            GoodputKbps = circuits.Average(circuit => circuit.GoodputKbps),
            Utilisation = circuits.Average(circuit => circuit.Utilisation),
            TextureSeconds = circuits.All(circuit => circuit.TextureSeconds is not null)
                ? circuits.Average(circuit => circuit.TextureSeconds)
                : null,
            LossPercent = circuits.Average(circuit => circuit.LossPercent),
            Resends = circuits.Sum(circuit => circuit.Resends),
            Channels = first.Channels.Select((_, i) => Channel(circuits.Select(circuit => circuit.Channels[i]).ToArray())).ToArray(),
            Series = first.Series with { Kbps = first.Series.Kbps.Select((_, i) => Bins(circuits.Select(circuit => circuit.Series.Kbps[i]).ToArray())).ToArray() },
        };
    }

    private static ChannelResult Channel(ChannelResult[] circuits) => circuits[0] with
    {
        GoodputKbps = circuits.Average(circuit => circuit.GoodputKbps),
        Packets = circuits.Sum(circuit => circuit.Packets),
        Missing = circuits.Sum(circuit => circuit.Missing),
        Resent = circuits.Sum(circuit => circuit.Resent),
    };

    // Circuits that began later have fewer bins: what all have is kept.
    private static double[] Bins(double[][] circuits) =>
        Enumerable.Range(0, circuits.Min(bins => bins.Length)).Select(i => circuits.Average(bins => bins[i])).ToArray();
}
