using System.Diagnostics;
using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Client.Bots;

/// <summary>What came of a run, over all its bots. Names are those of results and of thresholds.</summary>
internal sealed record RunSummary
{
    /// <summary>A region that is only slow says within this time where an avatar is.</summary>
    public static readonly Duration StallLimit = Duration.FromSeconds(10);

    public int Bots { get; init; }

    /// <summary>Bots that were in a region.</summary>
    public int Arrived { get; init; }

    /// <summary>Bots whose visit came to an end by itself.</summary>
    public int Failed { get; init; }

    /// <summary>Logins that failed and were tried again.</summary>
    public int LoginRetries { get; init; }

    /// <summary>Nearest rank, of all pings.</summary>
    public double P50RttMs { get; init; }

    /// <inheritdoc cref="P50RttMs"/>
    public double P95RttMs { get; init; }

    /// <inheritdoc cref="P50RttMs"/>
    public double P99RttMs { get; init; }

    public double MaxRttMs { get; init; }

    /// <summary>UDP payload: the sum of the bots' means. Bots without a whole second in a region are in no rate; NaN if there are no others.</summary>
    public double ReceivedKbps { get; init; }

    /// <summary>The mean of a bot's seconds in a region, and then of bots.</summary>
    public double MeanRequestedKbps { get; init; }

    /// <inheritdoc cref="MeanRequestedKbps"/>
    public double MeanReceivedKbps { get; init; }

    /// <summary>Of the bot that received least.</summary>
    public double MinReceivedKbps { get; init; }

    /// <summary>First transmissions that never came, of those sent.</summary>
    public double LossPercent { get; init; }

    public long LossEvents { get; init; }

    public long Textures { get; init; }

    public long Teleports { get; init; }

    public long FailedTeleports { get; init; }

    /// <summary>Bots that stood for <see cref="StallLimit"/> or longer because their region did not say where they are.</summary>
    public int StalledBots { get; init; }

    /// <summary>Processor time that this process took from the run's beginning on, in cores; whatever else it did meanwhile is in it.</summary>
    public double CpuCores { get; init; }

    /// <summary>Largest resident memory of this process since its start, in megabytes of 10^6.</summary>
    public double PeakMemoryMB { get; init; }

    /// <param name="run">One that is over, or far enough.</param>
    /// <param name="length">Since it began, on the clock of whoever waited for it.</param>
    public static RunSummary Of(BotRun run, Duration length)
    {
        IReadOnlyList<Bot> bots = run.Bots;
        RoundTrips roundTrips = new(bots);
        BotRates[] rates = bots.Select(BotRates.Of).Where(rates => rates.AreMeasured).ToArray();
        SequenceCounts packets = bots.Aggregate(default(SequenceCounts), (sum, bot) => sum + bot.Counters.Packets);
        using Process process = Process.GetCurrentProcess();
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
            CpuCores = (process.TotalProcessorTime - run.ProcessorTimeBefore).TotalSeconds / Math.Max(1e-3, length.Seconds),
            PeakMemoryMB = process.PeakWorkingSet64 / 1e6,
        };
    }

    /// <summary>NaN alone if nothing was measured, so that whatever is made of it is NaN too.</summary>
    private static IEnumerable<double> Measured(IEnumerable<BotRates> rates, Func<BotRates, double> value) => rates.Select(value).DefaultIfEmpty(double.NaN);
}
