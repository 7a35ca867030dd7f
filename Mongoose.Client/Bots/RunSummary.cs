using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Client.Bots;

/// <summary>A run's results over all its bots. Names are those of results and of thresholds.</summary>
internal sealed record RunSummary
{
    /// <summary>A region that is merely slow sends an avatar's position within this time.</summary>
    public static readonly Duration StallLimit = Duration.FromSeconds(10);

    public int Bots { get; init; }

    /// <summary>Bots that arrived in a region.</summary>
    public int Arrived { get; init; }

    /// <summary>Bots whose visit ended unplanned.</summary>
    public int Failed { get; init; }

    /// <summary>The number of logins that failed and were retried.</summary>
    public int LoginRetries { get; init; }

    /// <summary>Nearest-rank percentile of all pings.</summary>
    public double P50RttMs { get; init; }

    /// <inheritdoc cref="P50RttMs"/>
    public double P95RttMs { get; init; }

    /// <inheritdoc cref="P50RttMs"/>
    public double P99RttMs { get; init; }

    public double MaxRttMs { get; init; }

    /// <summary>UDP payload: the sum of the bots' means. Bots without a whole second in a region do not count; NaN if there are no others.</summary>
    public double ReceivedKbps { get; init; }

    /// <summary>The mean over a bot's seconds in a region, averaged over bots.</summary>
    public double MeanRequestedKbps { get; init; }

    /// <inheritdoc cref="MeanRequestedKbps"/>
    public double MeanReceivedKbps { get; init; }

    /// <summary>The mean rate of the bot with the lowest mean.</summary>
    public double MinReceivedKbps { get; init; }

    /// <summary>First transmissions that never arrived, in percent of those sent.</summary>
    public double LossPercent { get; init; }

    public long LossEvents { get; init; }

    public long Textures { get; init; }

    public long Teleports { get; init; }

    public long FailedTeleports { get; init; }

    /// <summary>Bots that stood for <see cref="StallLimit"/> or longer because their region did not send their position.</summary>
    public int StalledBots { get; init; }

    /// <summary>Processor time that this process has used since the run began, in cores, whatever it was used for.</summary>
    public double CpuCores { get; init; }

    /// <summary>Peak resident memory of this process since its start, in megabytes of 10^6.</summary>
    public double PeakMemoryMB { get; init; }

    /// <param name="run">A run that is over or is to be evaluated as it is now.</param>
    /// <param name="length">The time since the run began, on the caller's clock.</param>
    public static RunSummary Of(BotRun run, Duration length)
    {
        IReadOnlyList<Bot> bots = run.Bots;
        RoundTrips roundTrips = new(bots);
        BotRates[] rates = bots.Select(BotRates.Of).Where(rates => rates.AreMeasured).ToArray();
        SequenceCounts packets = bots.Aggregate(default(SequenceCounts), (sum, bot) => sum + bot.Counters.Packets);
        return new RunSummary
        {
            Bots = bots.Count,
            Arrived = bots.Count(bot => bot.FirstArrival is not null),
            Failed = bots.Count(bot => bot.State == BotState.Failed),
            LoginRetries = bots.Sum(bot => bot.LoginRetries),
            P50RttMs = roundTrips.Percentile(0.5),
            P95RttMs = roundTrips.Percentile(0.95),
            P99RttMs = roundTrips.Percentile(0.99),
            MaxRttMs = roundTrips.Percentile(1),
            ReceivedKbps = Measured(rates, rate => rate.ReceivedKbps).Sum(),
            MeanRequestedKbps = Measured(rates, rate => rate.RequestedKbps).Average(),
            MeanReceivedKbps = Measured(rates, rate => rate.ReceivedKbps).Average(),
            MinReceivedKbps = Measured(rates, rate => rate.ReceivedKbps).Min(),
            LossPercent = packets.MissingPercent,
            LossEvents = bots.Sum(bot => bot.Counters.LossEvents),
            Textures = bots.Sum(bot => bot.Counters.Textures),
            Teleports = bots.Sum(bot => bot.Counters.Teleports),
            FailedTeleports = bots.Sum(bot => bot.Counters.FailedTeleports),
            StalledBots = bots.Count(bot => bot.LongestStall >= StallLimit),
            CpuCores = run.Process.Cores(length),
            PeakMemoryMB = run.Process.PeakMemoryMB,
        };
    }

    /// <summary>A single NaN if nothing was measured, so that every figure computed from it is NaN too.</summary>
    private static IEnumerable<double> Measured(IEnumerable<BotRates> rates, Func<BotRates, double> value) => rates.Select(value).DefaultIfEmpty(double.NaN);
}
