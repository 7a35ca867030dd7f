using System.Text.RegularExpressions;
using Mongoose.Client.Commands;
using Mongoose.Core.Settings;

namespace Mongoose.Tests.Client.Commands;

/// <summary>The section [MongooseClient], in the format of OpenSim's INI files.</summary>
public sealed class BotIniTests : IDisposable
{
    private const string Account = "LoginUri = http://127.0.0.1:1/\nFirstName = Test\nLastName = \"Bot\"\nPassword = secret\n";

    private readonly TemporaryDirectory _directory = new();

    public void Dispose() => _directory.Dispose();

    private static string Shipped => Path.Combine(Repository.Root(), "config", "MongooseClient.ini");

    private static (Setting Setting, object? Value)[] Settings => Setting.Flat(typeof(BotCommandLine), new BotCommandLine())
        .Where(pair => pair.Setting.Declared is { Ini: not "" } declared && (declared.Option ?? declared.Ini) is not null).ToArray();

    private BotOutcome DryRun(string keys, params string[] arguments)
    {
        string path = Path.Combine(_directory.Path, "bots.ini");
        File.WriteAllText(path, $"; Other sections are ignored\n[Startup]\nanything = goes\n[MongooseClient]\n{Account}{keys}\n");
        return BotOutcome.Of(["--ini", path, "--dry-run", .. arguments]);
    }

    [Test]
    public void Keys_are_equivalent_to_options()
    {
        BotOutcome outcome = DryRun("BotCount = 4\nactivity = fly\nMaxRateKbps = 900\n; Seed = 5");
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Good), outcome.Errors);
        Assert.That(outcome.Output, Does.Contain("4 bots, Test Bot0 to Bot3").And.Contain("activity fly, seed 1")
            .And.Contain("to 900 kbit/s"));
    }

    [Test]
    public void A_comment_may_follow_a_section([Values("--ini", "-inifile", "--inifile")] string option)
    {
        string path = Path.Combine(_directory.Path, "commented.ini");
        File.WriteAllText(path, $"[Startup] ; a = 1\n[MongooseClient] ; for 4 bots\n{Account}BotCount = 4\n");
        Assert.That(BotOutcome.Of([option, path, "--dry-run"]).Output, Does.Contain("4 bots, Test Bot0 to Bot3"));
    }

    [Test]
    public void Options_override_keys() =>
        Assert.That(DryRun("BotCount = 4\nActivity = fly", "-botcount", "2").Output, Does.Contain("2 bots").And.Contain("activity fly"));

    [Test]
    public void If_not_enabled_the_controller_is_a_stock_viewers_whatever_the_key_Controller() =>
        Assert.That(DryRun("Controller = tfrc\nEnabled = false").Output, Does.Contain("controller viewer"));

    [TestCase("BotCount = many", "[MongooseClient] BotCount = many: allowed are 1 to 1000")]
    [TestCase("Enabled = maybe", "[MongooseClient] Enabled = maybe: allowed are true, false")]
    [TestCase("Botcounts = 3", "[MongooseClient] Botcounts: unknown key; did you mean BotCount? Allowed are Activity, BotCount, ")]
    [TestCase("BotCount 3", "line 9: 'BotCount 3' is neither a [Section] nor Key = value")]
    [TestCase("FailIf = p95_rtt_ms>300, ping>1", "no metric ping")]
    [TestCase("MaxRateKbps = 900\nMinRateKbps = 1000",
        "[MongooseClient] MinRateKbps = 1000: the maximum rate (MaxRateKbps, --max-rate) must not be below the minimum")]
    public void An_invalid_key_is_reported_with_the_file_and_what_is_allowed(string keys, string message)
    {
        BotOutcome outcome = DryRun(keys);
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Usage));
        Assert.That(outcome.Errors, Does.Contain(message));
    }

    [Test]
    public void The_shipped_file_has_every_key_once_and_sets_none()
    {
        string[] keys = Regex.Matches(File.ReadAllText(Shipped), @"^\s*; (\w+) = .*$", RegexOptions.Multiline)
            .Select(line => line.Groups[1].Value).ToArray();
        Assert.That(keys, Is.EquivalentTo(Settings.Select(pair => pair.Setting.IniKey)));
        Assert.That(IniFile.ReadSection(Shipped, BotCommandLine.Section), Is.Empty);
    }

    [Test]
    public void The_shipped_files_defaults_match_those_of_the_options()
    {
        foreach (Match line in Regex.Matches(File.ReadAllText(Shipped), @"^\s*;# \{(\w+)\}.* (\S*)$", RegexOptions.Multiline))
        {
            (string key, string documented) = (line.Groups[1].Value, line.Groups[2].Value);
            (Setting setting, object? value) = Settings.Single(pair => pair.Setting.IniKey == key);
            if (documented != "{}" && key is not "LibreMetaverseDir")
                Assert.That(SettingValue.Show(setting, value), Is.EqualTo(documented), key);
        }
    }

    [Test]
    public void The_shipped_files_examples_are_allowed()
    {
        string path = Path.Combine(_directory.Path, "all.ini");
        File.WriteAllText(Path.Combine(_directory.Path, "textures.txt"), "# one\n00000000-0000-1111-9999-000000000001\n");
        File.WriteAllText(path, Regex.Replace(File.ReadAllText(Shipped), @"^(\s*); (\w+ = )", "$1$2", RegexOptions.Multiline)
            .Replace("textures.txt", Path.Combine(_directory.Path, "textures.txt"))
            .Replace("= bots.json", $"= {Path.Combine(_directory.Path, "bots.json")}")
            .Replace("= results", $"= {Path.Combine(_directory.Path, "results")}"));
        BotOutcome outcome = BotOutcome.Of("--ini", path, "--dry-run");
        Assert.That((outcome.Code, outcome.Errors), Is.EqualTo((ExitCode.Good, "")));
    }
}
