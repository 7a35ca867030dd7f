using Mongoose.Core.RateControl;
using Mongoose.Tests.Core.RateControl.Simulation;

namespace Mongoose.Tests.Core.RateControl;

/// <summary>
/// Mongoose paper, Fig. 6: how long a controller takes to respond to a change of loss, in seconds at a round trip of 100 ms, median of
/// eight seeds.
/// </summary>
public sealed class ConvergenceTests
{
    private const double Limit = 120;

    [Test]
    public void When_loss_falls_from_5_to_0_01_percent_window_tracking_converges_first_tfrc_later_and_the_paper_s_tfrc_last()
    {
        double tracking = Seconds(WindowTrackingController.ControllerName, 0.05, 0.0001);
        double tfrc = Seconds(TfrcController.ControllerName, 0.05, 0.0001);
        Assert.That(tracking, Is.LessThanOrEqualTo(13));
        Assert.That(tfrc, Is.GreaterThan(2.5 * tracking).And.LessThan(Limit));
        Assert.That(Seconds(TfrcController.PaperName, 0.05, 0.0001), Is.EqualTo(Limit), "has not converged yet");
    }

    [Test]
    public void When_loss_rises_from_1_to_5_percent_window_tracking_converges_within_a_second() =>
        Assert.That(Seconds(WindowTrackingController.ControllerName, 0.01, 0.05), Is.LessThanOrEqualTo(1));

    private static double Seconds(string controller, double before, double after) =>
        Experiment.Median(seed => Experiment.SecondsToConverge(controller, before, after, seed, Limit));
}
