using Mongoose.Client.Bots;
using Mongoose.Client.Login;
using Mongoose.Client.Sessions;
using Mongoose.Testbed.Time;

namespace Mongoose.Tests.Client.Bots;

/// <summary>How visits end: as planned, too early, or with nobody who answers.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class BotEndTests
{
    [Test]
    public void A_run_that_ends_before_the_region_has_opened_the_circuit_is_a_silent_region()
    {
        SimulatedGrid grid = new();
        grid.Region.Dispose();
        Bot bot = grid.Run(SimulatedGrid.Options(seconds: 10), 15).Bots[0];
        Assert.That((bot.State, bot.Failure), Is.EqualTo((BotState.Failed, BotFailure.RegionSilent)));
        Assert.That(bot.Message, Does.StartWith("the run ended before it arrived"));
    }

    [Test]
    public void A_run_that_ends_before_the_login_service_has_answered_is_a_login_that_takes_too_long()
    {
        SimulatedGrid grid = new();
        grid.Door.AnswersLogins = false;
        List<string> told = [];
        BotRun run = new(grid.Clock, grid.Engine, SimulatedGrid.Options(seconds: 10)) { BotFailed = bot => told.Add(bot.Message) };
        run.Begin();
        grid.Pass(15);
        Assert.That((run.Bots[0].State, run.Bots[0].Failure), Is.EqualTo((BotState.Failed, BotFailure.LoginTimeout)));
        Assert.That(told, Is.EqualTo(new[] { "the run ended before it arrived: the login was not done" }));
    }

    [Test]
    public void A_bot_that_is_on_its_way_to_another_region_at_the_planned_end_has_arrived_and_leaves()
    {
        SimulatedGrid grid = new();
        BotRun run = grid.Run(SimulatedGrid.Options(seconds: 10), 9);
        RegionEvent finish = grid.Finish(grid.Region);
        grid.Region.Dispose();
        grid.Door.Tell(finish);
        Assert.That(run.Bots[0].State, Is.EqualTo(BotState.Entering));
        grid.Pass(5);
        Assert.That((run.Bots[0].State, run.Bots[0].Failure), Is.EqualTo((BotState.Left, BotFailure.None)));
    }

    [Test]
    public void A_bot_that_has_not_arrived_when_the_user_stops_the_run_has_not_failed()
    {
        SimulatedGrid grid = new();
        grid.Region.Dispose();
        BotRun run = grid.Run(SimulatedGrid.Options(seconds: 10), 5);
        run.Leave();
        grid.Pass(15);
        Assert.That((run.Bots[0].State, run.Bots[0].Failure), Is.EqualTo((BotState.Left, BotFailure.None)));
    }

    [Test]
    public void A_bot_that_does_not_get_to_log_out_is_cut_off_and_has_failed()
    {
        SimulatedScheduler clock = new();
        StandInEngine engine = new();
        bool ended = false;
        BotRun run = new(clock, engine, SimulatedGrid.Options(2)) { Ended = () => ended = true };
        run.Begin();
        clock.RunUntil(run.Began);
        engine.Arrive();
        clock.RunUntil(run.PlannedEnd);
        Assert.That(run.IsOver, Is.False);
        run.CutOff();
        Assert.That(run.Bots.Select(bot => (bot.State, bot.Failure)),
            Is.EqualTo(new[] { (BotState.Failed, BotFailure.EngineFailed), (BotState.Failed, BotFailure.LoginTimeout) }), "the first cause counts");
        Assert.That(ended);
    }
}
