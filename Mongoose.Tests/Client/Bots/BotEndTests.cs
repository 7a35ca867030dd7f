using Mongoose.Client.Bots;
using Mongoose.Client.Login;
using Mongoose.Client.Requests;
using Mongoose.Client.Sessions;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Tests.Client.Bots;

/// <summary>How visits end: as planned, too early, or without any answer; and what does not end them.</summary>
public sealed class BotEndTests
{
    [Test]
    public void A_run_that_ends_before_the_region_has_opened_the_circuit_counts_as_a_silent_region()
    {
        SimulatedGrid grid = new();
        grid.Region.Dispose();
        Bot bot = grid.Run(SimulatedGrid.Options(seconds: 5) with { ArrivalTimeout = Duration.FromSeconds(5) }, 12).Bots[0];
        Assert.That((bot.State, bot.Failure), Is.EqualTo((BotState.Failed, BotFailure.RegionSilent)));
        Assert.That(bot.Message, Does.StartWith("the run ended before the bot arrived"));
    }

    [Test]
    public void A_run_that_ends_before_the_login_service_has_answered_counts_as_a_login_timeout()
    {
        SimulatedGrid grid = new();
        grid.Client.AnswersLogins = false;
        List<string> messages = [];
        BotRequest options = SimulatedGrid.Options(seconds: 5) with { ArrivalTimeout = Duration.FromSeconds(5) };
        BotRun run = new(grid.Clock, grid.Engine, options) { BotFailed = bot => messages.Add(bot.Message) };
        run.Begin();
        grid.Pass(15);
        Assert.That((run.Bots[0].State, run.Bots[0].Failure), Is.EqualTo((BotState.Failed, BotFailure.LoginTimeout)));
        Assert.That(messages, Is.EqualTo(new[] { "the run ended before the bot arrived: the login had not finished" }));
    }

    [Test]
    public void A_bot_that_is_entering_another_region_at_the_planned_end_counts_as_arrived_and_leaves()
    {
        SimulatedGrid grid = new();
        BotRun run = grid.Run(SimulatedGrid.Options(seconds: 10), 9);
        RegionEvent finish = grid.Finish(grid.Region);
        grid.Region.Dispose();
        grid.Client.Raise(finish);
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
    public void A_bot_whose_logout_is_not_confirmed_is_cut_off_and_has_failed()
    {
        SimulatedScheduler clock = new();
        StandInEngine engine = new();
        bool ended = false;
        BotRun run =
            new(clock, engine, SimulatedGrid.Options(2) with { ArrivalTimeout = Duration.FromSeconds(1) }) { Ended = () => ended = true };
        run.Begin();
        clock.RunUntil(run.Began);
        engine.Arrive(0);
        clock.RunFor(Duration.FromSeconds(12));
        Assert.That(run.IsOver, Is.False);
        run.CutOff("the bot did not log out in time");
        Assert.That(run.Bots.Select(bot => (bot.State, bot.Failure)),
            Is.EqualTo(new[] { (BotState.Failed, BotFailure.EngineFailed), (BotState.Failed, BotFailure.LoginTimeout) }),
            "the first cause counts");
        Assert.That(ended);
    }

    [TestCase(1.5)]
    [TestCase(20)]
    [TestCase(200)]
    public void A_stalled_host_ends_no_visit_whose_datagrams_wait_in_the_sockets(double seconds)
    {
        StallingScheduler clock = new();
        StandInEngine engine = new();
        Bot bot = InRegion(clock, engine, silenceSeconds: 1);
        Hear(5);
        clock.StandStill(Duration.FromSeconds(seconds));
        Assert.That(bot.State, Is.EqualTo(BotState.InRegion), "no socket has been read yet");
        Hear(5);
        Assert.That((bot.State, bot.Samples.Count), Is.EqualTo((BotState.InRegion, (int)(10 + seconds))),
            "each second still has its sample");

        void Hear(int heard)
        {
            for (int i = 0; i < 2 * heard; i++)
            {
                engine.Figures[0].Received(100, clock.Now);
                clock.Pass(Duration.FromSeconds(0.5));
            }
        }
    }

    [Test]
    public void After_a_host_stall_a_region_that_has_closed_is_still_detected()
    {
        StallingScheduler clock = new();
        Bot bot = InRegion(clock, new StandInEngine(), silenceSeconds: 15);
        clock.StandStill(Duration.FromSeconds(60));
        for (int seconds = 0; seconds < 16; seconds++)
            clock.Pass(Duration.FromSeconds(1));
        Assert.That((bot.State, bot.Failure), Is.EqualTo((BotState.Failed, BotFailure.ServerSilent)));
    }

    /// <summary>A bot of a long run that has just arrived.</summary>
    private static Bot InRegion(StallingScheduler clock, StandInEngine engine, double silenceSeconds)
    {
        BotRun run = new(clock, engine, SimulatedGrid.Options(seconds: 3600) with
        {
            Silence = Duration.FromSeconds(silenceSeconds),
        });
        run.Begin();
        clock.Pass(Duration.Zero);
        engine.Arrive(0);
        return run.Bots[0];
    }
}
