using Mongoose.Runtime.Pages;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Reports.Pairs;

/// <summary>The figures of pairs in words and as a table, identical on the console and on the page.</summary>
internal static class PairSummary
{
    /// <summary>One sentence for all pairs with the same names: goodput ratios, changes of Task delay, losses over lines.</summary>
    public static string Sentence(IEnumerable<CircuitPair> all)
    {
        string[] sentences = all.Where(CanCompare).GroupBy(pair => (pair.BaseName, pair.OtherName))
            .Select(pairs => Sentence(pairs.ToArray())).ToArray();
        return sentences.Length > 0
            ? string.Join(" ", sentences)
            : "Nothing to compare: no circuit ran to the end with both servers.";
    }

    private static string Sentence(CircuitPair[] pairs)
    {
        string goodput = $"{Capital(pairs[0].OtherName)} carried " + Join(pairs.Select((pair, index) => Figures.Tenths(Ratio(pair))
            + (index == 0 ? $" times {pair.BaseName}'s goodput at " : " times at ") + pair.Name));
        string delay = DelayChanges(pairs);
        IEnumerable<string> losses = pairs.Where(pair => pair.HasLine)
            .Select(pair => $"over the {pair.Heading} {Loss(pair.Other!, pair.Base!)}");
        return string.Join("; ", [goodput, .. delay.Length == 0 ? [] : (string[])[$"the 99th percentile of Task delay {delay}"], .. losses])
            + ".";
    }

    /// <summary>The full result of one pair of circuits.</summary>
    public static string Finding(CircuitPair pair)
    {
        if (pair is not { Base: { } baseline, Other: { } other })
            return "Only one of the servers ran to the end on this circuit.";
        return $"{Capital(pair.OtherName)} used {Figures.Whole(other.UsedPercent)} % of the {pair.Limiter}, "
            + $"{pair.BaseName} {Figures.Whole(baseline.UsedPercent)} %. "
            + (pair.HasLine ? $"{Loss(other, baseline)}. " : "") + Texture(other, baseline) + Delay(other, baseline);
    }

    public static SummaryTable Table(IReadOnlyList<CircuitPair> pairs)
    {
        SummaryRow Row(string label, Func<PairedCircuit, string> cell) => new(label, pairs
            .SelectMany(pair => new[] { pair.Base, pair.Other })
            .Select(circuit => circuit is null ? Figures.None : cell(circuit)).ToArray());

        return new SummaryTable(
            pairs.Select(pair => pair.Heading).ToArray(),
            pairs.SelectMany(pair => new[] { pair.BaseName, pair.OtherName }).ToArray(),
            [
                Row("Goodput, kbit/s", circuit => Figures.Whole(circuit.GoodputKbps)),
                Row("Share used, %", circuit => Figures.Tenths(circuit.UsedPercent)),
                Row("Packets lost, %", circuit => Figures.Tenths(circuit.LossPercent)),
                Row("First textures, s", circuit =>
                    double.IsNaN(circuit.FirstTexturesSeconds) ? "unfinished" : Figures.Tenths(circuit.FirstTexturesSeconds)),
                Row("Task delay p50, ms", circuit => Figures.Tenths(circuit.TaskDelayMs.P50)),
                Row("Task delay p99, ms", circuit => Figures.Tenths(circuit.TaskDelayMs.P99)),
                Row("Task delay max, ms", circuit => Figures.Tenths(circuit.TaskDelayMs.Max)),
                Row("CPU, % of a core", circuit => Figures.Tenths(circuit.CpuPercent)),
            ]);
    }

    /// <summary>The table for the console: labels on the left, figures on the right; fewer than 80 columns for three circuits.</summary>
    public static string[] PlainText(SummaryTable table)
    {
        const int gap = 2;
        int label = table.Rows.Max(row => row.Label.Length);
        int cell = gap + table.Rows.SelectMany(row => row.Cells).Concat(table.Servers).Max(text => text.Length);
        cell = table.Groups.Select(group => (gap + group.Length + 1) / 2).Append(cell).Max();
        string Line(string first, IEnumerable<string> cells, int width) =>
            (first.PadRight(label) + string.Concat(cells.Select(text => text.PadLeft(width)))).TrimEnd();

        return
        [
            Line("", table.Groups, cell * 2),
            Line("", table.Servers, cell),
            .. table.Rows.Select(row => Line(row.Label, row.Cells, cell)),
        ];
    }

