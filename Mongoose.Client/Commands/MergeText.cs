using System.Globalization;
using Mongoose.Client.Merging;
using Mongoose.Client.Results;
using Mongoose.Runtime.Output;
using Mongoose.Runtime.Terminals;

namespace Mongoose.Client.Commands;

/// <summary>The summary printed at the end of a merge.</summary>
internal static class MergeText
{
    private static readonly TableColumns<RunPart, string> Columns = new(
        ("shard", part => Number(part.Shard, "0")),
        ("host", part => TerminalText.Escape(part.Host.Name)),
        ("arrived", part => $"{part.Arrived} of {part.Bots}"),
        ("received kbit/s", part => Number(part.ReceivedKbps, "0")),
        ("p95 RTT ms", part => Number(part.P95RttMs, "0.0")),
        ("timers p99 ms", part => Number(part.P99TimerLatenessMs, "0.0")),
        ("late by s", part => Number(part.LateS, "0.0")),
        ("note", part => part.Note));

    /// <summary>The columns of text; the others are numbers.</summary>
    private static readonly string[] Texts = ["host", "note"];

    public static void Write(TextWriter text, BotRunResult result, Starts starts)
    {
        foreach (string line in Lines(result, result.Parts!, starts))
            text.WriteLine(line);
        SummaryText.Write(text, result);
    }

    private static string[] Lines(BotRunResult result, IReadOnlyList<RunPart> parts, Starts starts) =>
    [
        result.Problems!.Count > 0
            ? $"INCOMPLETE     the figures are of {parts.Count} of {result.Request.Shard.Count} parts, and the run has problems:"
            : $"complete       {(parts.Count == 1 ? "the only part" : $"all {parts.Count} parts")}",
        .. result.Problems!.Select(problem => $"  problem      {TerminalText.Escape(problem)}"),
        .. result.Warnings!.Select(warning => $"WARNING        {TerminalText.Escape(warning)}"),
        "",
        .. Table(parts),
        "",
        $"starts         {(parts.Count == 1 ? "" : $"within {Part.Text(starts.Difference)}: ")}{TerminalText.Escape(starts.ToString())}",
    ];

    private static IEnumerable<string> Table(IReadOnlyList<RunPart> parts)
    {
        string[] names = Columns.Names;
        string[][] rows = [names, .. parts.Select(Columns.Cells)];
        int[] widths = names.Select((_, column) => rows.Max(row => row[column].Length)).ToArray();
        return rows.Select(row => string.Join("  ", row.Select((cell, i) =>
            Texts.Contains(names[i]) ? cell.PadRight(widths[i]) : cell.PadLeft(widths[i]))).TrimEnd());
    }

    private static string Number(double value, string format) =>
        double.IsNaN(value) ? "-" : value.ToString(format, CultureInfo.InvariantCulture);
}
