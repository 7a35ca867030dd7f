using System.Runtime.InteropServices;
using System.Text.Json.Serialization;
using Mongoose.Client.Bots;
using Mongoose.Client.Requests;
using Mongoose.Client.Sessions;
using Mongoose.Core.Units;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Output;

namespace Mongoose.Client.Results;

/// <summary>A run's result, as written to JSON.</summary>
internal sealed record BotRunResult
{
    /// <summary>Changes when readers must change.</summary>
    public const string SchemaName = "mongoose-bot/2";

    /// <summary>The schema of files without shards and histograms, which are still read.</summary>
    public const string EarlierSchemaName = "mongoose-bot/1";

    public string Schema { get; init; } = SchemaName;
    public required string EngineVersion { get; init; }
    public string Os { get; init; } = RuntimeInformation.OSDescription;
    public string Runtime { get; init; } = RuntimeInformation.FrameworkDescription;

    /// <summary>The machine; empty in files of earlier versions, and in merged results, where each part has its own.</summary>
    public BotHost Host { get; init; } = new();

    /// <summary>When the run began, in UTC.</summary>
    public DateTimeOffset StartedAt { get; init; }

    /// <summary>
    /// The lead of the grid's clock over this host's, to a second, from the answers to logins; NaN if unknown.
    /// </summary>
    public double GridClockAheadS { get; init; } = double.NaN;

    /// <summary>The command line, without the password; empty in merged results, where each part has its own.</summary>
    public string Command { get; init; } = "";

    /// <summary>The options of the run. JSON has its <see cref="RecordedValue"/>s among the other keys.</summary>
    public BotRequest Request { get; init; } = RecordedValue.Unknown();

    /// <summary>The time from the beginning until the last bot's visit was over.</summary>
    public required double LengthS { get; init; }

    /// <summary>Whether the user stopped the run.</summary>
    public required bool Interrupted { get; init; }

    public required RunSummary Summary { get; init; }

    /// <summary>The number of failed bots by cause.</summary>
    public required IReadOnlyDictionary<string, int> Failures { get; init; }

    public required IReadOnlyList<ThresholdResult> Thresholds { get; init; }

    /// <summary>The delays of the whole run, which can be added up over parts; empty in files of earlier versions.</summary>
    public BotHistograms Histograms { get; init; } = new();

    /// <summary>The seconds of the whole run; empty in files of earlier versions.</summary>
    public RunSeries OverTime { get; init; } = RunSeries.None;

    /// <summary>The results that were added up, in the order of their shards; null if this is not a merged result.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<RunPart>? Parts { get; init; }

    /// <summary>Why a merged result is not the whole run, a line each; empty if it is.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Problems { get; init; }

    /// <summary>Notes for readers of a merged result, a line each.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Warnings { get; init; }

    public required IReadOnlyList<BotResult> Bots { get; init; }

    /// <param name="run">The run, which has ended.</param>
    /// <param name="request">The options of the run.</param>
    /// <param name="engine">The engine of its sessions.</param>
    /// <param name="thresholds">Conditions under which the run fails.</param>
    /// <param name="length">The time from the beginning until the last bot's visit was over.</param>
    /// <param name="interrupted">Whether the user stopped the run.</param>
    public static BotRunResult Of(
        BotRun run, BotRequest request, IEngine engine, IEnumerable<Threshold> thresholds, Duration length, bool interrupted)
    {
        BotResult[] bots = run.Bots.Select((bot, i) => BotResult.From(bot, request.Shard.NumberOf(i), run.Began)).ToArray();
        RoundTrips roundTrips = new(run.Bots);
        BotHistograms histograms = BotHistograms.From(run, roundTrips);
        RunSummary summary = RunSummary.From(bots, roundTrips.Figures, histograms) with
        {
            CpuCores = run.Process.Cores(length),
            PeakMemoryMB = run.Process.PeakMemoryMB,
        };
        return new BotRunResult
        {
            EngineVersion = engine.Version,
            Host = BotHost.Here(),
            StartedAt = run.StartedAt,
            GridClockAheadS = run.Bots.Select(bot => bot.Figures.GridClockAhead?.TotalSeconds).Average() ?? double.NaN,
            Command = request.Command,
            Request = request,
            LengthS = length.Seconds,
            Interrupted = interrupted,
            Summary = summary,
            Failures = FailuresOf(bots),
            Thresholds = thresholds.Select(threshold => BotMetrics.Table.Evaluate(threshold, summary)).ToArray(),
            Histograms = histograms,
            OverTime = RunSeries.From(run.Bots),
            Bots = bots,
        };
    }

    /// <summary>The number of failed bots by cause.</summary>
    public static IReadOnlyDictionary<string, int> FailuresOf(IEnumerable<BotResult> bots) => bots
        .Where(bot => bot.Failure != BotFailure.None).GroupBy(bot => bot.Failure)
        .OrderBy(group => group.Key).ToDictionary(group => ResultNames.Of(group.Key), group => group.Count());

    /// <summary>The causes for a line about failed bots, such as ": 2 serverSilent"; empty if there are none.</summary>
    public static string CausesText(IReadOnlyDictionary<string, int> failures) =>
        failures.Count == 0 ? "" : $": {string.Join(", ", failures.Select(failure => $"{failure.Value} {failure.Key}"))}";
}
