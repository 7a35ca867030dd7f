using Mongoose.Client.Bots;

namespace Mongoose.Client.Results;

/// <summary>
/// The seconds of a run, as columns of equal length. Requested rates are summed over the bots in a region; received rates and losses are
/// summed over all bots.
/// </summary>
internal sealed record RunSeries
{
    public static readonly RunSeries None = new();

    /// <summary>The end of each second, from the run's beginning.</summary>
    public double[] Second { get; init; } = [];

    /// <summary>The number of bots in a region.</summary>
    public double[] InRegion { get; init; } = [];

    public double[] RequestedKbps { get; init; } = [];

    /// <summary>UDP payload received in the second.</summary>
    public double[] ReceivedKbps { get; init; } = [];

    /// <summary>Counted in the second.</summary>
    public double[] LossEvents { get; init; } = [];

    /// <inheritdoc cref="LossEvents"/>
    public double[] LostPackets { get; init; } = [];

    /// <summary>Received by HTTP in the second, headers included; empty in files of earlier versions.</summary>
    public double[] HttpKbps { get; init; } = [];

    public static RunSeries From(IReadOnlyList<Bot> bots)
    {
        int seconds = bots.SelectMany(bot => bot.Samples).Select(sample => sample.Second).DefaultIfEmpty(0).Max();
        RunSeries sums = Empty(seconds);
        foreach (Bot bot in bots)
        {
            for (int i = 0; i < bot.Samples.Count; i++)
                sums.Add(i == 0 ? default : bot.Samples[i - 1], bot.Samples[i]);
        }
        return sums;
    }

    /// <summary>A series of zeros for seconds 1 to <paramref name="seconds"/>.</summary>
    public static RunSeries Empty(int seconds) => new()
    {
        Second = Enumerable.Range(1, seconds).Select(second => (double)second).ToArray(),
        InRegion = new double[seconds],
        RequestedKbps = new double[seconds],
        ReceivedKbps = new double[seconds],
        LossEvents = new double[seconds],
        LostPackets = new double[seconds],
        HttpKbps = new double[seconds],
    };

    /// <summary>The columns besides the seconds; without that of HTTP if a file does not have it.</summary>
    public double[][] Columns() =>
        [InRegion, RequestedKbps, ReceivedKbps, LossEvents, LostPackets, .. HttpKbps.Length > 0 ? new[] { HttpKbps } : []];

    private void Add(in BotSample before, in BotSample sample)
    {
        int place = sample.Second - 1;
        if (sample.State == BotState.InRegion)
        {
            InRegion[place]++;
            RequestedKbps[place] += sample.Requested.KilobitsPerSecond;
        }
        ReceivedKbps[place] += BotRates.ReceivedIn(before, sample).KilobitsPerSecond;
        LossEvents[place] += sample.Counters.LossEvents - before.Counters.LossEvents;
        HttpKbps[place] += BotRates.ByHttpIn(before, sample).KilobitsPerSecond;
        LostPackets[place] += sample.Counters.Packets.Lost - before.Counters.Packets.Lost;
    }
}
