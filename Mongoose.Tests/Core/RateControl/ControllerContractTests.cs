using Mongoose.Core.RateControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl;

/// <summary>The guarantees of every controller, tested with a million random events each.</summary>
public sealed class ControllerContractTests
{
    private const int Seeds = 10, EventsPerSeed = 100_000;

    private static readonly RateControlOptions Options = new()
    {
        MinRate = DataRate.FromKilobitsPerSecond(60),
        MaxRate = DataRate.FromKilobitsPerSecond(2000),
    };

    private static IEnumerable<string> Names => RateControllers.Names;

    [TestCaseSource(nameof(Names))]
    public void The_rate_is_always_within_its_limits_and_the_state_finite(string name) => ForEachEvent(name, (controller, _, _) =>
    {
        ControllerState state = controller.State;
        return controller.Rate >= Options.MinRate && controller.Rate <= Options.MaxRate
            && double.IsFinite(state.WindowBytes) && double.IsFinite(state.ThresholdBytes)
            && state.LossEventRate is >= 0 and <= 1;
    });

    [TestCaseSource(nameof(Names))]
    public void The_rate_does_not_grow_in_silence(string name) => ForEachEvent(name, (controller, before, happened) =>
        happened.HasFlag(Happened.Packet) || happened.HasFlag(Happened.ShorterPing) || happened.HasFlag(Happened.Tick)
        || controller.Rate <= before.Rate);

    [Test]
    public void Window_tracking_reduces_its_window_only_on_a_loss_or_to_a_bound() =>
        ForEachEvent(WindowTrackingController.ControllerName, (controller, before, happened) =>
        {
            ControllerState now = controller.State;
            if (happened.HasFlag(Happened.Loss) || happened.HasFlag(Happened.NewCircuit) || before.State.RoundTrip == Duration.Zero)
                return true;
            if (now.LossEvents != before.State.LossEvents)
                return false;
            // Whatever has been received, a bound is at least the initial window. A smaller window stays as it is.
            double min = Math.Min(before.State.WindowBytes, TcpEquations.InitialWindow(64));
            return now.WindowBytes >= min - 1e-6;
        });

    private static void ForEachEvent(string name, Func<IRateController, Before, Happened, bool> holds)
    {
        for (int seed = 0; seed < Seeds; seed++)
        {
            var story = new RandomStory(RateControllers.Create(name, Options), seed);
            for (int i = 0; i < EventsPerSeed; i++)
            {
                var before = new Before(story.Controller.Rate, story.Controller.State);
                Happened happened = story.Next();
                if (!holds(story.Controller, before, happened))
                    Assert.Fail($"seed {seed}, event {i} ({happened}): {before} became {story.Controller.Rate}, {story.Controller.State}");
            }
        }
    }
}
