using System.Globalization;
using Mongoose.Client.Results;
using Mongoose.Runtime.Output;

namespace Mongoose.Client.Merging;

/// <summary>The tables of a merged result: those of <see cref="BotCsv"/> for all bots, and parts.csv with a line for each part.</summary>
internal static class MergedCsv
{
    private const string PartsFile = "parts.csv";

    /// <summary>The columns of parts.csv.</summary>
    private static readonly CsvTable<RunPart> Parts = new(
        ("shard", part => part.Shard),
        ("file", part => part.File),
        ("host", part => part.Host.Name),
        ("cpu_model", part => part.Host.CpuModel),
        ("cores", part => part.Host.Cores),
        ("engine_version", part => part.EngineVersion),
        ("started_at", part => part.StartedAt.UtcDateTime.ToString("o", CultureInfo.InvariantCulture)),
        ("late_s", part => part.LateS),
        ("length_s", part => part.LengthS),
        ("interrupted", part => part.Interrupted ? "true" : "false"),
        ("bots", part => part.Bots),
        ("arrived", part => part.Arrived),
        ("failed", part => part.Failed),
        ("received_kbps", part => part.ReceivedKbps),
        ("p95_rtt_ms", part => part.P95RttMs),
        ("p99_timer_lateness_ms", part => part.P99TimerLatenessMs),
        ("cpu_cores", part => part.CpuCores),
        ("peak_memory_mb", part => part.PeakMemoryMB),
        ("command", part => part.Command),
        ("grid_clock_ahead_s", part => part.GridClockAheadS));

    /// <exception cref="OutputException">The directory is not writable.</exception>
    public static void CheckWritable(string directory)
    {
        BotCsv.CheckWritable(directory);
        CsvFolder.CheckWritable(directory, PartsFile);
    }

    /// <summary>The tables in a directory.</summary>
    public static IEnumerable<string> FilesIn(string directory) =>
        new[] { BotCsv.BotsFile, BotCsv.SecondsFile, PartsFile }.Select(file => Path.Combine(directory, file));

    /// <summary>Reads the parts again, one at a time, because their seconds may not fit into memory together.</summary>
    /// <param name="result">The merged result.</param>
    /// <param name="parts">The result's parts, in the order of their shards.</param>
    /// <param name="cancellation">Ends the writing.</param>
    /// <exception cref="OutputException">The directory is not writable, or a part cannot be read again.</exception>
    public static void Write(string directory, BotRunResult result, IReadOnlyList<Part> parts, CancellationToken cancellation)
    {
        string[] channels = parts.SelectMany(part => part.Channels).Distinct().ToArray();
        try
        {
            CsvFolder.Write(directory,
                (BotCsv.BotsFile, text => BotCsv.Bots.Write(text, result.Bots)),
                (PartsFile, text => Parts.Write(text, result.Parts!)),
                (BotCsv.SecondsFile, text => BotCsv.Seconds(channels).Write(text,
                    parts.SelectMany(part => SecondsOf(part, SeriesSum.WholeSeconds(part.After(result.StartedAt)), cancellation)))));
        }
        catch (UnreadablePartException exception)
        {
            throw new OutputException(Path.Combine(directory, BotCsv.SecondsFile), exception.Message, exception);
        }
    }

    private static IEnumerable<BotSecond> SecondsOf(Part part, double shift, CancellationToken cancellation) =>
        PartReader.ReadAgain(part, cancellation).Bots.SelectMany(bot =>
        {
            cancellation.ThrowIfCancellationRequested();
            return BotCsv.SecondsOf(bot, shift);
        });
}
