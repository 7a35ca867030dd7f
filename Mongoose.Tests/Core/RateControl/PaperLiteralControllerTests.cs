using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl;

public sealed class PaperLiteralControllerTests
{
    private static Script Paper() => new(PaperLiteralController.ControllerName);

    [Test]
    public void Every_confirmed_gap_halves_the_window_even_within_a_round_trip()
    {
        Script script = Paper().Ping(100).Receive(1000);
        double window = script.State.WindowBytes;
        script.LoseKnown(1).LoseKnown(1);
        Assert.That(script.State.WindowBytes / window, Is.EqualTo(0.25).Within(0.01));
    }

    [Test]
    public void It_grows_in_the_round_trip_after_a_cut()
    {
        Script script = Paper().Ping(100).Receive(100).LoseKnown(1);
        double window = script.State.WindowBytes;
        Assert.That(script.Receive(10).State.WindowBytes, Is.GreaterThan(window));
    }

    [Test]
    public void Nothing_bounds_the_window_of_an_application_limited_stream()
    {
        Script script = Paper().Ping(100);
        script.Pace = Duration.FromMilliseconds(10);
        Assert.That(script.Receive(6000).Kilobits, Is.GreaterThan(100_000), "300 kbit/s arrive");
    }
}
