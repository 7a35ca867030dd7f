using Mongoose.Client.Bots;
using Mongoose.Client.Login;
using Mongoose.Client.Sessions;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Client.Bots;

/// <summary>How bots log in: one after another, and again if a login fails for a reason that may be temporary.</summary>
internal sealed class LoginTests
{
    private static readonly LoginFailed Refused = new(LoginFailure.Refused, LoginFailed.Key, "Could not authenticate your avatar.");

    [TestCase(LoginFailure.Refused)]
    [TestCase(LoginFailure.Timeout)]
    [TestCase(LoginFailure.Unreachable)]
    public void A_login_that_fails_once_is_retried_and_the_bot_stays(LoginFailure cause)
    {
        SimulatedGrid grid = new();
        int logins = 0;
        grid.Login = request => ++logins <= 2 ? Refused with { Cause = cause } : grid.LogIn(request);
        BotRun run = grid.Run(SimulatedGrid.Options(), 5);
        Assert.That((run.Bots[0].State, run.Bots[0].LoginRetries), Is.EqualTo((BotState.InRegion, 2)));
        grid.Pass(12);
        Assert.That(grid.SummaryOf(run, 17).LoginRetries, Is.EqualTo(2));
    }

    [TestCase("Internal Error", "Error generating Login Response", BotFailure.LoginRefused)]
    [TestCase(LoginFailed.Key, "Error connecting to the desired location. Try connecting to another region.", BotFailure.LoginRefused)]
    [TestCase(LoginFailed.Key, "The inventory service is not responding.  Please notify your login region operator.",
        BotFailure.LoginRefused)]
    [TestCase(LoginFailed.Key, "Failed to verify user presence in the grid for Test Bot, access denied to region Testbed.",
        BotFailure.LoginRefused)]
    [TestCase(LoginFailed.Presence, "You appear to be already logged in. Please wait a a minute or two and retry.",
        BotFailure.AlreadyLoggedIn)]
    public void A_login_that_OpenSimulator_refuses_for_a_moment_is_retried_as_often_as_the_user_allows(string reason, string message,
        BotFailure failure)
    {
        LoginFailed refused = new(LoginFailure.Refused, reason, message);
        SimulatedGrid grid = new();
        int logins = 0;
        grid.Login = request => ++logins <= 2 ? refused : grid.LogIn(request);
        Bot bot = grid.Run(SimulatedGrid.Options(), 5).Bots[0];
        Assert.That((bot.State, bot.LoginRetries), Is.EqualTo((BotState.InRegion, 2)));

        SimulatedGrid impatient = new() { Login = _ => refused };
        Bot failed = impatient.Run(SimulatedGrid.Options() with { LoginRetries = 1 }, 5).Bots[0];
        Assert.That((failed.State, failed.Failure, failed.LoginRetries), Is.EqualTo((BotState.Failed, failure, 1)));
    }

    [Test]
    public void A_wrong_password_is_reported_after_three_logins_in_four_seconds()
    {
        SimulatedGrid grid = new();
        int logins = 0;
        grid.Login = _ =>
        {
            logins++;
            return Refused;
        };
        Bot bot = grid.Run(SimulatedGrid.Options(), 3.9).Bots[0];
        Assert.That(bot.State, Is.EqualTo(BotState.LoggingIn));
        grid.Pass(0.3);
        Assert.That((bot.State, bot.Failure, logins), Is.EqualTo((BotState.Failed, BotFailure.WrongPassword, 3)));
    }

    [TestCase(LoginFailed.Key, "The region is full")]
    [TestCase(LoginFailed.Key, "You are banned from the region.")]
    [TestCase(LoginFailed.Presence, "Logins are currently restricted. Please try again later.")]
    public void Permanent_failures_are_not_retried(string reason, string message)
    {
        SimulatedGrid grid = new();
        grid.Login = _ => new LoginFailed(LoginFailure.Refused, reason, message);
        Bot bot = grid.Run(SimulatedGrid.Options(), 0.5).Bots[0];
        Assert.That((bot.State, bot.LoginRetries), Is.EqualTo((BotState.Failed, 0)));
    }

    [Test]
    public void A_bot_that_leaves_between_two_logins_does_not_log_in_again()
    {
        SimulatedGrid grid = new();
        int logins = 0;
        grid.Login = _ =>
        {
            logins++;
            return Refused;
        };
        BotRun run = grid.Run(SimulatedGrid.Options(), 0.5);
        run.Leave();
        grid.Pass(10);
        Assert.That((run.Bots[0].State, run.Bots[0].Failure, logins), Is.EqualTo((BotState.Left, BotFailure.None, 1)));
    }

    [Test]
    public void A_bot_does_not_log_in_before_the_previous_bot_has_its_answer()
    {
        SimulatedGrid grid = new();
        grid.Client.Latency = Duration.FromSeconds(2);
        List<double> at = [];
        grid.Login = request =>
        {
            at.Add(grid.Clock.Now.Seconds);
            return grid.LogIn(request);
        };
        grid.Run(SimulatedGrid.Options(4) with { LoginDelay = Duration.FromSeconds(0.5) }, 20);
        Assert.That(at, Is.EqualTo(new[] { 2, 6, 10, 14 }).Within(1e-6), "the login service and the seed capability");
    }

    [Test]
    public void Bots_log_in_at_regular_intervals_however_fast_the_answers_are()
    {
        SimulatedGrid grid = new();
        List<double> at = [];
        grid.Login = request =>
        {
            at.Add((grid.Clock.Now - grid.Client.Latency).Seconds);
            return grid.LogIn(request);
        };
        grid.Run(SimulatedGrid.Options(4) with { LoginDelay = Duration.FromSeconds(0.5) }, 20);
        Assert.That(at, Is.EqualTo(new[] { 0, 0.5, 1, 1.5 }).Within(1e-6));
    }

    [Test]
    public void A_service_that_never_answers_delays_the_next_bot_by_five_seconds()
    {
        SimulatedGrid grid = new();
        grid.Client.AnswersLogins = false;
        BotRun run = grid.Run(SimulatedGrid.Options(3) with { LoginDelay = Duration.FromSeconds(1) }, 5.5);
        Assert.That(run.Bots.Select(bot => bot.State), Is.EqualTo(new[] { BotState.LoggingIn, BotState.LoggingIn, BotState.Waiting }));
    }

    [Test]
    public void The_seconds_of_a_run_count_from_the_last_arrival()
    {
        SimulatedGrid grid = new();
        grid.Client.Latency = Duration.FromSeconds(4);
        BotRun run = grid.Run(SimulatedGrid.Options(2, seconds: 3), 13.8);
        Instant last = run.Bots.Max(bot => bot.FirstArrival!.Value);
        Assert.That((last - run.Began).Seconds, Is.EqualTo(13).Within(0.1), "the second bot waits for 5 s, and for two answers");
        Assert.That(run.PlannedEnd, Is.EqualTo(last + Duration.FromSeconds(3)));
        grid.Pass(2);
        Assert.That(run.Bots.Select(bot => bot.State), Is.All.EqualTo(BotState.InRegion));
        grid.Pass(2);
        Assert.That(run.Bots.Select(bot => bot.State), Is.All.EqualTo(BotState.Left));
    }
}
