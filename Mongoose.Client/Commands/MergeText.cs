using System.Globalization;
using Mongoose.Client.Merging;
using Mongoose.Client.Results;

namespace Mongoose.Client.Commands;

/// <summary>The summary printed at the end of a merge.</summary>
internal static class MergeText
{
    private static readonly string[] Columns = ["shard", "host", "arrived", "received kbit/s", "p95 RTT ms", "timers p99 ms", "late by s", "note"];

    /// <summary>The columns of text; the others are numbers.</summary>
    private static readonly int[] Texts = [1, 7];

    public static void Write(TextWriter text, BotRunResult result, Starts starts)
    {
        int parts = result.Parts!.Count;
        text.WriteLine(result.Problems!.Count > 0
            ? $"INCOMPLETE     the figures are of {parts} of {result.Shards} parts, and the run has problems:"
            : $"complete       {(parts == 1 ? "the only part" : $"all {parts} parts")}");
        foreach (string problem in result.Problems!)
            text.WriteLine($"  problem      {TerminalText.Escape(problem)}");
        foreach (string warning in result.Warnings!)
            text.WriteLine($"WARNING        {TerminalText.Escape(warning)}");
        text.WriteLine();
        WriteTable(text, result.Parts!);
        text.WriteLine();
        text.WriteLine($"starts         {(parts == 1 ? "" : $"within {Part.Text(starts.Difference)}: ")}{TerminalText.Escape(starts.ToString())}");
        SummaryText.Write(text, result);
    }

    private static void WriteTable(TextWriter text, IReadOnlyList<RunPart> parts)
    {
        string[][] rows = [Columns, .. parts.Select(Row)];
        int[] widths = Enumerable.Range(0, Columns.Length).Select(column => rows.Max(row => row[column].Length)).ToArray();
        foreach (string[] row in rows)
            text.WriteLine(string.Join("  ", row.Select((cell, i) => Texts.Contains(i) ? cell.PadRight(widths[i]) : cell.PadLeft(widths[i]))).TrimEnd());
    }

    private static string[] Row(RunPart part) =>
    [
        Number(part.Shard, "0"), TerminalText.Escape(part.Host.Name), $"{part.Arrived} of {part.Bots}", Number(part.ReceivedKbps, "0"), Number(part.P95RttMs, "0.0"),
        Number(part.P99TimerLatenessMs, "0.0"), Number(part.LateS, "0.0"), part.Note,
    ];

    private static string Number(double value, string format) => double.IsNaN(value) ? "-" : value.ToString(format, CultureInfo.InvariantCulture);
}
