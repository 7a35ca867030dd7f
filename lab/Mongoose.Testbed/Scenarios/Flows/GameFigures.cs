using Mongoose.Core.Units;
using Mongoose.Network.Games;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>
/// Turns the records of a game's client and server into figures of its flow. Goodput and round-trip times are the player's.
/// </summary>
internal sealed class GameFigures(GamePeer client, GamePeer server, Instant origin, FlowRecord record)
{
    private readonly GameArrival[] _atClient = LossFigures.ArrivalsOf(server, client).ToArray();
    private readonly GameArrival[] _atServer = LossFigures.ArrivalsOf(client, server).ToArray();

    public void Add()
    {
        foreach (GameArrival arrival in _atClient)
        {
            record.Delivered(arrival.At - origin, arrival.Bytes);
            if (arrival.RoundTrip is { } time)
                record.RoundTrip(arrival.At - origin, time);
        }
        (long Lost, long Sent) down = AddDirection("down", server, _atClient), up = AddDirection("up", client, _atServer);
        record.Extra.AddRange(
        [
            ("lossPercent", Percent.Of(down.Lost + up.Lost, down.Sent + up.Sent)),
            ("upKbps", record.RateOf(Measured(_atServer).Sum(arrival => (long)arrival.Bytes)).KilobitsPerSecond),
        ]);
        AddIntervals();
        GameArrival[] trips = _atClient.Where(arrival => arrival.RoundTrip is not null).ToArray();
        record.Series.Add(TimeSeries.Moments($"{record.Name}.rttOverTimeMs", "ms",
            trips.Select(trip => (trip.At - origin).Seconds).ToArray(),
            trips.Select(trip => trip.RoundTrip!.Value.Milliseconds).ToArray()));
    }

    private (long Lost, long Sent) AddDirection(string direction, GamePeer sender, GameArrival[] received)
    {
        DelaySamples delays = new();
        foreach (GameArrival arrival in Measured(received))
            delays.Add(arrival.Delay);
        DelaySummary summary = delays.Summarise();
        record.Extra.AddRange(
        [
            ($"{direction}DelayMs.p50", summary.P50),
            ($"{direction}DelayMs.p99", summary.P99),
            ($"{direction}DelayMs.max", summary.Max),
        ]);
        record.AddSamples($"{direction}DelayMs", delays);
        return AddLoss(direction, sender, received);
    }

    private (long Lost, long Sent) AddLoss(string direction, GamePeer sender, GameArrival[] received)
    {
        List<bool> arrived = [];
        Duration maxDelay = Duration.Zero;
        foreach (GameArrival arrival in received)
        {
            LossFigures.Mark(arrived, arrival.Sequence);
            maxDelay = Duration.Max(maxDelay, arrival.Delay);
        }
        return LossFigures.Add($"{direction}LossPercent", sender.Sent, arrived, maxDelay, origin, record);
    }

    /// <summary>Intervals between the server's datagrams as they arrive at the player.</summary>
    private void AddIntervals()
    {
        GameArrival[] arrivals = Measured(_atClient).ToArray();
        double[] intervals = arrivals.Zip(arrivals.Skip(1), (one, next) => (next.At - one.At).Milliseconds).ToArray();
        Array.Sort(intervals);
        foreach (int percent in (int[])[5, 50, 95, 99])
            record.Extra.Add(($"interArrivalMs.p{percent}", Percentiles.Of<double>(intervals, percent / 100.0)));
        record.Series.Add(SampleSeries.From($"{record.Name}.interArrivalMs", "ms", intervals));
    }

    private IEnumerable<GameArrival> Measured(IEnumerable<GameArrival> arrivals) =>
        arrivals.Where(arrival => record.IsMeasured(arrival.At - origin));
}
