using Mongoose.Client.Bots;
using Mongoose.Client.Commands;
using Mongoose.Client.Requests;
using Mongoose.Client.Results;
using Mongoose.Core.Units;
using Mongoose.Runtime.Terminals;
using Mongoose.Tests.Client.Bots;

namespace Mongoose.Tests.Client.Commands;

/// <summary>Text for users.</summary>
public sealed class BotTextTests
{
    [TestCase("welcome\u001B[2J", "welcome\\u001B[2J")]
    [TestCase("a\u009Bb\nc\r\t", "a\\u009Bb\\u000Ac\\u000D\\u0009")]
    [TestCase("safe\u202Efdp\u2066\u200F\u2028", "safe\\u202Efdp\\u2066\\u200F\\u2028")]
    [TestCase("tag\U000E0001s", "tag\\uDB40\\uDC01s")]
    [TestCase("Grüße, 世界 😀", "Grüße, 世界 😀")]
    public void Characters_that_control_a_terminal_are_shown_by_their_code_points(string text, string shown) =>
        Assert.That(TerminalText.Escape(text), Is.EqualTo(shown));

    [Test]
    public void Equal_failures_are_printed_as_a_line_and_a_count()
    {
        List<string> lines = [];
        FailureLines failures = new(lines.Add);
        for (int i = 0; i < 60; i++)
            failures.Add($"Test Bot{i}", "loginRefused: key: The region is full");
        failures.Add("Test Bot60", "loginTimeout: no\nanswer");
        Assert.That(lines,
            Is.EqualTo(new[] { "Test Bot0: loginRefused: key: The region is full", "Test Bot60: loginTimeout: no\\u000Aanswer" }));
        failures.End();
        Assert.That(lines.Skip(2), Is.EqualTo(new[] { "and 59 more: loginRefused: key: The region is full" }));
    }

    [Test]
    public void Failures_that_differ_only_in_a_bots_own_address_are_one_kind_per_host()
    {
        List<string> lines = [];
        FailureLines failures = new(lines.Add);
        for (int i = 0; i < 3; i++)
            failures.Add($"Test Bot{i}", $"regionSilent: the region's seed capability http://127.0.0.1:9000/CAPS/{i}/ does not answer: no");
        failures.Add("Test Bot3", "regionSilent: the region's seed capability http://127.0.0.1:9001/CAPS/3/ does not answer: no");
        failures.End();
        Assert.That(lines, Is.EqualTo(new[]
        {
            "Test Bot0: regionSilent: the region's seed capability http://127.0.0.1:9000/CAPS/0/ does not answer: no",
            "Test Bot3: regionSilent: the region's seed capability http://127.0.0.1:9001/CAPS/3/ does not answer: no",
            "and 2 more: regionSilent: the region's seed capability http://127.0.0.1:9000/... does not answer: no",
        }));
    }

    [Test]
    public void Missing_measurements_are_reported_in_words_and_fail_a_threshold_with_a_reason()
    {
        SimulatedGrid grid = new();
        BotRequest request = SimulatedGrid.Options();
        BotRun run = grid.Run(request, 0.4);
        run.Leave();
        grid.Pass(3);
        BotRunResult result = BotRunResult.Of(run, request, grid.Engine, [BotMetrics.Table.Parse("received_kbps<100000")],
            Duration.FromSeconds(3), interrupted: true);
        StringWriter text = new();
        SummaryText.Write(text, result);
        Assert.That(text.ToString(), Does.Contain("1 of 1 arrived").And.Contain("not measured: no bot was in a region for a whole second")
            .And.Contain("received_kbps<100000: FAILED, not measured").And.Not.Contain("NaN"));
    }

    [Test]
    public void A_region_that_moves_no_avatar_causes_a_warning()
    {
        SimulatedGrid grid = new();
        BotRequest request = SimulatedGrid.Options();
        BotRunResult result =
            BotRunResult.Of(grid.Run(request, 15), request, grid.Engine, [], Duration.FromSeconds(15), interrupted: false);
        StringWriter text = new();
        SummaryText.Write(text, result with { Summary = result.Summary with { StalledBots = 1 } });
        Assert.That(text.ToString(), Does.Contain("1 bots stood for 10 s or longer: the region did not send their positions"));
    }

    [TestCase("-password|secret|-n|2", "mongoose-bot -password *** -n 2")]
    [TestCase("--password=secret|-lastname|A B", "mongoose-bot '--password=***' -lastname 'A B'")]
    [TestCase("-password:secret|--fail-if|p95_rtt_ms>300", "mongoose-bot '-password:***' --fail-if 'p95_rtt_ms>300'")]
    public void A_command_is_recorded_without_its_password(string arguments, string text) =>
        Assert.That(BotCommand.Recorded.From(arguments.Split('|')), Is.EqualTo(text));
}
