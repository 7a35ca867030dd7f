using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using Mongoose.Client.Bots;
using Mongoose.Client.Results;
using Mongoose.Core.RateControl;
using Mongoose.Mixer.Nodes;
using Mongoose.Runtime.Time;
using Mongoose.Testbed.Janus;
using Mongoose.Testbed.Region.Options;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Client.Commands;

/// <summary>The whole program against a grid on loopback: real HTTP, real UDP, the host's clock.</summary>
public sealed class BotRunCommandTests : IDisposable
{
    private readonly TemporaryDirectory _directory = new();

    public void Dispose() => _directory.Dispose();

    private string At(string name) => Path.Combine(_directory.Path, name);

    private BotRunResult Result() => BotJson.Parse(File.ReadAllText(At("bots.json")));

    [Test]
    public void A_run_writes_every_bots_figures_for_every_second()
    {
        using HttpGrid grid = new(new RegionOptions { Prims = 10 });
        BotOutcome outcome = grid.Run("-botcount", "3", "--seconds", "3", "--activity", "textures", "--seed", "9",
            "--textures", TextureFile(), "--json", At("bots.json"), "--csv", At("csv"), "--login-delay", "10");
        Assert.That((outcome.Code, outcome.Errors), Is.EqualTo((ExitCode.Good, "")));
        Assert.That(outcome.Output, Does.Contain("3 of 3 arrived, 0 failed"));

        BotRunResult result = Result();
        Assert.That((result.Request.Engine, result.Request.Activity, result.Request.Seed, result.Interrupted),
            Is.EqualTo(("builtin", "textures", 9, false)));
        Assert.That((result.Request.Accounts.Count, result.Request.Accounts.From), Is.EqualTo((3, 0)));
        Assert.That((result.Request.Length.Seconds, result.Request.LoginDelay.Milliseconds), Is.EqualTo((3.0, 10.0)));
        Assert.That(result.StartedAt.Offset, Is.EqualTo(TimeSpan.Zero));
        Assert.That(result.Command, Does.StartWith("mongoose-bot -loginuri http").And.Contain("-password ***")
            .And.Not.Contain(HttpGrid.Password));
        Assert.That(result.Bots.Select(bot => (bot.Name, bot.State)),
            Is.EqualTo(Enumerable.Range(0, 3).Select(i => ($"Test Bot{i}", BotState.Left))));
        foreach (BotResult bot in result.Bots)
        {
            Assert.That(bot.Seconds!.Second, Is.Not.Empty);
            Assert.That(bot.Seconds!.Bytes.Values.Append(bot.Seconds!.RequestedKbps).Append(bot.Seconds!.WindowBytes)
                .Select(column => column.Length),
                Is.All.EqualTo(bot.Seconds!.Second.Length));
            Assert.That(bot.Textures, Is.Positive);
            Assert.That(bot.P50RttMs, Is.Positive);
        }
        Assert.That(File.ReadAllLines(At("csv/bots.csv")), Has.Length.EqualTo(4));
        Assert.That(File.ReadAllLines(At("csv/seconds.csv")), Has.Length.EqualTo(1 + result.Bots.Sum(bot => bot.Seconds!.Second.Length)));
    }

    [TestCase(0)]
    [TestCase(3600)]
    [TestCase(-3600)]
    public void A_result_says_how_far_the_clock_of_the_grid_is_ahead(int seconds)
    {
        using HttpGrid grid = new() { ClockAhead = TimeSpan.FromSeconds(seconds) };
        Assert.That(grid.Run("--seconds", "1", "--json", At("bots.json")).Code, Is.EqualTo(ExitCode.Good));
        Assert.That(Result().GridClockAheadS, Is.EqualTo(seconds).Within(60), "a busy host may read its clock late");
    }

