using System.Text.Json.Serialization;
using Mongoose.Client.Bots;
using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Client.Results;

/// <summary>A run's results over all its bots. Names are those of results and of thresholds.</summary>
internal sealed record RunSummary : HttpTotals
{
    /// <summary>A region that is merely slow sends an avatar's position within this time.</summary>
    public static readonly Duration StallLimit = Duration.FromSeconds(10);

    /// <summary>With fewer timers, in runs of less than ten seconds, a single pause decides the 99th percentile.</summary>
    private const int MinTimers = 500;

    public int Bots { get; init; }

    /// <summary>Bots that arrived in a region.</summary>
    public int Arrived { get; init; }

    /// <summary>Bots whose visit ended unplanned.</summary>
    public int Failed { get; init; }

    /// <summary>The number of logins that failed and were retried.</summary>
    public int LoginRetries { get; init; }

    /// <summary>From the login until the bot was in its region, at most 12.5 % from the exact percentile.</summary>
    public double P50ArrivalMs { get; init; }

    /// <inheritdoc cref="P50ArrivalMs"/>
    public double P95ArrivalMs { get; init; }

    /// <summary>Percentile of all pings: nearest rank, or in a merged result at most 12.5 % from it.</summary>
    public double P50RttMs { get; init; }

    /// <inheritdoc cref="P50RttMs"/>
    public double P95RttMs { get; init; }

    /// <inheritdoc cref="P50RttMs"/>
    public double P99RttMs { get; init; }

    public double MaxRttMs { get; init; }

    /// <summary>
    /// UDP payload: the sum of the bots' means. Bots without a whole second in a region do not count; NaN if there are no others.
    /// </summary>
    public double ReceivedKbps { get; init; }

    /// <summary>The mean over a bot's seconds in a region, averaged over bots.</summary>
    public double MeanRequestedKbps { get; init; }

    /// <inheritdoc cref="MeanRequestedKbps"/>
    public double MeanReceivedKbps { get; init; }

    /// <summary>The mean rate of the bot with the lowest mean.</summary>
    public double MinReceivedKbps { get; init; }

    /// <summary>Jain's index of the bots' mean rates: 1 if all received the same, 1/n if one of n received everything.</summary>
    public double Fairness { get; init; }

    /// <summary>First transmissions that never arrived, in percent of those sent.</summary>
    public double LossPercent { get; init; }

    public long LossEvents { get; init; }

    public long Textures { get; init; }

    public long Teleports { get; init; }

    public long FailedTeleports { get; init; }

    /// <summary>Bots that stood for <see cref="StallLimit"/> or longer because their region did not send their position.</summary>
    public int StalledBots { get; init; }

    /// <summary>How late timers fired on the bots' thread; NaN for short runs; in a merged result, the maximum of all parts.</summary>
    [JsonPropertyOrder(Later)]
    public double P99TimerLatenessMs { get; init; }

    /// <summary>
    /// Processor time that this process has used since the run began, in cores, whatever it was used for; in a merged result, the sum of
    /// all parts.
    /// </summary>
    [JsonPropertyOrder(Later)]
    public double CpuCores { get; init; }

    /// <summary>
    /// Peak resident memory of this process since its start, in megabytes of 10^6; in a merged result, the sum of all parts.
    /// </summary>
    [JsonPropertyOrder(Later)]
    public double PeakMemoryMB { get; init; }

    /// <param name="bots">All bots.</param>
    /// <param name="roundTrips">The percentiles of all round trips.</param>
    /// <param name="histograms">The delays of the run.</param>
    public static RunSummary From(IReadOnlyList<BotResult> bots, RoundTripFigures roundTrips, BotHistograms histograms)
    {
        BotResult[] measured = bots.Where(bot => !double.IsNaN(bot.MeanReceivedKbps)).ToArray();
        return new RunSummary
        {
            Bots = bots.Count,
            Arrived = bots.Count(bot => !double.IsNaN(bot.ArrivedS)),
            Failed = bots.Count(bot => bot.State == BotState.Failed),
            LoginRetries = bots.Sum(bot => bot.LoginRetries),
            P50ArrivalMs = histograms.ArrivalMs.Percentile(0.5),
            P95ArrivalMs = histograms.ArrivalMs.Percentile(0.95),
            P50RttMs = roundTrips.P50,
            P95RttMs = roundTrips.P95,
            P99RttMs = roundTrips.P99,
            MaxRttMs = roundTrips.Max,
            ReceivedKbps = Measured(measured, bot => bot.MeanReceivedKbps).Sum(),
            MeanRequestedKbps = Measured(measured, bot => bot.MeanRequestedKbps).Average(),
            MeanReceivedKbps = Measured(measured, bot => bot.MeanReceivedKbps).Average(),
            MinReceivedKbps = Measured(measured, bot => bot.MeanReceivedKbps).Min(),
            Fairness = Runtime.Statistics.Fairness.JainsIndex(Array.ConvertAll(measured, bot => bot.MeanReceivedKbps)),
            LossPercent = bots.Aggregate(default(SequenceCounts), (sum, bot) => sum + bot.Packets).MissingPercent,
            LossEvents = bots.Sum(bot => bot.LossEvents),
            Textures = bots.Sum(bot => bot.Textures),
            Teleports = bots.Sum(bot => bot.Teleports),
            FailedTeleports = bots.Sum(bot => bot.FailedTeleports),
            StalledBots = bots.Count(bot => bot.LongestStallS >= StallLimit.Seconds),
            P99TimerLatenessMs = P99LatenessMs(histograms.TimerLatenessMs),
        }.WithHttp(bots, histograms.FirstByteMs);
    }

    /// <summary>How late timers were at the 99th percentile; NaN if there were too few.</summary>
    public static double P99LatenessMs(DelayCounts lateness) => lateness.Counts.Sum() >= MinTimers ? lateness.Percentile(0.99) : double.NaN;

    private RunSummary WithHttp(IReadOnlyList<BotResult> bots, DelayCounts firstByte) => this with
    {
        HttpRequests = bots.Sum(bot => bot.HttpRequests),
        HttpAnswers = bots.Sum(bot => bot.HttpAnswers),
        HttpFailed = bots.Sum(bot => bot.HttpFailed),
        HttpRetries = bots.Sum(bot => bot.HttpRetries),
        HttpRepeats = bots.Sum(bot => bot.HttpRepeats),
        HttpTimeouts = bots.Sum(bot => bot.HttpTimeouts),
        HttpBytes = bots.Sum(bot => bot.HttpBytes),
        MeanHttpKbps = Measured(bots.Where(bot => !double.IsNaN(bot.MeanHttpKbps)), bot => bot.MeanHttpKbps).Average(),
        P50FirstByteMs = firstByte.Percentile(0.5),
        P95FirstByteMs = firstByte.Percentile(0.95),
    };

    /// <summary>A single NaN if nothing was measured, so that every figure computed from it is NaN too.</summary>
    private static IEnumerable<double> Measured(IEnumerable<BotResult> bots, Func<BotResult, double> value) =>
        bots.Select(value).DefaultIfEmpty(double.NaN);
}
