using System.Text.RegularExpressions;
using Mongoose.Client.Viewers;
using Mongoose.Core.Channels;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>The figures on the console and in OpenSim's statistics are correct.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class ModuleFiguresTests : FiguresFixture
{
    private static readonly string[] Commands =
        ["show status", "show circuits", "show channels", "show path", "show config", "enable", "disable", "reset stats"];

    [Test]
    public void The_status_names_one_state_and_each_version_once()
    {
        string on = Status();
        Grid.Console.Ask("mongoose disable");
        string disabled = Status();
        TestContext.Out.WriteLine($"{on}\n{disabled}");
        Assert.That(on, Does.Contain(": on, order sparse, lending on"));
        Assert.That(disabled, Does.Contain(": disabled on the console; using stock throttles").And.Not.Contain(": on"));
        foreach (string line in (string[])[on, disabled])
            Assert.That(Regex.Count(line, @"\d+\.\d+\.\d+"), Is.EqualTo(2), "Mongoose's version and OpenSimulator's");
        Assert.That(Grid.Log(), Has.Some.Contains("[MONGOOSE]: disabled on the console"));
    }

    [Test]
    public void A_reset_sets_every_counter_to_zero()
    {
        LinkOptions lossy = new() { Loss = new BernoulliLoss(0.05), Seed = 5 };
        GridVisit visit = Visit(Textures(1.5) with { TexturesOutstanding = 2 }, toClient: lossy);
        Assert.That(() => CircuitRow.Find(Grid, visit)?.Resent, Is.GreaterThan(20).After(PatienceMs, 200));
        GridVisit lossless = Visit(new ViewerOptions { Throttle = Circuit(0.3) });
        Loop.Invoke(() => lossless.Viewer.SetThrottle(new byte[AgentThrottle.PayloadBytes - 1]));
        Assert.That(() => Statistic("BadThrottles"), Is.EqualTo(1).After(PatienceMs, 200));
        Assert.That(() => Statistic("BadThrottles"), Is.EqualTo(1).After(4000), "OpenSim acks it, so the viewer does not repeat it");
        // Without load, the result does not depend on the times of the reset and of reading the figures.
        Loop.Invoke(() => visit.Viewer.PauseTextures(true));
        Assert.That(() => CircuitRow.Find(Grid, visit)?.UnackedKilobytes, Is.Zero.After(PatienceMs, 200));
        long resent = CircuitRow.Find(Grid, visit)!.Resent;
        double own = Statistic("OwnBytes");

        Grid.Console.Ask("mongoose reset stats");
        Assert.That(CircuitRow.Find(Grid, visit)!.Resent, Is.LessThan(resent / 2));
        Assert.That(Statistic("OwnBytes"), Is.LessThan(own / 2));
        Assert.That((Statistic("BadThrottles"), Statistic("Failures")), Is.EqualTo((0.0, 0.0)));
    }

    [Test]
    public void The_regions_bytes_do_not_fall_when_a_circuit_closes()
    {
        GridVisit visit = Busy();
        Thread.Sleep(1000);
        double own = Statistic("OwnBytes"), borrowed = Statistic("BorrowedBytes"), sent = Sent();
        Assert.That((own, borrowed), Is.GreaterThan((0.0, 0.0)));
        visit.Dispose();
        Assert.That(() => Statistic("Circuits"), Is.Zero.After(PatienceMs, 200));
        Assert.That(Statistic("OwnBytes"), Is.GreaterThanOrEqualTo(own));
        Assert.That(Statistic("BorrowedBytes"), Is.GreaterThanOrEqualTo(borrowed));
        Assert.That(Sent(), Is.GreaterThanOrEqualTo(sent));
    }

    [TestCase("mongoose")]
    [TestCase("mongoose show")]
    [TestCase("mongoose reset")]
    [TestCase("mongoose fly")]
    [TestCase("help mongoose")]
    [TestCase("help Mongoose")]
    public void An_unknown_or_incomplete_command_lists_the_commands(string command)
    {
        string[] answer = Answer(command);
        Assert.That(answer, Has.None.Contains("Invalid command"));
        foreach (string known in Commands)
            Assert.That(answer, Has.Some.StartsWith($"mongoose {known}"), string.Join('\n', answer));
    }

    [Test]
    public async Task Statistics_are_served_as_JSON_at_the_documented_address()
    {
        using HttpClient http = new();
        string answer = await http.GetStringAsync(new Uri($"http://127.0.0.1:{Grid.Port}/ManagedStats/all?cat=mongoose&stat=Shaping"));
        Assert.That(Regex.Replace(answer, @"\s", ""), Does.Contain("\"mongoose\":{\"Testbed\":{\"Shaping\":").And.Contain("1"));
    }

    /// <summary>The answer to a command, without the console's prompt and echo.</summary>
    private string[] Answer(string command) => Grid.Console.Ask(command).SkipWhile(line => line != command).Skip(1).ToArray();

    private string Status() => Answer("mongoose show status").First(line => line.StartsWith("Mongoose", StringComparison.Ordinal));
}
