using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl;

public sealed class ViewerControllerTests
{
    private static Script Viewer(ViewerPreset preset, double? setting = null) =>
        new(ViewerController.ControllerName, Script.Wide with
        {
            ViewerPreset = preset,
            UserSetting = setting is null ? null : DataRate.FromViewerKilobitsPerSecond(setting.Value),
        });

    private static double ViewerKilobits(Script script) => script.Controller.Rate.ViewerKilobitsPerSecond;

    /// <summary>A period of 1000 packets.</summary>
    private static Script Period(Script script, double seconds, int lost)
    {
        script.Pace = Duration.FromSeconds(seconds / 1000);
        script.Receive(500);
        for (int i = 0; i < lost; i++)
            script.Lose(1);
        return script.Receive(500 - lost);
    }

    [Test]
    public void It_starts_at_one_and_a_half_times_the_setting()
    {
        Assert.That(Viewer(ViewerPreset.Paper).Kilobits, Is.EqualTo(750));
        Assert.That(ViewerKilobits(Viewer(ViewerPreset.Source2010)), Is.EqualTo(750));
        Assert.That(ViewerKilobits(Viewer(ViewerPreset.Source)), Is.EqualTo(4500));
        Assert.That(ViewerKilobits(Viewer(ViewerPreset.Source2010, 1500)), Is.EqualTo(1500), "the split's limit at that time");
        Assert.That(ViewerKilobits(Viewer(ViewerPreset.Source, 10_000)), Is.EqualTo(6000));
    }

    [Test]
    public void With_a_large_setting_the_source_viewer_s_reductions_above_6000_have_no_effect()
    {
        // It starts at 15 000 and falls by 1000 per period; the tenth reduction is the first with an effect.
        Script script = Viewer(ViewerPreset.Source, 10_000);
        for (int period = 1; period <= 9; period++)
        {
            Period(script, 5, 60).Receive(20);
            Assert.That(ViewerKilobits(script), Is.EqualTo(6000), $"period {period}");
        }
        Period(script, 5, 60).Receive(20);
        Assert.That(ViewerKilobits(script), Is.EqualTo(5000).Within(0.01));
    }

    [TestCase(ViewerPreset.Paper, 1)]
    [TestCase(ViewerPreset.Source2010, 5)]
    public void Above_3_percent_loss_it_falls_by_a_tenth_of_the_setting_per_period(ViewerPreset preset, double period)
    {
        Script script = Viewer(preset);
        double start = script.Kilobits;
        Period(script, period, 40).Receive(20);
        Assert.That(script.Kilobits, Is.EqualTo(start * 14 / 15).Within(0.001));
    }

    [Test]
    public void Between_its_thresholds_the_rate_is_constant()
    {
        Script script = Viewer(ViewerPreset.Paper);
        for (int i = 0; i < 20; i++)
            Period(script, 1, 20);
        Assert.That(script.Kilobits, Is.EqualTo(750));
    }

    [TestCase(ViewerPreset.Paper, 1, 500, 50)]
    [TestCase(ViewerPreset.Source2010, 5, 512, 102.4)]
    public void Under_sustained_loss_it_falls_to_its_floor_and_without_loss_returns_to_its_ceiling(
        ViewerPreset preset, double period, double setting, double floor)
    {
        Script script = Viewer(preset);
        for (int i = 0; i < 20; i++)
            Period(script, period, 60);
        Assert.That(script.Kilobits, Is.EqualTo(floor).Within(0.01));
        for (int i = 0; i < 20; i++)
            Period(script, period, 0);
        Assert.That(script.Kilobits, Is.EqualTo(setting * 1.5).Within(0.01));
    }

    [Test]
    public void A_source_viewer_with_a_small_setting_stops_once_at_50()
    {
        Script script = Viewer(ViewerPreset.Source2010, 100);
        for (int i = 0; i < 20; i++)
            Period(script, 5, 60);
        Assert.That(ViewerKilobits(script), Is.EqualTo(50).Within(0.01), "150, 140, ... 60, 50; not 0.2 of 100");
    }

    [Test]
    public void A_change_of_region_does_not_affect_it()
    {
        Script script = Viewer(ViewerPreset.Paper);
        Period(script, 1, 60).Receive(20);
        double kilobits = script.Kilobits;
        Assert.That(kilobits, Is.LessThan(750));
        Assert.That(script.NewCircuit().Kilobits, Is.EqualTo(kilobits));
    }
}