    private static bool CanCompare(CircuitPair pair) => pair.Base?.GoodputKbps > 0 && pair.Other?.GoodputKbps > 0;

    private static double Ratio(CircuitPair pair) => pair.Other!.GoodputKbps / pair.Base!.GoodputKbps;

    private static string Loss(PairedCircuit other, PairedCircuit baseline) =>
        $"{Capital(other.Name)} lost {Figures.Tenths(other.LossPercent)} % of its packets, "
            + $"{baseline.Name} {Figures.Tenths(baseline.LossPercent)} %";

    private static string DelayChanges(CircuitPair[] pairs)
    {
        List<string> changes = [];
        string last = "";
        foreach (CircuitPair pair in pairs)
        {
            string baseline = Figures.Delay(pair.Base!.TaskDelayMs.P99);
            string other = Figures.Delay(pair.Other!.TaskDelayMs.P99);
            if (baseline == Figures.None || other == Figures.None)
                return "";
            string verb = Verb(pair, baseline == other);
            string span = baseline == other ? $"at {baseline} ms" : $"from {baseline} to {other} ms";
            changes.Add(verb == last ? span : $"{verb} {span}");
            last = verb;
        }
        return Join(changes);
    }

    private static string Verb(CircuitPair pair, bool same) =>
        same ? "stayed" : pair.Other!.TaskDelayMs.P99 < pair.Base!.TaskDelayMs.P99 ? "fell" : "rose";

    private static string Delay(PairedCircuit other, PairedCircuit baseline)
    {
        (DelaySummary otherDelay, DelaySummary baselineDelay) = (other.TaskDelayMs, baseline.TaskDelayMs);
        return double.IsNaN(otherDelay.P99 + baselineDelay.P99)
            ? " Task delay was not measured for both servers."
            : $" Half of the Task packets took at most {Figures.Delay(otherDelay.P50)} ms "
                + $"({baseline.Name} {Figures.Delay(baselineDelay.P50)} ms), 99 % took at most {Figures.Delay(otherDelay.P99)} ms "
                + $"({baseline.Name} {Figures.Delay(baselineDelay.P99)} ms).";
    }

    private static string Texture(PairedCircuit other, PairedCircuit baseline)
    {
        (double otherSeconds, double baselineSeconds) = (other.FirstTexturesSeconds, baseline.FirstTexturesSeconds);
        return (double.IsNaN(otherSeconds), double.IsNaN(baselineSeconds)) switch
        {
            (false, false) =>
                $"The first textures took {Figures.Tenths(otherSeconds)} s to arrive "
                    + $"({baseline.Name} {Figures.Tenths(baselineSeconds)} s).",
            (false, true) =>
                $"The first textures took {Figures.Tenths(otherSeconds)} s to arrive ({baseline.Name} did not complete them).",
            (true, false) =>
                $"The first textures were not complete at the end ({baseline.Name} took {Figures.Tenths(baselineSeconds)} s).",
            _ => "Neither server completed the first textures.",
        };
    }

    private static string Capital(string name) => char.ToUpperInvariant(name[0]) + name[1..];

    private static string Join(IEnumerable<string> parts)
    {
        string[] all = parts.ToArray();
        return all.Length < 3 ? string.Join(" and ", all) : string.Join(", ", all[..^1]) + " and " + all[^1];
    }
}

/// <summary>The two circuits of each pair side by side: each group has two servers, and each row has one cell per server.</summary>
internal sealed record SummaryTable(string[] Groups, string[] Servers, SummaryRow[] Rows);

/// <summary>One quantity. The unit is in the label, so the cells are plain numbers.</summary>
internal sealed record SummaryRow(string Label, string[] Cells);
