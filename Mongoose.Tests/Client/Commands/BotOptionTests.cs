namespace Mongoose.Tests.Client.Commands;

/// <summary>Valid and invalid options and INI keys. No test here connects to a grid.</summary>
public sealed class BotOptionTests
{
    private static readonly string[] Account = HttpGrid.Account(new Uri("http://127.0.0.1:1/"));

    private static BotOutcome DryRun(params string[] arguments) => BotOutcome.Of([.. BotOutcome.With(Account, arguments), "--dry-run"]);

    [Test]
    public void pCampBots_options_are_understood()
    {
        BotOutcome outcome = BotOutcome.Of("-loginuri", "http://127.0.0.1:9000/", "-firstname", "Ima", "-lastname", "Bot", "-password", "x",
            "-botcount", "3", "-from", "10", "-start", "home", "--dry-run");
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Good), outcome.Errors);
        Assert.That(outcome.Output, Does.Contain("3 bots, Ima Bot10 to Bot12, to http://127.0.0.1:9000/"));
    }

    [Test]
    public void pCampBots_short_options_are_understood_too()
    {
        BotOutcome outcome = BotOutcome.Of("-l", "http://127.0.0.1:9000/", "-firstname", "Ima", "-lastname", "Bot", "-password", "x",
            "-n", "2", "-f", "3", "-s", "home", "-c", "-wear", "clothes", "-b", "t", "--dry-run");
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Good), outcome.Errors);
        Assert.That(outcome.Output, Does.Contain("2 bots, Ima Bot3 to Bot4").And.Contain("activity teleport"));
        Assert.That(outcome.Errors,
            Does.StartWith($"mongoose-bot: -wear clothes is ignored: bots have no appearance{Environment.NewLine}"));
    }

    [TestCase("-botcount 3 -from 7", "accounts as with pCampBot: Ima Bot7 to Bot9; for Bot_7 instead, write -lastname \"Bot_{n}\"")]
    [TestCase("-botcount 1 -from 7", "accounts as with pCampBot: Ima Bot; for Bot_7 instead, write -lastname \"Bot_{n}\"")]
    public void A_last_name_without_the_numbers_place_is_followed_by_pCampBots_numbers_and_a_line_says_how_to_change_that(
        string arguments, string note)
    {
        string[] names = ["-loginuri", "http://127.0.0.1:9000/", "-firstname", "Ima", "-lastname", "Bot", "-password", "x",
            .. arguments.Split(' '), "--dry-run"];
        Assert.That(BotOutcome.Of(names).Errors.TrimEnd(), Is.EqualTo($"mongoose-bot: {note}"));
        Assert.That(BotOutcome.Of([.. names, "--quiet"]).Errors, Is.Empty);
        Assert.That(BotOutcome.Of(BotOutcome.With(names[..^1], ["-lastname", "Bot_{n}", "--dry-run"])).Errors, Is.Empty);
    }

    [TestCase("-behaviours p", "walk")]
    [TestCase("-b n", "stand")]
    [TestCase("-b p,t,n", "mixed")]
    [TestCase("-b p,p", "walk")]
    public void pCampBots_behaviours_are_activities(string arguments, string activity) =>
        Assert.That(DryRun([.. arguments.Split(' '), "-connect", "-wear", "no"]),
            Has.Property("Errors").EqualTo("").And.Property("Output").Contains($"activity {activity},"));

    [TestCase("-b g", "-behaviours g: allowed are p (walk), n (stand), t (teleport)")]
    [TestCase("--botcount 0", "--botcount 0: allowed are 1 to 1000")]
    [TestCase("--botcount two", "--botcount two: allowed are 1 to 1000")]
    [TestCase("--controller cubic", "--controller cubic: allowed are windowTracking, ")]
    [TestCase("--engine telnet", "--engine telnet: allowed are builtin, libremetaverse")]
    [TestCase("--activity dance", "--activity dance: allowed are stand, walk, fly, teleport, textures, mixed")]
    [TestCase("--seconds 0.5", "--seconds 0.5: allowed are 1 to 604800 s")]
    [TestCase("--botcount 1000 --seconds 604800 --login-delay 0",
        "--botcount 1000 --seconds 604800: 604800 s including the logins; allowed are 3600 s for 1000 bots in a process, "
            + "3600000 bot-seconds in total")]
    [TestCase("--botcount 1000 --seconds 3600 --login-delay 1",
        "--botcount 1000 --seconds 3600: 3600.999 s including the logins; allowed are 3600 s")]
    [TestCase("--botcount 1001", "--botcount 1001: allowed are 1 to 1000 for each shard, and this is shard 0/1")]
    [TestCase("--botcount 4001 --shard 1/4", "--botcount 4001: allowed are 1 to 1000 for each shard, and this is shard 1/4")]
    [TestCase("--botcount 3 --shard 0/4", "--shard 0/4: allowed are at most as many shards as bots, and --botcount is 3")]
    [TestCase("--shard 4/4", "--shard 4/4: allowed are i/n with i from 0 to n - 1 and n from 1 to 1000, such as 0/4")]
    [TestCase("--shard first", "--shard first: allowed are i/n")]
    [TestCase("--start-at noon", "--start-at noon: allowed are times such as 2030-01-31T14:00:00Z")]
    [TestCase("--start-at 2001-01-01T00:00:00Z", "--start-at 2001-01-01T00:00:00Z: it is ")]
    [TestCase("--max-rate NaN", "--max-rate NaN: allowed are 8 to 1000000 kbit/s")]
    [TestCase("--min-rate 900 --max-rate 800", "--min-rate 900: the maximum rate (MaxRateKbps, --max-rate) must not be below the minimum")]
    [TestCase("--fair-segment 10", "--fair-segment 10: allowed are 0, or 64 to 65535")]
    [TestCase("-loginuri grid:9000", "--loginuri grid:9000: allowed are addresses that begin with http:// or https://")]
    [TestCase("--teleport-to here", "--teleport-to here: allowed are a region's map coordinates, two whole numbers")]
    [TestCase("--fail-if ping>3", "--fail-if 'ping>3': no metric ping")]
    [TestCase("--textures /no/such/file", "--textures /no/such/file")]
    [TestCase("--ini /no/such/file", "--ini /no/such/file")]
    [TestCase("--csv /proc/x", "/proc/x")]
    [TestCase("--json /no/such/directory/x.json", "/no/such/directory")]
    [TestCase("--walk", "--walk")]
    public void An_invalid_option_is_reported_with_what_is_allowed(string arguments, string message)
    {
        BotOutcome outcome = DryRun(arguments.Split(' '));
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Usage));
        Assert.That(outcome.Errors, Does.StartWith("mongoose-bot: ").And.Contain(message));
        Assert.That(outcome.Output, Is.Empty);
    }

    [TestCase("-botcount 1000 --seconds 3600 --login-delay 0")]
    [TestCase("-botcount 5 --seconds 604800")]
    [TestCase("-botcount 4000 --seconds 3600 --login-delay 0 --shard 3/4")]
    public void A_thousand_bots_for_an_hour_are_allowed_and_a_few_for_a_week(string arguments) =>
        Assert.That(DryRun(arguments.Split(' ')).Code, Is.EqualTo(ExitCode.Good));

    [TestCase("-loginuri")]
    [TestCase("-firstname")]
    [TestCase("-lastname")]
    [TestCase("-password")]
    public void A_missing_option_that_every_login_needs_is_reported(string option)
    {
        int at = Array.IndexOf(Account, option);
        BotOutcome outcome = BotOutcome.Of([.. Account[..at], .. Account[(at + 2)..]]);
        Assert.That((outcome.Code, outcome.Errors.Split('\n')[0]), Is.EqualTo((ExitCode.Usage, $"mongoose-bot: -{option} is missing")));
    }

    [Test]
    public void Without_LibreMetaverse_its_engine_explains_in_one_line_how_to_get_it()
    {
        BotOutcome outcome = DryRun("--engine", "libremetaverse", "--libremetaverse", "/no/such/directory");
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Usage));
        Assert.That(outcome.Errors.TrimEnd().Split('\n'), Has.Length.EqualTo(1));
        Assert.That(outcome.Errors, Does.Contain("/no/such/directory").And.Contain("MONGOOSE_LIBREMETAVERSE_DIR")
            .And.Contain("--libremetaverse"));
    }

    [TestCase("--version")]
    [TestCase("--help")]
    public void Version_and_help_are_printed(string option)
    {
        BotOutcome outcome = BotOutcome.Of(option);
        Assert.That((outcome.Code, outcome.Errors), Is.EqualTo((ExitCode.Good, "")));
        Assert.That(outcome.Output, Is.Not.Empty);
    }

    [Test]
    public void Help_has_examples_and_exit_codes() =>
        Assert.That(BotOutcome.Of("--help").Output, Does.Contain("-botcount 10").And.Contain("Exit codes: 0 success")
            .And.Contain("--fail-if"));
}
