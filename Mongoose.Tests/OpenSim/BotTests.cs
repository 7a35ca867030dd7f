using System.Globalization;
using Mongoose.Client.Bots;
using Mongoose.Client.Results;
using Mongoose.Client.Sessions;
using Mongoose.Client.Sessions.Builtin;
using Mongoose.Client.Viewers;
using Mongoose.Core.RateControl;
using Mongoose.Testbed.OpenSim;
using Mongoose.Tests.Client.Commands;
using Mongoose.Tests.Measuring;
using Mongoose.Tests.Testbed;

namespace Mongoose.Tests.OpenSim;

/// <summary>mongoose-bot in a real OpenSim with Mongoose and two regions, with both engines.</summary>
public sealed class BotTests : ModuleFixture
{
    protected override int Prims => 50;

    protected override OpenSimOptions Options(OpenSimBin bin) => base.Options(bin) with { Neighbours = ["Neighbour"] };

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

    [TestCaseSource(typeof(Engines), nameof(Engines.Both))]
    public void Bots_teleport_to_the_other_region_and_back_repeatedly_and_keep_their_rate(string engine)
    {
        Engines.Require(engine);
        // A bot teleports every 8 to 15 s.
        BotRunResult result = Run(engine, ExitCode.Good, "-botcount", "2", "--activity", "teleport", "--teleport-to", "1001,1000",
            "--seconds", "50", "--max-rate", "3000");
        foreach (BotResult bot in result.Bots)
        {
            BotSeries seconds = bot.Seconds!;
            TestContext.Out.WriteLine($"{bot.Name}: teleports {string.Join(' ', seconds.Teleports)}");
            TestContext.Out.WriteLine($"requested {string.Join(' ', seconds.RequestedKbps)}");
            TestContext.Out.WriteLine($"received {string.Join(' ', seconds.ReceivedKbps)}");
            Assert.That((bot.State, bot.Failure, bot.FailedTeleports), Is.EqualTo((BotState.Left, BotFailure.None, 0L)), bot.Message);
            Assert.That(seconds.Teleports.Sum(), Is.InRange(3, bot.Teleports), "every teleport arrived; the last one possibly after the last full second");
            AssertNothingMissing(bot);
            int[] arrivals = Enumerable.Range(1, seconds.Second.Length - 2).Where(second => seconds.Teleports[second] > 0).ToArray();
            foreach (int second in arrivals)
            {
                // A region may reply late to a ping while an avatar arrives, and the rate is a window divided by the round trip. Therefore the next
                // seconds count as well.
                Assert.That(seconds.RequestedKbps.Skip(second).Take(3).Max(),
                    Is.GreaterThanOrEqualTo(0.9 * seconds.RequestedKbps[second - 1]), $"from second {second + 1}");
                Assert.That(seconds.ReceivedKbps[second] + seconds.ReceivedKbps[second + 1], Is.Positive, $"from second {second + 1}");
            }
        }
    }

    [TestCaseSource(typeof(Engines), nameof(Engines.Both)), Measured]
    public void In_a_region_that_announces_Mongoose_textures_arrive_at_the_rate_that_window_tracking_requests(string engine)
    {
        Engines.Require(engine);
        using TemporaryDirectory directory = new();
        string textures = Path.Combine(directory.Path, "textures.txt");
        File.WriteAllLines(textures, Textures().Select(id => id.ToString()));
        BotResult bot = Run(engine, ExitCode.Good, "--controller", "auto", "--activity", "textures",
            "--textures", textures, "--seconds", "12", "--max-rate", "3000").Bots[0];
        TestContext.Out.WriteLine($"requested {string.Join(' ', bot.Seconds!.RequestedKbps)}");
        TestContext.Out.WriteLine($"received {string.Join(' ', bot.Seconds.ReceivedKbps)}");
        Assert.That(bot.Controller, Is.EqualTo(WindowTrackingController.ControllerName));
        Assert.That(bot.Textures, Is.Positive);
        Assert.That(bot.Seconds.RequestedKbps.Max(), Is.EqualTo(3000).Within(1), "without losses on loopback the window grows to its limit");
        Assert.That(bot.Seconds.ReceivedKbps.Max(), Is.InRange(1500, 3300));
        AssertNothingMissing(bot);
    }

    [Test]
    public void A_wrong_password_is_reported_and_the_other_bot_stays()
    {
        const string engine = BuiltinEngine.EngineName;
        int right = NextUsers(2);
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
        Task<BotRunResult> running = Task.Run(() => Run(engine, ExitCode.Grid, "-from", $"{user}", "--seconds", "40"));
        Assert.That(() => Grid.Console.Ask("show users"), Has.Some.Contains(account.Id.ToString()).After(30_000, 200));
        // OpenSim lists a user before it can kick the user.
        Thread.Sleep(3000);
        Grid.Console.Send($"kick user {account.First} {account.Last} test");
        Assert.That(running.GetAwaiter().GetResult().Bots[0].Failure, Is.EqualTo(BotFailure.CircuitLost));
    }

    /// <summary>
    /// OpenSim's threads overtake each other between taking a sequence number and sending the packet, rarely by three packets or more.
    /// </summary>
    private static void AssertNothingMissing(BotResult bot) =>
        Assert.That(bot.PacketsLost - bot.PacketsReordered, Is.Zero, $"{bot.PacketsLost} counted as lost, of which {bot.PacketsReordered} arrived late");

    private BotRunResult Run(string engine, int code, params string[] arguments)
    {
        using TemporaryDirectory directory = new();
        string json = Path.Combine(directory.Path, "bots.json");
        string[] defaults = ["-loginuri", Grid.LoginUri.AbsoluteUri, "-firstname", "Viewer", "-lastname", "{n}", "-password", "password{n}",
            "-from", NextUsers(2).ToString(CultureInfo.InvariantCulture), "--engine", engine, "--json", json, "--login-delay", "1000"];
        BotOutcome outcome = BotOutcome.Of(BotOutcome.With(defaults, arguments));
        TestContext.Out.WriteLine(outcome.Output + outcome.Errors);
        Assert.That(outcome.Code, Is.EqualTo(code), outcome.Output + outcome.Errors);
        return BotJson.Parse(File.ReadAllText(json));
    }

    /// <summary>The number of the first of several accounts with consecutive numbers.</summary>
    private int NextUsers(int count)
    {
        int first = NextUser();
        for (int i = 1; i < count; i++)
        {
            if (NextUser() < first)
                return NextUsers(count);
        }
        return first;
    }
}
