using Mongoose.Client.Bots;
using Mongoose.Client.Results;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>A real OpenSim runs the script of <c>mongoose-bot accounts</c>, and bots log in to the accounts.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class BotAccountTests : OpenSimFixture
{
    private const int Bots = 12;

    protected override OpenSimOptions Options(OpenSimBin bin) => new() { Bin = bin, Users = 1 };

    [Test]
    public void A_run_logs_in_to_the_accounts_that_the_script_of_its_options_creates()
    {
        using TemporaryDirectory directory = new();
        string script = Path.Combine(directory.Path, "accounts of bots.txt"), json = Path.Combine(directory.Path, "bots.json");
        string[] accounts = ["-firstname", "Test", "-lastname", "Bot", "-password", "$e{n}cret'", "-botcount", $"{Bots}", "-from", "3"];
        BotOutcome written = BotOutcome.Of(["accounts", .. accounts, "--output", script]);
        Assert.That(written.Code, Is.EqualTo(ExitCode.Good), written.Errors);
        Assert.That(written.Output, Does.Contain($"command-script \"{script}\""));

        string[] printed = Grid.Console.Ask($"command-script \"{script}\"", Patience);
        Assert.That(printed, Has.Exactly(Bots).Contains("created successfully"));
        BotOutcome run =
            BotOutcome.Of([.. accounts, "-loginuri", Grid.LoginUri.AbsoluteUri, "--login-delay", "1000", "--seconds", "3", "--json", json]);
        TestContext.Out.WriteLine(run.Output + run.Errors);
        Assert.That(run.Code, Is.EqualTo(ExitCode.Good));
        Assert.That(BotJson.Parse(File.ReadAllText(json)).Bots.Select(bot => (bot.Name, bot.State)),
            Is.EqualTo(Enumerable.Range(3, Bots).Select(number => ($"Test Bot{number}", BotState.Left))));
    }
}
