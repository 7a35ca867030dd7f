using Mongoose.Client.Commands;
using Mongoose.Client.Requests;
using Mongoose.Core.Settings;
using Mongoose.Tests.Client.Bots;

namespace Mongoose.Tests.Client.Commands;

/// <summary>The script with which OpenSimulator's console creates the accounts of a run.</summary>
public sealed class AccountsCommandTests
{
    private static readonly string[] Account = ["-firstname", "Test", "-lastname", "Bot", "-password", "secret"];

    private static BotOutcome Accounts(params string[] arguments) => BotOutcome.Of(["accounts", .. BotOutcome.With(Account, arguments)]);

    /// <summary>The commands of a script as OpenSimulator takes them apart: it skips lines that begin with #.</summary>
    private static string[][] Commands(string script) => script.Split('\n', StringSplitOptions.RemoveEmptyEntries)
        .Where(line => !line.StartsWith('#'))
        .Select(line => line.Split('"')
            .SelectMany((part, i) => i % 2 == 1 ? [part] : part.Split(' ', StringSplitOptions.RemoveEmptyEntries)).ToArray()).ToArray();

    [TestCase("Bot", "secret", 1, 5)]
    [TestCase("Bot", "secret", 12, 0)]
    [TestCase("Bot_{n}", "p{n}!", 12, 95)]
    public void The_script_creates_the_accounts_with_which_a_run_of_the_same_options_logs_in(string lastName, string password,
        int count, int from)
    {
        SimulatedGrid grid = new();
        AccountOptions accounts = SimulatedGrid.Accounts(count, from) with { LastName = lastName, Password = password };
        grid.Run(SimulatedGrid.Options() with { Accounts = accounts }, 30);
        BotOutcome outcome = Accounts("-lastname", lastName, "-password", password, "-botcount", $"{count}", "-from", $"{from}");
        Assert.That((outcome.Code, outcome.Errors), Is.EqualTo((ExitCode.Good, "")));
        Assert.That(Commands(outcome.Output).Select(command => (command[2], command[3], command[4])),
            Is.EqualTo(grid.Logins.Select(login => (login.First, login.Last, login.Password))));
        Assert.That(grid.Logins, Has.Count.EqualTo(count));
    }

    [Test]
    public void Every_command_has_all_parameters_so_that_OpenSimulator_asks_for_none()
    {
        string[][] commands = Commands(Accounts("-botcount", "100").Output);
        Assert.That(commands, Has.Length.EqualTo(100));
        Assert.That(commands[99], Is.EqualTo(new[] { "create", "user", "Test", "Bot99", "secret", "", "", "" }),
            "email address, id and model are empty");
    }

    [Test]
    public void A_file_is_written_with_the_command_that_runs_it()
    {
        using TemporaryDirectory directory = new();
        string file = Path.Combine(directory.Path, "accounts.txt");
        BotOutcome outcome = Accounts("-botcount", "3", "--output", file);
        Assert.That((outcome.Code, outcome.Errors), Is.EqualTo((ExitCode.Good, "")));
        Assert.That(outcome.Output, Does.Contain("3, Test Bot0 to Bot2").And.Contain($"command-script \"{file}\"")
            .And.Not.Contain("secret"));
        Assert.That(Commands(File.ReadAllText(file)), Has.Length.EqualTo(3));
        Assert.That(Directory.GetFiles(directory.Path), Has.Length.EqualTo(1));
    }

    [Test]
    public void A_file_that_cannot_be_written_is_reported()
    {
        BotOutcome outcome = Accounts("--output", "/no/such/folder/accounts.txt");
        Assert.That((outcome.Code, outcome.Output), Is.EqualTo((ExitCode.Runtime, "")));
        Assert.That(outcome.Errors, Does.StartWith("mongoose-bot: cannot write /no/such/folder/accounts.txt: "));
    }

