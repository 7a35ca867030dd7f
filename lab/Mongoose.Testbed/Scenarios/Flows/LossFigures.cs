using Mongoose.Core.Units;
using Mongoose.Network.Games;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>The loss of numbered datagrams: those of a sender that did not arrive.</summary>
internal static class LossFigures
{
    /// <summary>A datagram sent this long before the flow's end counts as lost if it has not arrived, unless delays are longer.</summary>
    private static readonly Duration Settled = Duration.FromSeconds(2);

    /// <summary>
    /// Adds the loss among the datagrams sent before the last one that arrived, and among those sent early enough to have arrived by the
    /// end; others may still be in flight. If none arrived, all count as lost.
    /// </summary>
    /// <param name="stat">The stat's name, and that of the series, without the flow's name.</param>
    /// <param name="sent">When each datagram was sent, by its number.</param>
    /// <param name="arrived">Whether each datagram arrived, up to the last that did.</param>
    /// <param name="maxDelay">The longest delay of a datagram that arrived; zero if none did.</param>
    /// <param name="origin">The run's start.</param>
    /// <returns>The lost datagrams and all, within the flow's window.</returns>
    public static (long Lost, long Sent) Add(
        string stat, IReadOnlyList<Instant> sent, IReadOnlyList<bool> arrived, Duration maxDelay, Instant origin, FlowRecord record)
    {
        Instant settled = origin + record.End - Duration.Max(Settled, maxDelay);
        int end = arrived.Count == 0 ? sent.Count : Math.Min(Math.Max(arrived.Count, sent.Count(at => at < settled)), sent.Count);
        long[] sentBins = new long[record.Bins], lostBins = new long[record.Bins];
        (long lost, long all) = (0, 0);
        for (int i = 0; i < end; i++)
        {
            Duration at = sent[i] - origin;
            long bin = at.Nanoseconds / record.Bin.Nanoseconds;
            int isLost = i < arrived.Count && arrived[i] ? 0 : 1;
            if (bin < record.Bins)
                (sentBins[bin], lostBins[bin]) = (sentBins[bin] + 1, lostBins[bin] + isLost);
            if (record.IsMeasured(at))
                (all, lost) = (all + 1, lost + isLost);
        }
        record.Extra.Add((stat, Percent.Of(lost, all)));
        record.Series.Add(TimeSeries.Binned($"{record.Name}.{stat}", "%", record.Bin,
            sentBins.Zip(lostBins, (all, part) => all == 0 ? double.NaN : Percent.Of(part, all)).ToArray()));
        return (lost, all);
    }

    /// <summary>The datagrams of a sender that arrived at a receiver, without stray ones, which may have any number.</summary>
    public static IEnumerable<GameArrival> ArrivalsOf(GamePeer sender, GamePeer receiver) =>
        receiver.Arrivals.Where(arrival => arrival.Sequence < sender.Sent.Count);

    /// <summary>Marks a number as arrived.</summary>
    /// <returns>Whether it arrived for the first time, so that it is not a duplicate.</returns>
    public static bool Mark(List<bool> arrived, int number)
    {
        while (arrived.Count <= number)
            arrived.Add(false);
        bool isNew = !arrived[number];
        arrived[number] = true;
        return isNew;
    }
}
