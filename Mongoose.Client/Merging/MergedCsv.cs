using System.Globalization;
using Mongoose.Client.Results;
using Mongoose.Runtime.Output;

namespace Mongoose.Client.Merging;

/// <summary>The tables of a merged result: those of <see cref="BotCsv"/> for all bots, and parts.csv with a line for each part.</summary>
internal static class MergedCsv
{
    private const string PartsFile = "parts.csv";

    /// <exception cref="OutputException">The directory is not writable.</exception>
    public static void CheckWritable(string directory)
    {
        BotCsv.CheckWritable(directory);
        CsvFolder.CheckWritable(directory, PartsFile);
    }

    /// <summary>The tables in a directory.</summary>
    public static IEnumerable<string> FilesIn(string directory) =>
        new[] { BotCsv.BotsFile, BotCsv.SecondsFile, PartsFile }.Select(file => Path.Combine(directory, file));

    /// <summary>Reads the parts again, one at a time, because all their seconds may not fit into memory.</summary>
    /// <param name="directory">The directory.</param>
    /// <param name="result">The merged result.</param>
    /// <param name="parts">Its parts, in the order of their shards.</param>
    /// <param name="cancellation">Ends the writing.</param>
    /// <exception cref="OutputException">The directory is not writable, or a part cannot be read again.</exception>
    public static void Write(string directory, BotRunResult result, IReadOnlyList<Part> parts, CancellationToken cancellation)
    {
        CsvFolder.Write(directory, (BotCsv.BotsFile, BotCsv.Bots(result)), (PartsFile, Parts(result.Parts!)));
        string[] channels = parts.SelectMany(part => part.Channels).Distinct().ToArray();
        try
        {
            BotCsv.WriteSeconds(directory, text =>
            {
                CsvRows rows = new(text);
                BotCsv.SecondsHeader(rows, channels);
                foreach (Part part in parts)
                    AddSeconds(rows, channels, part, SeriesSum.WholeSeconds(part.After(result.StartedAt)), cancellation);
            });
        }
        catch (UnreadablePartException exception)
        {
            throw new OutputException(Path.Combine(directory, BotCsv.SecondsFile), exception.Message, exception);
        }
    }

    private static void AddSeconds(CsvRows rows, string[] channels, Part part, double shift, CancellationToken cancellation)
    {
        foreach (BotResult bot in PartReader.ReadAgain(part, cancellation).Bots)
        {
            cancellation.ThrowIfCancellationRequested();
            BotCsv.AddSeconds(rows, channels, bot, shift);
        }
    }

    private static CsvTable Parts(IReadOnlyList<RunPart> parts)
    {
        CsvTable table = new("shard", "file", "host", "cpu_model", "cores", "engine_version", "started_at", "late_s", "length_s", "interrupted", "bots",
            "arrived", "failed", "received_kbps", "p95_rtt_ms", "p99_timer_lateness_ms", "cpu_cores", "peak_memory_mb", "command", "grid_clock_ahead_s");
        foreach (RunPart part in parts)
        {
            table.Add(part.Shard, part.File, part.Host.Name, part.Host.CpuModel, part.Host.Cores, part.EngineVersion,
                part.StartedAt.UtcDateTime.ToString("o", CultureInfo.InvariantCulture), part.LateS, part.LengthS, part.Interrupted ? "true" : "false",
                part.Bots, part.Arrived, part.Failed, part.ReceivedKbps, part.P95RttMs, part.P99TimerLatenessMs, part.CpuCores, part.PeakMemoryMB,
                part.Command, part.GridClockAheadS);
        }
        return table;
    }
}