    [Test]
    public void Standard_output_contains_only_the_result()
    {
        using HttpGrid grid = new();
        BotOutcome outcome = grid.Run("--seconds", "1", "--json", "-");
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Good), outcome.Errors);
        Assert.That(BotJson.Parse(outcome.Output).Bots, Has.Count.EqualTo(1));
        Assert.That(outcome.Errors, Does.Contain("1 of 1 arrived"));
    }

    [Test]
    public void The_positions_of_the_avatars_go_to_the_control_port_of_a_mixer()
    {
        using HttpGrid grid = new();
        ConcurrentDictionary<string, SpatialUpdate> heard = [];
        using RealTimeLoop loop = new("control");
        int port = FreeUdpPorts.Take();
        ControlPort control =
            loop.Invoke(() => new ControlPort(loop, loop, port, (in SpatialUpdate update) => heard[update.Name] = update));
        BotOutcome outcome = grid.Run("-botcount", "2", "--seconds", "2", "--login-delay", "10", "--voice-port", $"{port}");
        long wrong = loop.Invoke(() => control.WrongLines);
        loop.Invoke(control.Dispose);
        Assert.That((outcome.Code, outcome.Errors, wrong), Is.EqualTo((ExitCode.Good, "", 0L)));
        Assert.That(heard.Keys, Is.EquivalentTo(new[] { "Test Bot0", "Test Bot1" }));
        Assert.That(heard["Test Bot0"].Speaker!.Value.X, Is.InRange(256_000, 256_256), "metres from the corner of the grid");
    }

    [Test]
    public void Quiet_prints_only_failures()
    {
        using HttpGrid grid = new();
        Assert.That(grid.Run("--seconds", "1", "--quiet"), Is.EqualTo(new BotOutcome(ExitCode.Good, "", "")));
        BotOutcome wrong = grid.Run("--seconds", "1", "--quiet", "-password", "wrong", "--login-retries", "0");
        Assert.That(wrong, Is.EqualTo(new BotOutcome(ExitCode.Grid, "",
            $"Test Bot0: wrongPassword: key: Could not authenticate your avatar.{Environment.NewLine}")));
    }

    [Test]
    public void A_crossed_threshold_has_its_own_exit_code()
    {
        using HttpGrid grid = new();
        BotOutcome outcome =
            grid.Run("--seconds", "2", "--json", At("bots.json"), "--fail-if", "received_kbps<1000000", "--fail-if", "failed_bots>0");
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Threshold));
        Assert.That(outcome.Output, Does.Contain("received_kbps<1000000").And.Contain("FAILED").And.Contain("failed_bots>0: 0, good"));
        Assert.That(Result().Thresholds.Select(threshold => threshold.Crossed), Is.EqualTo(new[] { true, false }));
    }

    [Test]
    public void A_grid_where_nothing_listens_is_reported()
    {
        using TcpListener once = new(IPAddress.Loopback, 0);
        once.Start();
        int port = ((IPEndPoint)once.LocalEndpoint).Port;
        once.Stop();
        BotOutcome outcome = BotOutcome.Of(
            [.. HttpGrid.Account(new Uri($"http://127.0.0.1:{port}/")), "-botcount", "2", "--seconds", "1", "--login-retries", "0"]);
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Grid));
        Assert.That(outcome.Output, Does.Contain("Test Bot0: gridUnreachable").And.Contain("and 1 more: gridUnreachable")
            .And.Contain("0 of 2 arrived, 2 failed: 2 gridUnreachable"));
    }

    [TestCase("<html>It works!</html>", "badLoginReply: expected a methodResponse, found html")]
    [TestCase("<methodResponse><params>", "badLoginReply: the reply is not XML")]
    [TestCase("", "badLoginReply: the reply is not XML")]
    public void A_web_server_that_is_not_a_grid_is_reported(string reply, string message)
    {
        using HttpGrid grid = new() { Reply = reply };
        BotOutcome outcome = grid.Run("--seconds", "1");
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Grid));
        Assert.That(outcome.Output, Does.Contain(message));
    }

    [Test]
    public void A_region_that_does_not_answer_is_reported_after_its_timeout()
    {
        using HttpGrid grid = new();
        grid.CloseRegion();
        BotOutcome outcome = grid.Run("--seconds", "20", "--silence", "1", "--json", At("bots.json"));
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Grid));
        Assert.That(Result().Failures, Is.EqualTo(new Dictionary<string, int> { ["regionSilent"] = 1 }));
    }

    [Test]
    public void A_run_in_which_no_bot_arrives_fails_however_short_it_is()
    {
        using HttpGrid grid = new();
        grid.CloseRegion();
        BotOutcome outcome = grid.Run("--seconds", "1", "--silence", "2");
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Grid));
        Assert.That(outcome.Output, Does.Contain("Test Bot0: regionSilent: the region has not opened the circuit for 2 s")
            .And.Contain("0 of 1 arrived, 1 failed"));
    }

    [Test]
    public void A_region_that_reports_Mongoose_gets_window_tracking()
    {
        using HttpGrid grid = new()
        {
            Features = "<llsd><map><key>OpenSimExtras</key><map><key>mongoose</key>"
                + "<map><key>max_rate_kbps</key><real>700</real></map></map></map></llsd>",
        };
        Assert.That(grid.Run("--seconds", "1", "--controller", "auto", "--json", At("bots.json")).Code, Is.EqualTo(ExitCode.Good));
        Assert.That(Result().Bots[0].Controller, Is.EqualTo(WindowTrackingController.ControllerName));
    }

    [Test]
    [Slow("two hundred bots log in one after another")]
    public void Two_hundred_bots_arrive_over_real_sockets_in_one_process()
    {
        using HttpGrid grid = new();
        BotOutcome outcome =
            grid.Run("-botcount", "200", "--seconds", "3", "--login-delay", "5", "--json", At("bots.json"), "--activity", "mixed");
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Good), outcome.Output + outcome.Errors);
        Assert.That((Result().Summary.Arrived, grid.Logins), Is.EqualTo((200, 200)));
    }

    private string TextureFile()
    {
        File.WriteAllLines(At("textures.txt"), new RegionOptions().Textures.Ids.Select(id => id.ToString()));
        return At("textures.txt");
    }
}
