using Mongoose.Core.RateControl;
using Mongoose.Tests.Core.RateControl.Simulation;

namespace Mongoose.Tests.Core.RateControl;

/// <summary>
/// Long-run rates relative to a TCP Reno (SACK, an ACK per packet) whose segments have the size of the packets: 375 bytes.
/// </summary>
public sealed class FairnessTests
{
    [TestCase(50, 0.03)]
    [TestCase(100, 0.005)]
    [TestCase(100, 0.01)]
    [TestCase(100, 0.05)]
    [TestCase(150, 0.01)]
    [TestCase(150, 0.03)]
    [TestCase(300, 0.01)]
    [TestCase(300, 0.05)]
    public void Alone_on_a_path_with_random_loss_window_tracking_gets_the_rate_of_Reno(double roundTripMs, double loss) =>
        Assert.That(Ratio(WindowTrackingController.ControllerName, roundTripMs, loss, isRandom: true), Is.InRange(0.95, 1.08));

    [TestCase(100, 0.01)]
    [TestCase(150, 0.03)]
    [TestCase(300, 0.05)]
    public void With_periodic_loss_the_ratio_depends_on_where_in_the_cycle_losses_fall(double roundTripMs, double loss) =>
        Assert.That(Ratio(WindowTrackingController.ControllerName, roundTripMs, loss, isRandom: false), Is.InRange(0.9, 1.08));

    [Test]
    public void At_10_percent_loss_it_gets_slightly_more([Values(50, 100, 150, 300)] double roundTripMs, [Values] bool isRandom) =>
        Assert.That(Ratio(WindowTrackingController.ControllerName, roundTripMs, 0.1, isRandom), Is.InRange(0.9, 1.2));

    [Test]
    public void The_paper_s_literal_rule_gets_more_than_Reno() =>
        Assert.That(Ratio(PaperLiteralController.ControllerName, 100, 0.03, isRandom: true), Is.InRange(1.1, 1.35));

    [Test]
    public void Tfrc_gets_less_as_loss_rises()
    {
        Assert.That(Ratio(TfrcController.ControllerName, 100, 0.01, isRandom: true), Is.InRange(0.85, 1.1));
        Assert.That(Ratio(TfrcController.ControllerName, 100, 0.1, isRandom: true), Is.InRange(0.5, 0.9));
    }

    [Test]
    public void At_a_shared_bottleneck_it_gets_about_the_rate_of_Reno([Values(1, 4)] int flows)
    {
        double mean = Enumerable.Range(0, 4).Average(seed => Experiment.ShareOverReno(flows, 100, 1, seed, seconds: 200));
        Assert.That(mean, Is.InRange(0.85, 1.2));
    }

    private static double Ratio(string controller, double roundTripMs, double loss, bool isRandom) =>
        Experiment.RatioToReno(controller, roundTripMs, loss, isRandom, seeds: 8, seconds: 200);
}
