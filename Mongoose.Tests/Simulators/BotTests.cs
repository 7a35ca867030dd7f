using Mongoose.Client.Bots;
using Mongoose.Client.Results;
using Mongoose.Client.Sessions;
using Mongoose.Client.Sessions.Builtin;
using Mongoose.Client.Viewers;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>mongoose-bot in two regions of a real OpenSim with Mongoose, with both engines.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class BotTests : TwoRegionsFixture
{
    [TestCaseSource(typeof(Engines), nameof(Engines.Both))]
    public void Bots_log_in_walk_and_others_see_them_move(string engine)
    {
        Engines.Require(engine);
        GridVisit observer = Visit(new ViewerOptions { Throttle = Circuit(1.5) });
        int moved = 0;
        Loop.Invoke(() => observer.Viewer.ObjectMoved = _ => moved++);
        BotRunResult result = Run(engine, ExitCode.Good, "-botcount", "2", "--activity", "walk", "--seconds", "8");
        Assert.That(result.Bots.Select(bot => bot.State), Is.All.EqualTo(BotState.Left));
        Assert.That(result.Bots.Select(bot => bot.PacketsReceived), Is.All.GreaterThan(50));
        Assert.That(result.Summary.P50RttMs, Is.InRange(0.001, 200));
        Assert.That(Loop.Invoke(() => moved), Is.GreaterThan(20), "terse updates of avatars");
    }

    [Test]
    public void A_wrong_password_is_reported_and_the_other_bot_stays()
    {
        const string engine = BuiltinEngine.EngineName;
        int right = new Bots(Grid, NextUser).NextUsers(2);
        // The password of the second bot does not match its number.
        BotRunResult result = Run(engine, ExitCode.Grid,
            "-from", $"{right}", "-botcount", "2", "-password", $"password{right}", "--seconds", "3");
        Assert.That(result.Bots.Select(bot => bot.Failure), Is.EqualTo(new[] { BotFailure.None, BotFailure.WrongPassword }),
            result.Bots[1].Message);
    }

    [TestCaseSource(typeof(Engines), nameof(Engines.Both))]
    public void A_bot_that_is_kicked_ends_and_reports_the_reason(string engine)
    {
        Engines.Require(engine);
        int user = NextUser();
        OpenSimUser account = Grid.User(user);
        Task<BotRunResult> running = Task.Run(() => Run(engine, ExitCode.Grid, "-from", $"{user}", "--seconds", "90"));
        Assert.That(() => Grid.Console.Ask("show users"), Has.Some.Contains(account.Id.ToString()).After(PatienceMs, 200));
        // OpenSim lists a user before it can kick the user.
        while (Task.WaitAny([running], TimeSpan.FromSeconds(1)) < 0)
            Grid.Console.Send($"kick user {account.First} {account.Last} test");
        Assert.That(running.GetAwaiter().GetResult().Bots[0].Failure, Is.EqualTo(BotFailure.CircuitLost));
    }

    private BotRunResult Run(string engine, int code, params string[] arguments) => new Bots(Grid, NextUser).Run(engine, code, arguments);
}
