using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl;

public sealed class RateControllersTests
{
    [Test]
    public void Each_name_creates_the_controller_of_that_name() =>
        Assert.That(RateControllers.Names.Select(name => RateControllers.Create(name, RateControlOptions.Default).Name),
            Is.EqualTo(RateControllers.Names));

    [Test]
    public void An_unknown_name_is_refused_with_a_list_of_allowed_names() =>
        Assert.That(() => RateControllers.Create("tcp", RateControlOptions.Default),
            Throws.ArgumentException.With.Message.Contains("'tcp'").And.Message.Contains("windowTracking, paperLiteral, viewer, tfrc"));

    [Test]
    public void Fixed_always_asks_for_the_user_s_setting()
    {
        var options = new RateControlOptions { UserSetting = DataRate.FromKilobitsPerSecond(300) };
        var script = new Script(FixedController.ControllerName, options);
        Assert.That(script.Ping(100).Receive(100).LoseKnown(10).Kilobits, Is.EqualTo(300));
    }

    [Test]
    public void Options_out_of_range_are_refused()
    {
        Assert.Throws<ArgumentOutOfRangeException>(() => _ = new RateControlOptions { MinRate = DataRate.Zero });
        Assert.Throws<ArgumentOutOfRangeException>(() => _ = new RateControlOptions { FairSegmentBytes = 63 });
        Assert.Throws<ArgumentOutOfRangeException>(() => _ = new RateControlOptions { FairSegmentBytes = 65_536 });
    }

    [Test]
    public void A_maximum_rate_below_the_minimum_is_raised_to_the_minimum()
    {
        DataRate min = DataRate.FromKilobitsPerSecond(100);
        var options = new RateControlOptions { MinRate = min, MaxRate = DataRate.FromKilobitsPerSecond(10) };
        Assert.That(options.Clamp(DataRate.FromKilobitsPerSecond(50)), Is.EqualTo(min));
    }
}
