using System.Globalization;
using System.Text.Json.Nodes;
using Mongoose.Tests.Testbed.Scenarios;

namespace Mongoose.Tests.Testbed.Commands;

/// <summary>Titles, names and paths that try to control the terminal, on the way through each program.</summary>
[Category("Process")]
[Platform("Linux")]
[FixtureLifeCycle(LifeCycle.SingleInstance)]
public sealed class HostileTextTests
{
    private const int Deadline = 120_000;
    private const string Hostile = "x\u001B]0;owned\u0007\u009B2J\u202Egpj\r\nmongoose-testbed: all bands hold";

    private readonly TemporaryDirectory _folder = new();

    [OneTimeTearDown]
    public void Delete() => _folder.Dispose();

    [OneTimeSetUp]
    public void Save()
    {
        JsonObject scenario = JsonNode.Parse(ScenarioTexts.Small)!.AsObject();
        scenario["title"] = Hostile;
        scenario["seconds"] = 1;
        scenario["warmUpSeconds"] = 0;
        scenario["seeds"] = 1;
        scenario["bands"] = new JsonArray(new JsonObject { ["stat"] = "reno.totalKbps", ["min"] = 1e9, ["claim"] = Hostile });
        File.WriteAllText(Path.Combine(_folder.Path, "hostile.json"), scenario.ToJsonString());
        File.WriteAllText(Path.Combine(_folder.Path, "wrong.json"), new JsonObject { [Hostile] = 1 }.ToJsonString());
    }

    [TestCase("testbed", "run", "hostile.json")]
    [TestCase("testbed", "run", "hostile.json", "--json", "-")]
    [TestCase("testbed", "run", "wrong.json")]
    [TestCase("testbed", "run", Hostile)]
    [TestCase("testbed", "matrix", "hostile.json", "--csv", "rows.csv")]
    [TestCase("testbed", "report", Hostile)]
    [TestCase("testbed", "compare", Hostile, "--stats", "x")]
    [TestCase("testbed", "check", "--bin", Hostile)]
    [TestCase("testbed", Hostile)]
    [TestCase("mixer", "run", "--peer", $"name=\"{Hostile}\" port=1", "--dry-run")]
    [TestCase("mixer", "run", Hostile)]
    [TestCase("mixer", "speak", Hostile, "--to", "127.0.0.1:9")]
    [TestCase("bot", "--ini", Hostile)]
    [TestCase("bot", "merge", Hostile)]
    [CancelAfter(Deadline)]
    public async Task No_verb_passes_control_characters_to_the_terminal(string program, string verb, params string[] arguments)
    {
        using CancellationTokenSource limit = new(Deadline);
        using ProgramProcess process = new(_folder.Path, [], [verb, .. arguments], $"mongoose-{program}.dll");
        (_, string output, string[] errors) = await process.Finish(limit.Token);
        string shown = output + string.Join('\n', errors);
        Assert.That(shown, Does.Contain("\\u001B"), "the text was shown");
        Assert.That(shown.Where(IsUnsafe).Select(c => $"U+{(int)c:X4}"), Is.Empty, shown);
        Assert.That(shown.Split('\n'), Has.None.EqualTo("mongoose-testbed: all bands hold"), "a title passes for a line of the program");
    }

    private static bool IsUnsafe(char c) => c != '\n' && char.GetUnicodeCategory(c) is UnicodeCategory.Control or UnicodeCategory.Format;
}
