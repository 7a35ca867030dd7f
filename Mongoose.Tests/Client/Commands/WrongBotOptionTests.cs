using Mongoose.Client.Commands;

namespace Mongoose.Tests.Client.Commands;

/// <summary>Typical errors on the command line of mongoose-bot, and the suggestion in the message.</summary>
public sealed class WrongBotOptionTests
{
    private static readonly string[] Account = HttpGrid.Account(new Uri("http://127.0.0.1:1/"));

    [TestCase("--max-rate", "1.5M", "--max-rate 1.5M: allowed are 8 to 1000000 kbit/s; write 1500, without a unit (it is kbit/s)")]
    [TestCase("--max-rate", "1500 kbit/s", "--max-rate 1500 kbit/s: allowed are 8 to 1000000 kbit/s; write 1500, "
        + "without a unit (it is kbit/s)")]
    [TestCase("--max-rate", "1500,5", "--max-rate 1500,5: allowed are 8 to 1000000 kbit/s; write 1500.5, with a decimal point")]
    [TestCase("--rate", "4", "--rate 4: allowed are 0, or 8 to 1000000 kbit/s")]
    [TestCase("--login-delay", "200ms", "--login-delay 200ms: allowed are 0 to 60000 ms; write 200, without a unit (it is ms)")]
    [TestCase("--login-delay", "1s", "--login-delay 1s: allowed are 0 to 60000 ms; write 1000, without a unit (it is ms)")]
    [TestCase("--seconds", "5min", "--seconds 5min: allowed are 1 to 604800 s; write 300, without a unit (it is s)")]
    [TestCase("--seconds", "1h", "--seconds 1h: allowed are 1 to 604800 s; write 3600, without a unit (it is s)")]
    [TestCase("--controller", "window-tracking", "; did you mean windowTracking?")]
    [TestCase("--activity", "walking", "--activity walking: allowed are stand, walk, fly, teleport, textures, mixed; did you mean walk?")]
    [TestCase("--engine", "libomv", "--engine libomv: allowed are builtin, libremetaverse")]
    [TestCase("--botcount", "1.5", "--botcount 1.5: allowed are 1 to 1000000, whole numbers; write 1 or 2")]
    [TestCase("--botcount", "ten", "--botcount ten: allowed are 1 to 1000000, whole numbers")]
    [TestCase("--fair-segment", "1 kB", "--fair-segment 1 kB: allowed are 0, or 64 to 65535 bytes, whole numbers; write 1000, "
        + "without a unit (it is bytes)")]
    public void The_message_suggests_what_to_write_instead(string option, string value, string message)
    {
        BotOutcome outcome = BotOutcome.Of([.. BotOutcome.With(Account, [option, value]), "--dry-run"]);
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Usage));
        Assert.That(outcome.Errors, Does.Contain(message));
    }

    [Test]
    public void All_problems_are_reported_together() => Assert.That(
        BotOutcome.Of([.. BotOutcome.With(Account, ["--seconds", "0", "--seed", "x"]), "--dry-run"]).Errors,
        Does.Contain("--seconds 0: allowed").And.Contain("--seed x: allowed"));

    [Test]
    public void Problems_of_behaviours_thresholds_and_textures_are_reported_together_too() => Assert.That(
        BotOutcome.Of([.. BotOutcome.With(Account,
            ["--behaviours", "x", "--fail-if", "rtt", "--textures", "/nonexistent/ids", "--seed", "x"]), "--dry-run"]).Errors,
        Does.Contain("--seed x: allowed").And.Contain("-behaviours x: allowed are p").And.Contain("--fail-if ")
            .And.Contain("--textures /nonexistent/ids: "));

    [Test]
    public void Behaviours_and_activity_together_are_refused()
    {
        BotOutcome outcome = BotOutcome.Of([.. Account, "-b", "p", "--activity", "fly", "--dry-run"]);
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Usage));
        Assert.That(outcome.Errors, Does.Contain("--behaviours and --activity exclude each other"));
    }

    [Test]
    public void An_option_for_a_path_is_refused_if_the_path_is_missing()
    {
        (string Arguments, int Code, string Error)[] answers =
            PathOptions.WithoutPaths(BotCommand.Program, () => BotCommand.Create([])).ToArray();
        Assert.That(answers.Select(answer => answer.Arguments),
            Is.SupersetOf(new[] { "--json", "--csv", "--ini", "merge --report", "accounts --output" }));
        Assert.That(answers, Has.All.Matches<(string, int Code, string Error)>(answer =>
            answer.Code == ExitCode.Usage && answer.Error.Contains(" is missing before --x (", StringComparison.Ordinal)));
    }
}
