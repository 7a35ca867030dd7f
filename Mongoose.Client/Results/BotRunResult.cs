using System.Runtime.InteropServices;
using System.Text.Json.Serialization;
using Mongoose.Client.Bots;
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
    public required string Engine { get; init; }
    public required string EngineVersion { get; init; }
    public string Os { get; init; } = RuntimeInformation.OSDescription;
    public string Runtime { get; init; } = RuntimeInformation.FrameworkDescription;

    /// <summary>The machine; empty in files of earlier versions, and in merged results, where each part has its own.</summary>
    public BotHost Host { get; init; } = new();

    /// <summary>The number of this part of the run, from 0.</summary>
    public int Shard { get; init; }

    /// <summary>The number of parts.</summary>
    public int Shards { get; init; } = 1;

    /// <summary>When all parts were to begin, in UTC; null: immediately.</summary>
    public DateTimeOffset? StartAt { get; init; }

    /// <summary>When the run began, in UTC.</summary>
    public DateTimeOffset StartedAt { get; init; }

    /// <summary>How far the grid's clock is ahead of this host's, in seconds, to a second, by the answers to logins; NaN if it is unknown.</summary>
    public double GridClockAheadS { get; init; } = double.NaN;

    /// <summary>The command line, without the password; empty in merged results, where each part has its own.</summary>
    public string Command { get; init; } = "";

    public required string LoginUri { get; init; }

    /// <summary>The requested number of bots in all parts.</summary>
    public int BotCount { get; init; }

    /// <summary>The first name of the accounts.</summary>
    public string FirstName { get; init; } = "";

    /// <summary>The last name of the accounts, as requested: see <see cref="BotAccounts"/>.</summary>
    public string LastName { get; init; } = "";

    /// <summary>The first bot's number.</summary>
    public int From { get; init; }

    /// <summary>The place where the bots were to arrive.</summary>
    public string Start { get; init; } = "";

    /// <summary>How long the bots were to stay.</summary>
    public double Seconds { get; init; }

    public double LoginDelayMs { get; init; }
    public int LoginRetries { get; init; }
    public double SilenceS { get; init; }

    /// <summary>The requested controller; each bot's result has the controller in use.</summary>
    public required string Controller { get; init; }

    public required string Activity { get; init; }

    /// <summary>The map coordinates of the region to teleport to; empty: teleports stay within the region.</summary>
    public string TeleportTo { get; init; } = "";

    /// <summary>How many textures were listed for download; 0: those of the scene.</summary>
    public int ListedTextures { get; init; }

    /// <summary>Whether scenes were to be fetched by HTTP.</summary>
    public bool Http { get; init; }

    public required int Seed { get; init; }
    public required double MinRateKbps { get; init; }
    public required double MaxRateKbps { get; init; }

    /// <summary>The rate that a user would set; NaN for the controller's own default.</summary>
    public double RateKbps { get; init; } = double.NaN;

    /// <summary>0 means the stream's own packet size.</summary>
    public double FairSegmentBytes { get; init; }

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

    /// <summary>What a reader of a merged result should know, a line each.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyList<string>? Warnings { get; init; }

    public required IReadOnlyList<BotResult> Bots { get; init; }

    public static BotRunResult Of(BotRun run, BotRunOptions options, IEngine engine, IEnumerable<Threshold> thresholds, Duration length, bool interrupted)
    {
        BotResult[] bots = run.Bots.Select((bot, i) => BotResult.Of(bot, options.Shard.NumberOf(i), run.Began)).ToArray();
        RoundTrips roundTrips = new(run.Bots);
        BotHistograms histograms = new()
        {
            RoundTripMs = roundTrips.Histogram,
            ArrivalMs = DelayCounts.Of(run.Bots.Select(bot => bot.FirstArrival - bot.StartedAt).OfType<Duration>()),
            TimerLatenessMs = DelayCounts.Of(run.TimerLateness),
            FirstByteMs = DelayCounts.Sum(run.Bots.Select(bot => bot.Http).OfType<HttpFigures>().Select(http => DelayCounts.Of(http.FirstByte))),
        };
        RunSummary summary = RunSummary.Of(bots, roundTrips.Figures, histograms) with
        {
            CpuCores = run.Process.Cores(length),
            PeakMemoryMB = run.Process.PeakMemoryMB,
        };
        return new BotRunResult
        {
            Engine = engine.Name,
            EngineVersion = engine.Version,
            Host = BotHost.Here(),
            Shard = options.Shard.Index,
            Shards = options.Shard.Count,
            StartAt = options.StartAt,
            StartedAt = run.StartedAt,
            GridClockAheadS = run.Bots.Select(bot => bot.GridClockAhead?.TotalSeconds).Average() ?? double.NaN,
            Command = options.Command,
            LoginUri = options.LoginUri.AbsoluteUri,
            BotCount = options.Count,
            FirstName = options.FirstName,
            LastName = options.LastName,
            From = options.From,
            Start = options.Start,
            Seconds = options.Length.Seconds,
            LoginDelayMs = options.LoginDelay.Milliseconds,
            LoginRetries = options.LoginRetries,
            SilenceS = options.Bot.SilenceTimeout.Seconds,
            RateKbps = options.Bot.RateControl.UserSetting?.KilobitsPerSecond ?? double.NaN,
            FairSegmentBytes = options.Bot.RateControl.FairSegmentBytes ?? 0,
            Controller = options.Bot.Controller,
            Activity = options.Bot.Activity,
            TeleportTo = options.Bot.TeleportTo?.ToString() ?? "",
            ListedTextures = options.Textures.Count,
            Http = options.FetchesByHttp,
            Seed = options.Seed,
            MinRateKbps = options.Bot.RateControl.MinRate.KilobitsPerSecond,
            MaxRateKbps = options.Bot.RateControl.MaxRate.KilobitsPerSecond,
            LengthS = length.Seconds,
            Interrupted = interrupted,
            Summary = summary,
            Failures = FailuresOf(bots),
            Thresholds = thresholds.Select(threshold => BotMetrics.Table.Evaluate(threshold, summary)).ToArray(),
            Histograms = histograms,
            OverTime = RunSeries.Of(run.Bots),
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