    [Test]
    public void The_INI_file_of_a_run_has_the_accounts_too()
    {
        using TemporaryDirectory directory = new();
        string ini = Path.Combine(directory.Path, "bots.ini");
        File.WriteAllText(ini, "[MongooseClient]\nLoginUri = http://127.0.0.1:1/\nActivity = walk\nfirstname = Test\nLastName = "
            + "Bot\nPassword = secret\nBotCount = 7\n");
        Assert.That(Commands(BotOutcome.Of("accounts", "--ini", ini, "-botcount", "2").Output).Select(command => command[3]),
            Is.EqualTo(new[] { "Bot0", "Bot1" }));
    }

    [TestCase("BotCuont", "did you mean BotCount? Allowed are Activity, BotCount, ")]
    [TestCase("Activty", "did you mean Activity? Allowed are Activity, BotCount, ")]
    public void A_misspelt_key_of_the_INI_file_is_reported_as_by_a_run(string key, string hint)
    {
        using TemporaryDirectory directory = new();
        string ini = Path.Combine(directory.Path, "bots.ini");
        File.WriteAllText(ini, $"[MongooseClient]\n{key} = 7\n");
        BotOutcome outcome = Accounts("--ini", ini);
        Assert.That((outcome.Code, outcome.Output), Is.EqualTo((ExitCode.Usage, "")));
        Assert.That(outcome.Errors, Does.StartWith($"mongoose-bot: {ini}: [MongooseClient] {key}: unknown key; {hint}"));
    }

    [TestCase("-firstname", "Ann Lee", "--firstname Ann Lee: OpenSimulator's console takes names without blanks, "
        + "double quotes, @, dots and colons")]
    [TestCase("-firstname", "Ann.Lee", "--firstname Ann.Lee: ")]
    [TestCase("-lastname", "A\"B", "--lastname A\"B: ")]
    [TestCase("-lastname", "A\nB", "--lastname A\\u000AB: ")]
    [TestCase("-password", "two words", "--password: OpenSimulator's console takes passwords without blanks and double quotes")]
    [TestCase("-password", "sec\"ret", "--password: ")]
    [TestCase("-password", "a\U0001F3F4\U000E0067\U000E007F", "--password: ")]
    [TestCase("-botcount", "0", "--botcount 0: allowed are 1 to ")]
    public void What_the_console_would_misread_is_refused(string option, string value, string message)
    {
        BotOutcome outcome = Accounts(option, value);
        Assert.That((outcome.Code, outcome.Output), Is.EqualTo((ExitCode.Usage, "")));
        Assert.That(outcome.Errors, Does.StartWith($"mongoose-bot: {message}"));
        Assert.That(outcome.Errors, Does.Not.Contain("two words").And.Not.Contain("sec\"ret"), "passwords stay out of messages");
    }

    [TestCase(new[] { "-botcount", "3", "accounts" }, "-botcount: write it after accounts")]
    [TestCase(new[] { "--activity", "walk", "accounts" }, "--activity: accounts has no such option")]
    [TestCase(new[] { "accounts", "-firstname", "Test", "-lastname", "Bot" }, "--password is missing")]
    public void Options_that_would_be_ignored_or_are_missing_are_reported(string[] arguments, string message)
    {
        BotOutcome outcome = BotOutcome.Of(arguments);
        Assert.That((outcome.Code, outcome.Output), Is.EqualTo((ExitCode.Usage, "")));
        Assert.That(outcome.Errors, Does.StartWith($"mongoose-bot: {message}"));
    }

    [Test]
    public void Its_options_are_those_of_a_run()
    {
        string[] own = Setting.Flat(typeof(AccountOptions), new AccountOptions()).Select(pair => pair.Setting.Key).ToArray();
        Assert.That(own, Is.SubsetOf(Setting.Flat(typeof(BotCommandLine), new BotCommandLine()).Select(pair => pair.Setting.Key)));
        Assert.That(BotOutcome.Of("accounts", "--help").Output, Does.Contain("-botcount").And.Contain("command-script"));
    }
}
