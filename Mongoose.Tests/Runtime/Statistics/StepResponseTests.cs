using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Tests.Runtime.Statistics;

public sealed class StepResponseTests
{
    private static readonly Duration Bin = Duration.FromMilliseconds(250);

    [Test]
    public void The_time_is_the_end_of_the_first_bin_that_has_gone_far_enough() => Assert.That(
        StepResponse.TimeToReach([100, 500, 890, 905, 700], Bin, 0, 1000, 0.9), Is.EqualTo(Duration.FromSeconds(1)));

    [Test]
    public void A_step_downward_is_reached_from_above() => Assert.That(
        StepResponse.TimeToReach([900, 540, 400], Bin, 1000, 500, 0.9), Is.EqualTo(Duration.FromSeconds(0.5)), "0.9 of the way is 550");

    [Test]
    public void Held_means_so_many_bins_in_a_row_counted_from_the_first_of_them() => Assert.That(
        StepResponse.TimeToReach([950, 100, 950, 960, 970], Bin, 0, 1000, 0.9, hold: 3), Is.EqualTo(Duration.FromSeconds(0.75)));

    [Test]
    public void What_is_never_reached_has_no_time()
    {
        Assert.That(StepResponse.TimeToReach([1, 2, 3], Bin, 0, 1000, 0.9), Is.Null);
        Assert.That(StepResponse.TimeToReach([], Bin, 0, 1000, 0.9), Is.Null);
        Assert.That(StepResponse.TimeToReach([950, 950], Bin, 0, 1000, 0.9, hold: 3), Is.Null);
    }

    [Test]
    public void Overshoot_is_the_share_of_the_step_that_the_peak_lies_beyond_it()
    {
        Assert.That(StepResponse.Overshoot([400, 1200, 990], 0, 1000), Is.EqualTo(0.2).Within(1e-12));
        Assert.That(StepResponse.Overshoot([1000, 700], 1400, 800), Is.EqualTo(1 / 6.0).Within(1e-12), "downward");
        Assert.That(StepResponse.Overshoot([900, 820], 1300, 800), Is.Zero);
        Assert.That(StepResponse.Overshoot([900], 700, 700), Is.NaN, "there is no step");
    }
}
