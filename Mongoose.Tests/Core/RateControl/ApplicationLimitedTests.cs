using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Tests.Core.RateControl.Simulation;

namespace Mongoose.Tests.Core.RateControl;

/// <summary>
/// Mongoose paper, Fig. 7a: the region has 218 kbit/s to send and the path loses nothing. After ten minutes the region has unlimited data,
/// and the path carries 300 kbit/s behind a FIFO of one bandwidth-delay product.
/// </summary>
public sealed class ApplicationLimitedTests
{
    private static readonly Duration RoundTrip = Duration.FromMilliseconds(100);
    private static readonly DataRate Offered = DataRate.FromKilobitsPerSecond(218), Congested = DataRate.FromKilobitsPerSecond(300);

    [TestCase(false, 2.05)]
    [TestCase(true, 2.3)]
    public void It_asks_for_little_more_than_twice_the_received_rate_and_loses_little_when_the_path_shrinks(bool isRandom, double max)
    {
        var scheduler = new SimulatedScheduler();
        var path = new SimulatedPath(scheduler, RoundTrip);
        IRateController controller = RateControllers.Create(WindowTrackingController.ControllerName, RateControlOptions.Default);
        var flow = new ThrottledFlow(path, controller, Experiment.PacketBytes, isSaturating: false);
        var arrivals = new Random(1);
        bool isLimited = true;
        Offer();

        scheduler.RunFor(Duration.FromSeconds(10));
        double asked = 0;
        long before = flow.BytesArrived;
        for (int second = 0; second < 590; second++)
        {
            scheduler.RunFor(Duration.FromSeconds(1));
            asked += controller.Rate.KilobitsPerSecond / 590;
        }
        double received = DataRate.Of(flow.BytesArrived - before, Duration.FromSeconds(590)).KilobitsPerSecond;
        Assert.That(asked / received, Is.LessThanOrEqualTo(max));

        isLimited = false;
        flow.Offer(1_000_000_000);
        var bottleneck = new Bottleneck(Congested, (int)Congested.BytesIn(RoundTrip));
        path.Bottleneck = bottleneck;
        scheduler.RunFor(Duration.FromSeconds(10));
        Assert.That((double)bottleneck.Dropped / bottleneck.Offered, Is.LessThanOrEqualTo(0.04));

        void Offer()
        {
            if (!isLimited)
                return;
            flow.Offer(Experiment.PacketBytes);
            Duration mean = Offered.TimeToSend(Experiment.PacketBytes);
            scheduler.At(scheduler.Now + (isRandom ? mean * -Math.Log(1 - arrivals.NextDouble()) : mean), Offer);
        }
    }
}
