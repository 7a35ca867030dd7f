using Mongoose.Client.Bots;
using Mongoose.Client.Results;
using Mongoose.Tests.Client.Login;

namespace Mongoose.Tests.Client.Commands;

/// <summary>A grid with answers that no grid should give: each makes one bot fail, without delay, and the program continues.</summary>
public sealed class HostileGridTests : IDisposable
{
    /// <summary>A bot that hangs would be cut off after this time at the earliest.</summary>
    private const string LongRun = "600";

    private readonly TemporaryDirectory _directory = new();

    public void Dispose() => _directory.Dispose();

    [Test]
    public void A_seed_capability_that_is_not_HTTP_counts_as_a_bad_login_reply(
        [Values("file:///etc/passwd", "ftp://127.0.0.1/", "mailto:a@b", "nowhere")] string seed)
    {
        using HttpGrid grid = new();
        grid.Reply = XmlRpcReply.Of(("login", "true"), ("circuit_code", "7"), ("agent_id", $"{Guid.NewGuid()}"),
            ("session_id", $"{Guid.NewGuid()}"),
            ("sim_ip", "127.0.0.1"), ("sim_port", "9000"), ("seed_capability", seed), ("region_x", "256000"), ("region_y", "256000"));
        AssertFails(grid, "the seed capability is not at an http or https address");
    }

    [Test]
    public void A_capability_that_is_not_HTTP_ends_the_visit(
        [Values("EventQueueGet", "SimulatorFeatures")] string name,
        [Values("file:///etc/passwd", "ftp://127.0.0.1/", "mailto:a@b", "x")] string address)
    {
        using HttpGrid grid = new() { Capabilities = $"<llsd><map><key>{name}</key><string>{address}</string></map></llsd>" };
        AssertFails(grid, $"the capability {name} is not at an http or https address");
    }

    [Test]
    public void Capabilities_that_nest_endlessly_end_the_visit_and_not_the_process()
    {
        string deep = string.Concat(Enumerable.Repeat("<a>", 100_000)) + string.Concat(Enumerable.Repeat("</a>", 100_000));
        using HttpGrid grid = new() { Capabilities = $"<llsd><map><key>EventQueueGet</key>{deep}</map></llsd>" };
        AssertFails(grid, "deeper than 64 levels");
    }

    [Test]
    public void Capabilities_that_are_larger_than_a_megabyte_end_the_visit()
    {
        using HttpGrid grid = new() { Capabilities = $"<llsd><map><key>x</key><string>{new string('x', 2_000_000)}</string></map></llsd>" };
        AssertFails(grid, "1048576");
    }

    private void AssertFails(HttpGrid grid, string message)
    {
        string json = Path.Combine(_directory.Path, "bots.json");
        BotOutcome outcome = grid.Run("--seconds", LongRun, "--json", json);
        BotRunResult result = BotJson.Parse(File.ReadAllText(json));
        Assert.That((outcome.Code, result.Bots[0].State), Is.EqualTo((ExitCode.Grid, BotState.Failed)));
        Assert.That(outcome.Output, Does.Contain("badLoginReply: ").And.Contain(message));
    }
}
