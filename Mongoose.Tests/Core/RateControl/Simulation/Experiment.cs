using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Core.RateControl.Simulation;

/// <summary>Measures a flow alone on a path, and the shares of two kinds of flows at a common bottleneck.</summary>
internal static class Experiment
{
    /// <summary>Payload of every packet and segment, in bytes: the mean of the Mongoose paper, section IV.B.</summary>
    public const int PacketBytes = 375;

    private static readonly Duration WarmUp = Duration.FromSeconds(60);

    /// <summary>Limits that do not bind in any cell.</summary>
    public static RateControlOptions Wide { get; } =
        new() { MinRate = DataRate.FromKilobitsPerSecond(1), MaxRate = DataRate.FromMegabitsPerSecond(50) };

    public static ThrottledFlow Throttled(SimulatedPath path, string controller) =>
        new(path, RateControllers.Create(controller, Wide), PacketBytes);

    /// <summary>The mean of <paramref name="seeds"/> long-run rates divided by that of Reno under the same loss.</summary>
    public static double RatioToReno(string controller, double roundTripMs, double loss, bool isRandom, int seeds, double seconds)
    {
        double ours = 0, reno = 0;
        for (int seed = 0; seed < seeds; seed++)
        {
            ours += Bytes(path => { ThrottledFlow flow = Throttled(path, controller); return () => flow.BytesArrived; }, seed + 100);
            reno += Bytes(path => { var flow = new RenoFlow(path, PacketBytes); return () => flow.BytesArrived; }, seed);
        }
        return ours / reno;

        double Bytes(Func<SimulatedPath, Func<long>> start, int seed)
        {
            var scheduler = new SimulatedScheduler();
            Func<long> arrived = start(new SimulatedPath(
                scheduler, Duration.FromMilliseconds(roundTripMs), new LossPattern(loss, isRandom, seed), seed));
            scheduler.RunFor(WarmUp);
            long before = arrived();
            scheduler.RunFor(Duration.FromSeconds(seconds));
            return arrived() - before;
        }
    }

    /// <summary>
    /// The mean rate of <paramref name="flows"/> throttled flows divided by that of an equal number of Reno flows, through a link of 500
    /// kbit/s per flow.
    /// </summary>
    public static double ShareOverReno(int flows, double roundTripMs, double bufferBdp, int seed, double seconds)
    {
        var scheduler = new SimulatedScheduler();
        var starts = new Random(seed);
        DataRate rate = DataRate.FromKilobitsPerSecond(1000 * flows);
        Duration roundTrip = Duration.FromMilliseconds(roundTripMs);
        var bottleneck = new Bottleneck(rate, (int)(bufferBdp * rate.BytesIn(roundTrip)));
        List<ThrottledFlow> ours = [];
        List<RenoFlow> reno = [];
        for (int i = 0; i < 2 * flows; i++)
        {
            var path = new SimulatedPath(scheduler, roundTrip, seed: seed * 100 + i) { Bottleneck = bottleneck };
            Action start = i % 2 == 0
                ? () => ours.Add(Throttled(path, WindowTrackingController.ControllerName))
                : () => reno.Add(new RenoFlow(path, PacketBytes));
            scheduler.At(Instant.FromSeconds(5 * starts.NextDouble()), start);
        }
        scheduler.RunFor(WarmUp);
        long oursBefore = ours.Sum(flow => flow.BytesArrived), renoBefore = reno.Sum(flow => flow.BytesArrived);
        scheduler.RunFor(Duration.FromSeconds(seconds));
        return (double)(ours.Sum(flow => flow.BytesArrived) - oursBefore) / (reno.Sum(flow => flow.BytesArrived) - renoBefore);
    }

    /// <summary>
    /// Seconds until the requested rate is within 10 % of eq. 1 for the new loss, at a round trip of 100 ms; <paramref name="limit"/> if it
    /// takes longer.
    /// </summary>
    public static double SecondsToConverge(string controller, double lossBefore, double lossAfter, int seed, double limit)
    {
        var scheduler = new SimulatedScheduler();
        var loss = new LossPattern(lossBefore, isRandom: true, seed);
        Duration roundTrip = Duration.FromMilliseconds(100);
        ThrottledFlow flow = Throttled(new SimulatedPath(scheduler, roundTrip, loss), controller);
        scheduler.RunFor(Duration.FromSeconds(100));
        loss.Ratio = lossAfter;
        DataRate target = TcpEquations.Mathis(PacketBytes, roundTrip, lossAfter);
        for (double seconds = 0; seconds < limit; seconds += 0.01)
        {
            DataRate rate = flow.Requester.Controller.Rate;
            if (lossAfter < lossBefore ? rate >= target * 0.9 : rate <= target * 1.1)
                return seconds;
            scheduler.RunFor(Duration.FromMilliseconds(10));
        }
        return limit;
    }

    public static double Median(Func<int, double> bySeed)
    {
        double[] sorted = Enumerable.Range(0, 8).Select(bySeed).Order().ToArray();
        return (sorted[3] + sorted[4]) / 2;
    }
}
