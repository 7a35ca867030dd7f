using System.Runtime.InteropServices;
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
    public const string SchemaName = "mongoose-bot/1";

    public string Schema { get; init; } = SchemaName;
    public required string Engine { get; init; }
    public required string EngineVersion { get; init; }
    public string Os { get; init; } = RuntimeInformation.OSDescription;
    public string Runtime { get; init; } = RuntimeInformation.FrameworkDescription;
    /// <summary>When the run began, in UTC.</summary>
    public DateTimeOffset StartedAt { get; init; }

    /// <summary>The command line, without the password.</summary>
    public string Command { get; init; } = "";

    public required string LoginUri { get; init; }

    /// <summary>The requested number of bots.</summary>
    public int BotCount { get; init; }

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
    public required IReadOnlyList<BotResult> Bots { get; init; }

    public static BotRunResult Of(BotRun run, BotRunOptions options, IEngine engine, IEnumerable<Threshold> thresholds, Duration length, bool interrupted)
    {
        RunSummary summary = RunSummary.Of(run, length);
        return new BotRunResult
        {
            Engine = engine.Name,
            EngineVersion = engine.Version,
            StartedAt = run.StartedAt,
            Command = options.Command,
            LoginUri = options.LoginUri.AbsoluteUri,
            BotCount = options.Count,
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
            Seed = options.Seed,
            MinRateKbps = options.Bot.RateControl.MinRate.KilobitsPerSecond,
            MaxRateKbps = options.Bot.RateControl.MaxRate.KilobitsPerSecond,
            LengthS = length.Seconds,
            Interrupted = interrupted,
            Summary = summary,
            Failures = run.Bots.Where(bot => bot.Failure != BotFailure.None).GroupBy(bot => bot.Failure)
                .OrderBy(group => group.Key).ToDictionary(group => ResultNames.Of(group.Key), group => group.Count()),
            Thresholds = thresholds.Select(threshold => BotMetrics.Table.Evaluate(threshold, summary)).ToArray(),
            Bots = run.Bots.Select(bot => BotResult.Of(bot, run.Began)).ToArray(),
        };
    }
}
