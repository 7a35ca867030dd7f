using System.Text.RegularExpressions;
using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>The package laid over an OpenSimulator that has an older Mongoose with settings of its own, and the tools beside it.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class UpgradeTests : OpenSimFixture
{
    private readonly List<TemporaryDirectory> _folders = [];
    private string _tools = "";

    protected override OpenSimOptions Options(OpenSimBin bin)
    {
        string module = Keep(MadePackages.Unpack("opensim")), settings = Path.Combine(Keep(new TemporaryDirectory()), "Mongoose.ini");
        _tools = Keep(MadePackages.Unpack("tools"));
        File.WriteAllText(settings, "[Mongoose]\n    Enabled = true\n    BurstMs = 40\n    DripRateKbps = 500\n");
        return new OpenSimOptions { Bin = bin, Module = [new ModuleFile(settings, "config/Mongoose.ini"), .. ModuleFile.TreeOf(module)] };
    }

    [OneTimeTearDown]
    public void DeleteFolders() => _folders.ForEach(folder => folder.Dispose());

    [Test]
    public void The_log_says_that_the_new_version_serves_the_region()
    {
        Assert.That(Grid.Log(), Has.One.Contains($"[MONGOOSE]: on, ")
            .And.Match($@"\(Mongoose {Regex.Escape(MadePackages.Checkout.Version)}(\+[0-9a-f]{{9}})?, OpenSimulator "));
        Assert.That(Grid.Log(), Has.One.Contains("[MONGOOSE]: serves region Testbed, UDP port "));
        Assert.That(Grid.Log(), Has.One.Contains($"From plugin Mongoose, (version {MadePackages.Checkout.Number})"));
    }

    [Test]
    public void Settings_are_kept_and_new_keys_have_their_defaults()
    {
        string[] config = Grid.Console.Ask("mongoose show config");
        Assert.That(config, Has.Some.Match(@"^BurstMs\s*: 40$").And.Some.Match(@"^FastResend\s*: true$"));
    }

    [Test]
    public void A_key_that_no_longer_exists_is_one_WARN_line()
    {
        string[] warnings = Grid.Log().Where(line =>
            line.Contains("[MONGOOSE]", StringComparison.Ordinal) && line.Contains(" WARN", StringComparison.Ordinal)).ToArray();
        Assert.That(warnings, Has.Length.EqualTo(1));
        Assert.That(warnings[0], Does.Contain("[Mongoose] DripRateKbps: unknown key"));
    }

    [Test, CancelAfter(300_000)]
    public async Task A_bot_of_the_tools_package_visits_the_region(CancellationToken deadline)
    {
        using ProgramProcess bot = new(_tools, [], ["-loginuri", Grid.LoginUri.AbsoluteUri, "-firstname", "Viewer", "-lastname", "{n}",
            "-password", "password{n}", "-from", "1", "-botcount", "1", "--seconds", "3", "--json", "bot.json"],
            Path.Combine(_tools, "mongoose-bot.dll"));
        (int code, _, string[] errors) = await bot.Finish(deadline);
        Assert.That(code, Is.Zero, string.Join('\n', errors));
        Assert.That(File.ReadAllText(Path.Combine(_tools, "bot.json")), Does.Contain("\"mongoose-bot/2\""));
    }

    private string Keep(TemporaryDirectory folder)
    {
        _folders.Add(folder);
        return folder.Path;
    }
}
