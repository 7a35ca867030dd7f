using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Reports.Style;
using Mongoose.Testbed.Results;

namespace Mongoose.Testbed.Reports;

/// <summary>What the figures say, in words and as a table: the same for the console and the page.</summary>
internal static class Summary
{
    /// <summary>One sentence on the whole demo. It says which way each figure went, whichever way that was.</summary>
    public static string Sentence(DemoResult result)
    {
        Comparison[] pairs = Comparison.Of(result).Where(CanCompare).ToArray();
        if (pairs.Length == 0)
            return "There is nothing to compare: no circuit was run to the end with both servers.";
        string goodput = "Mongoose carried " + Join(pairs.Select((pair, index) => Figures.Tenths(Ratio(pair))
            + (index == 0 ? " times stock's goodput at " : " times at ") + pair.Name));
        string delay = DelayChanges(pairs);
        IEnumerable<string> losses = pairs.Where(pair => pair.LineKbps is not null).Select(LineLoss);
        return string.Join("; ", [goodput, .. delay.Length == 0 ? [] : (string[])[$"the 99th percentile of Task delay {delay}"], .. losses]) + ".";
    }

    /// <summary>What happened on one circuit, in full.</summary>
    public static string Finding(Comparison pair)
    {
        if (pair.Stock is not { } stock || pair.Mongoose is not { } mongoose)
            return "Only one of the servers was run to the end on this circuit.";
        return $"Mongoose used {Figures.Percent(mongoose.Utilisation)} % of the {pair.Limiter}, "
            + $"stock {Figures.Percent(stock.Utilisation)} %. "
            + (pair.LineKbps is null ? "" : $"{Loss(mongoose, stock)}. ") + Texture(mongoose, stock) + Delay(mongoose.TaskDelayMs, stock.TaskDelayMs);
    }

    public static SummaryTable Table(DemoResult result)
    {
        Comparison[] pairs = Comparison.Of(result);
        SummaryRow Row(string label, Func<RunResult, string> cell) => new(label, pairs
            .SelectMany(pair => new[] { pair.Stock, pair.Mongoose })
            .Select(run => run is null ? Figures.None : cell(run)).ToArray());

        return new SummaryTable(
            pairs.Select(pair => pair.Heading).ToArray(),
            [RunResult.Stock, RunResult.Mongoose],
            [
                Row("Goodput, kbit/s", run => Figures.Whole(run.GoodputKbps)),
                Row("Share used, %", run => Figures.Tenths(run.Utilisation * 100)),
                Row("Packets lost, %", run => Figures.Tenths(run.LossPercent)),
                Row("First textures, s", run => run.TextureSeconds is { } time ? Figures.Tenths(time) : "unfinished"),
                Row("Task delay p50, ms", run => Figures.Tenths(run.TaskDelayMs.P50)),
                Row("Task delay p99, ms", run => Figures.Tenths(run.TaskDelayMs.P99)),
                Row("Task delay max, ms", run => Figures.Tenths(run.TaskDelayMs.Max)),
                Row("CPU, % of a core", run => Figures.Tenths(run.CpuPercent)),
            ]);
    }

    /// <summary>The table for a console: labels to the left, figures to the right; under 80 columns for three circuits.</summary>
    public static string[] PlainText(SummaryTable table)
    {
        const int gap = 2;
        int label = table.Rows.Max(row => row.Label.Length);
        int cell = gap + table.Rows.SelectMany(row => row.Cells).Concat(table.Servers).Max(text => text.Length);
        cell = table.Groups.Select(group => (gap + group.Length + table.Servers.Length - 1) / table.Servers.Length).Append(cell).Max();
        string Line(string first, IEnumerable<string> cells, int width) =>
            (first.PadRight(label) + string.Concat(cells.Select(text => text.PadLeft(width)))).TrimEnd();

        return
        [
            Line("", table.Groups, cell * table.Servers.Length),
            Line("", table.Groups.SelectMany(_ => table.Servers), cell),
            .. table.Rows.Select(row => Line(row.Label, row.Cells, cell)),
        ];
    }

    private static bool CanCompare(Comparison pair) => pair.Stock?.GoodputKbps > 0 && pair.Mongoose?.GoodputKbps > 0;

    private static double Ratio(Comparison pair) => pair.Mongoose!.GoodputKbps / pair.Stock!.GoodputKbps;

    private static string LineLoss(Comparison pair) => $"over the {pair.Heading} {Loss(pair.Mongoose!, pair.Stock!)}";

    private static string Loss(RunResult mongoose, RunResult stock) =>
        $"Mongoose lost {Figures.Tenths(mongoose.LossPercent)} % of its packets, stock {Figures.Tenths(stock.LossPercent)} %";

    private static string DelayChanges(Comparison[] pairs)
    {
        List<string> changes = [];
        string last = "";
        foreach (Comparison pair in pairs)
        {
            string stock = Figures.Delay(pair.Stock!.TaskDelayMs.P99);
            string mongoose = Figures.Delay(pair.Mongoose!.TaskDelayMs.P99);
            if (stock == Figures.None || mongoose == Figures.None)
                return "";
            string verb = Verb(pair, stock == mongoose);
            string span = stock == mongoose ? $"at {stock} ms" : $"from {stock} to {mongoose} ms";
            changes.Add(verb == last ? span : $"{verb} {span}");
            last = verb;
        }
        return Join(changes);
    }

    private static string Verb(Comparison pair, bool same) =>
        same ? "stayed" : pair.Mongoose!.TaskDelayMs.P99 < pair.Stock!.TaskDelayMs.P99 ? "fell" : "rose";

    private static string Delay(DelaySummary ours, DelaySummary theirs) => double.IsNaN(ours.P99 + theirs.P99)
        ? " Task delay was not measured with both."
        : $" Half of the Task packets took no more than {Figures.Delay(ours.P50)} ms (stock {Figures.Delay(theirs.P50)} ms), "
            + $"99 in 100 no more than {Figures.Delay(ours.P99)} ms (stock {Figures.Delay(theirs.P99)} ms).";

    private static string Texture(RunResult mongoose, RunResult stock) =>
        (mongoose.TextureSeconds, stock.TextureSeconds) switch
        {
            ({ } ours, { } theirs) => $"The first textures took {Figures.Tenths(ours)} s to arrive (stock {Figures.Tenths(theirs)} s).",
            ({ } ours, null) => $"The first textures took {Figures.Tenths(ours)} s to arrive (stock did not finish them).",
            (null, { } theirs) => $"The first textures did not finish (stock took {Figures.Tenths(theirs)} s).",
            _ => "Neither finished the first textures.",
        };

    private static string Join(IEnumerable<string> parts)
    {
        string[] all = parts.ToArray();
        return all.Length < 3 ? string.Join(" and ", all) : string.Join(", ", all[..^1]) + " and " + all[^1];
    }
}

/// <summary>
/// Stock beside mongoose on each circuit. There are two cells in a row to each group, in the order of
/// <see cref="Servers"/>.
/// </summary>
internal sealed record SummaryTable(string[] Groups, string[] Servers, SummaryRow[] Rows);

/// <summary>One quantity, its unit in the label so that the cells are numbers.</summary>
internal sealed record SummaryRow(string Label, string[] Cells);
