using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl;

public sealed class AutoBandwidthControllerTests
{
    /// <summary>A controller past the grace period of its first circuit.</summary>
    private static Script Auto()
    {
        var script = new Script(AutoBandwidthController.ControllerName) { Pace = Duration.FromMilliseconds(15) };
        return script.Receive(1001);
    }

    [Test]
    public void After_60_s_without_loss_it_asks_for_10_percent_more()
    {
        Script script = Auto();
        Assert.That(script.Receive(3990).Kilobits, Is.EqualTo(512));
        Assert.That(script.Receive(20).Kilobits, Is.EqualTo(512 * 1.1).Within(0.001));
        Assert.That(script.Receive(3900).Kilobits, Is.EqualTo(512 * 1.1).Within(0.001), "after another 60 s");
    }

    [Test]
    public void After_15_s_with_half_a_percent_loss_it_asks_for_a_quarter_less() =>
        Assert.That(Auto().Lose(6).Receive(1000).Kilobits, Is.EqualTo(384));

    [Test]
    public void Lower_loss_only_delays_the_rise()
    {
        Script script = Auto().Receive(2000).Lose(2).Receive(3900);
        Assert.That(script.Kilobits, Is.EqualTo(512));
        Assert.That(script.Receive(1200).Kilobits, Is.GreaterThan(512));
    }

    [Test]
    public void Losses_in_the_15_s_after_a_teleport_do_not_count() =>
        Assert.That(Auto().NewCircuit().Receive(10).Lose(100).Receive(1000).Kilobits, Is.EqualTo(512));

    [Test]
    public void Silence_does_not_count_as_free_of_loss() =>
        Assert.That(Auto().Pass(15).Pass(15).Pass(15).Pass(15).Pass(15).Pass(15).Kilobits, Is.EqualTo(512));
}
