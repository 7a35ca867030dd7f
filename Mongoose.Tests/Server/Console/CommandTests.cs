using Mongoose.Core.Channels;
using OpenSim.Framework;
using OpenSim.Framework.Monitoring;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests.Console;

/// <summary>The commands "mongoose ..." of OpenSim's console.</summary>
public sealed class CommandTests
{
    private static readonly string[] Commands =
    [
        "mongoose show status", "mongoose show circuits [full]", "mongoose why <first-name> <last-name>",
        "mongoose show health", "mongoose show incidents", "mongoose show channels <first-name> <last-name>",
        "mongoose show path <first-name> <last-name>", "mongoose show downloads", "mongoose show arrivals",
        "mongoose show config", "mongoose report [names]",
        "mongoose enable", "mongoose disable", "mongoose reset stats",
    ];

    private ModuleRig _rig = null!;
    private Scene _scene = null!;

    [SetUp]
    public void Open()
    {
        _rig = new ModuleRig(("Mongoose.Enabled", "true"), ("Mongoose.BurstMs", "30"), ("Mongoose.PathControl", "false"));
        _scene = _rig.AddRegion("Town");
    }

    [TearDown]
    public void Close() => _rig.Dispose();

    [TestCase("mongoose"), TestCase("mongoose show"), TestCase("mongoose reset")]
    public void An_incomplete_command_lists_all_commands(string line)
    {
        string said = _rig.Say(_scene, line);
        Assert.That(said.Split('\n').Select(command => command.Split(" - ")[0]), Is.EqualTo(Commands));
    }

    [TestCase("mongoose bogus"), TestCase("mongoose show bogus"), TestCase("mongoose reset everything now"),
        TestCase("mongoose status {0}")]
    public void An_unknown_command_is_reported_and_all_commands_are_listed(string line)
    {
        string[] said = _rig.Say(_scene, line).Split('\n');
        Assert.That(said[0], Is.EqualTo($"There is no command '{line}'. The commands are:"));
        Assert.That(said.Skip(1).Select(command => command.Split(" - ")[0]), Is.EqualTo(Commands));
    }

    [Test]
    public void Help_explains_the_columns_of_every_table()
    {
        Assert.That(_scene.Commands.Select(command => command.Category).Distinct(), Is.EqualTo(new[] { "Mongoose" }));
        Assert.That(_scene.Commands.Single(command => command.Words == "mongoose show circuits").Details,
            Does.Contain("Requested").And.Contain("Window").And.Contain("Stalls"));
        Assert.That(_scene.Commands.Single(command => command.Words == "mongoose show circuits").Details,
            Does.Contain("Path").And.Contain("competing"));
        Assert.That(_scene.Commands.Single(command => command.Words == "mongoose show channels").Details, Does.Contain("Borrowed"));
        Assert.That(_scene.Commands.Single(command => command.Words == "mongoose show path").Details,
            Does.Contain("Ago").And.Contain("competing"));
        Assert.That(_scene.Commands.Single(command => command.Words == "mongoose show downloads").Details,
            Does.Contain("Waiting").And.Contain("uplink"));
        Assert.That(_scene.Commands.Single(command => command.Words == "mongoose show arrivals").Details,
            Does.Contain("Ago").And.Contain("95 %").And.Contain("Times"));
    }

    [Test]
    public void Status_has_a_line_for_each_region()
    {
        _rig.AddRegion("Village");
        string[] lines = _rig.Say(_scene, "mongoose show status").Split('\n');
        Assert.That(lines[0], Does.StartWith("Mongoose: on, order sparse, lending on, exact refill (Mongoose "));
        Assert.That(lines[1], Is.EqualTo("Region|State|Circuits|Sent MB|Borrowed|Used kbit/s|Failures|Malformed|Foreign"));
        Assert.That(lines[2..4], Is.EqualTo(new[] { "Town|mongoose|0|0.00|-|0|0|0|0", "Village|mongoose|0|0.00|-|0|0|0|0" }));
    }

    [Test]
    public void Circuits_are_shown_with_their_rates_and_child_agents_on_request()
    {
        Enter("Ada Lovelace", isChild: false, asked: 1000);
        Enter("Charles Babbage", isChild: true);
        WaitForCircuits(2);
        Assert.That(() => Lines("mongoose show circuits full")[^1].Split('|')[6], Is.EqualTo("534").After(60_000, 5));
        string[] lines = Lines("mongoose show circuits");
        Assert.That(lines[0], Does.StartWith("Name|Region|Type|Requested|Allowed|Path|Current|Used|By|Mode|Delay ms|Lost %|"));
        Assert.That(lines[1..].Select(line => line.Split('|')[0]), Is.EqualTo(new[] { "Ada Lovelace" }));
        Assert.That(lines[1].Split('|')[..7], Is.EqualTo(new[] { "Ada Lovelace", "Town", "Rt", "1000", "1000", "-", "1000" }));
        string[] full = Lines("mongoose show circuits full");
        Assert.That(full[1..].Select(line => line.Split('|')[0]), Is.EqualTo(new[] { "Ada Lovelace", "Charles Babbage" }));
        Assert.That(full[2].Split('|')[2..7], Is.EqualTo(new[] { "Cd", "-", "534", "-", "534" }));
        Assert.That(Lines("mongoose show circuits much"), Has.Length.EqualTo(2));
    }

    [Test]
    public void The_current_rate_is_shown_while_stock_throttles_are_in_use_too()
    {
        _rig.Say(_scene, "mongoose disable");
        Enter("Ada Lovelace", isChild: false, asked: 1000);
        WaitForCircuits(1);
        Assert.That(() => Lines("mongoose show circuits")[1].Split('|')[3..7],
            Is.EqualTo(new[] { "1000", "1000", "-", "1000" }).After(60_000, 5));
    }

    [Test]
    public void Channels_are_shown_with_their_sent_packets()
    {
        LLClientView view = Enter("Ada Lovelace", isChild: false);
        for (int i = 0; i < 4; i++)
            view.Send(ThrottleOutPacketType.Land, 500, reliable: false);
        WaitForCircuits(1);
        Assert.That(() =>
            Lines("mongoose show channels Ada Lovelace").Single(line => line.StartsWith("Land|", StringComparison.Ordinal)).Split('|')[2],
            Is.EqualTo("4").After(60_000, 5));
        string[] lines = Lines("mongoose show channels Ada Lovelace");
        Assert.That(lines[0], Is.EqualTo("Ada Lovelace in Town (Rt), circuit 534 kbit/s"));
        Assert.That(lines[1], Is.EqualTo("Channel|Rate|Packets|Own kB|Borrowed kB|Queue|Queue kB|P50 ms|P99 ms"));
        Assert.That(lines[2..9].Select(line => line.Split('|')[0]), Is.EqualTo(Enum.GetNames<Channel>()));
        Assert.That(Lines("mongoose show channels ada lovelace")[..2], Is.EqualTo(lines[..2]), "in any case");
        Assert.That(Lines("mongoose show channels Grace Hopper"), Is.EqualTo(new[] { "No circuit for Grace Hopper." }));
        Assert.That(Lines("mongoose show channels Ada"), Is.EqualTo(new[] { "Usage: mongoose show channels <first-name> <last-name>" }));
    }

    [Test]
    public void Why_it_lags_for_a_visitor_has_four_lines()
    {
        Enter("Ada Lovelace", isChild: false);
        Assert.That(() => Lines("mongoose why Ada Lovelace"), Has.Length.EqualTo(4).After(60_000, 50), "after the first second");
        string[] lines = Lines("mongoose why Ada Lovelace");
        Assert.That(lines[0], Does.StartWith("Ada Lovelace in Town: "));
        Assert.That(lines[2], Does.StartWith("Seen: ").And.Contain("used "));
        Assert.That(lines[3], Does.StartWith("What helps: "));
        Assert.That(Lines("mongoose why ada LOVELACE")[0], Does.StartWith("Ada Lovelace in Town: "), "in any case");
        Assert.That(Lines("mongoose why ada love"), Is.EqualTo(new[] { "No circuit for ada love. Names like it: Ada Lovelace" }));
        Assert.That(Lines("mongoose why Grace Hopper"), Is.EqualTo(new[] { "No circuit for Grace Hopper." }));
        Assert.That(Lines("mongoose why Ada"), Is.EqualTo(new[] { "Usage: mongoose why <first-name> <last-name>" }));
    }

    [Test]
    public void The_health_names_the_regions_and_incidents_are_none_at_first()
    {
        Enter("Ada Lovelace", isChild: false);
        Assert.That(() => string.Join('\n', Lines("mongoose show health")), Does.Contain("Town: not known").After(60_000, 50));
        Assert.That(Lines("mongoose show health").Single(line => line.StartsWith("Process:", StringComparison.Ordinal)),
            Does.Contain("cores").Or.Contain("core"));
        Assert.That(Lines("mongoose show incidents"), Is.EqualTo(new[] { "No visitor has suffered yet." }));
    }

    [Test]
    public void A_report_has_no_names_and_no_addresses_unless_asked()
    {
        Enter("Ada Lovelace", isChild: false);
        Assert.That(() => Lines("mongoose why Ada Lovelace"), Has.Length.EqualTo(4).After(60_000, 50));
        Assert.That(Report("mongoose report"), Does.Contain("\"mongoose-report/1\"").And.Not.Contain("Ada").And.Not.Contain("127.0.0.1"));
        Assert.That(Report("mongoose report names"), Does.Contain("Ada Lovelace").And.Not.Contain("127.0.0.1"));
        Assert.That(Lines("mongoose report all"), Is.EqualTo(new[] { "Usage: mongoose report [names]" }));
    }

    private string Report(string command)
    {
        string line = Lines(command).Single();
        string path = line["Wrote ".Length..line.IndexOf(", with", StringComparison.Ordinal)];
        try
        {
            return File.ReadAllText(path);
        }
        finally
        {
            File.Delete(path);
        }
    }

    [Test]
    public void Few_unacknowledged_bytes_are_shown_to_the_byte()
    {
        LLClientView view = Enter("Ada Lovelace", isChild: false);
        WaitForCircuits(1);
        Assert.That(Unacked(), Is.EqualTo("0.000"));
        view.Send(ThrottleOutPacketType.Land, 18);
        Assert.That(() => Unacked(), Is.EqualTo("0.018").After(60_000, 5));
        view.Send(ThrottleOutPacketType.Land, 81);
        Assert.That(() => Unacked(), Is.EqualTo("0.099").After(60_000, 5));
        view.Send(ThrottleOutPacketType.Land, 60);
        Assert.That(() => Unacked(), Is.EqualTo("0.2").After(60_000, 5));

        string Unacked() => Lines("mongoose show circuits")[1].Split('|')[15];
    }

    [Test]
    public void The_last_minute_of_a_path_is_shown()
    {
        _rig.Dispose();
        _rig = new ModuleRig(("Mongoose.Enabled", "true"));
        _scene = _rig.AddRegion("Town");
        Enter("Ada Lovelace", isChild: false, asked: 1000);
        WaitForCircuits(1);
        Assert.That(() => Lines("mongoose show path Ada Lovelace"), Has.Length.GreaterThan(2).After(60_000, 50), "one line per second");
        string[] lines = Lines("mongoose show path Ada Lovelace");
        Assert.That(lines[0], Is.EqualTo("Ada Lovelace in Town (Rt), requested 1000, allowed 1000 kbit/s"));
        Assert.That(lines[1], Is.EqualTo("Ago|Path|Used|By|Mode|Delay ms|Sent|Lost|Lost %|Fast"));
        Assert.That(lines[^1], Does.EndWith("|1000|0|-|free|0.0|0|0|-|0"), "a path without measurements");
        Assert.That(Lines("mongoose show circuits")[1].Split('|')[3..12],
            Is.EqualTo(new[] { "1000", "1000", "1000", "1000", "0", "-", "free", "0.0", "-" }));
        Assert.That(Lines("mongoose show path Grace Hopper"),
            Is.EqualTo(new[] { "No circuit for Grace Hopper with path control or fast resend." }));
        Assert.That(Lines("mongoose show path Ada"), Is.EqualTo(new[] { "Usage: mongoose show path <first-name> <last-name>" }));
    }

    [Test]
    public void The_settings_in_use_are_shown()
    {
        string[] lines = Lines("mongoose show config");
        Assert.That(lines[0], Is.EqualTo("[Mongoose]"));
        Assert.That(lines, Does.Contain("Enabled : true").And.Contain("BurstMs : 30").And.Contain("MaxWindowKB : 1024"));
    }

    [Test]
    public void Disable_and_enable_apply_to_all_regions()
    {
        _rig.AddRegion("Village");
        Assert.That(_rig.Say(_scene, "mongoose disable"), Is.EqualTo("Circuits use stock throttles."));
        string status = _rig.Say(_scene, "mongoose show status");
        Assert.That(status,
            Does.StartWith("Mongoose: disabled on the console; using stock throttles until 'mongoose enable' or a restart"));
        Assert.That(status, Does.Contain("Town|stock|").And.Contain("Village|stock|"));
        Assert.That(log4net.LogBook.Lines[^1], Does.StartWith("INFO [MONGOOSE]: disabled on the console"));
        Assert.That(StatsManager.Of("mongoose", "Town").Single(stat => stat.ShortName == "Shaping").Value, Is.Zero);
        Assert.That(_rig.Say(_scene, "mongoose enable"), Is.EqualTo("Circuits are shaped by Mongoose."));
        Assert.That(_rig.Say(_scene, "mongoose show status"), Does.Contain("Town|mongoose|").And.Contain("Village|mongoose|"));
    }

    [Test]
    public void Disabling_twice_is_logged_once()
    {
        _rig.Say(_scene, "mongoose disable");
        int lines = log4net.LogBook.Lines.Count;
        Assert.That(_rig.Say(_scene, "mongoose disable"), Is.EqualTo("Circuits use stock throttles."));
        Assert.That(log4net.LogBook.Lines, Has.Count.EqualTo(lines));
        Assert.That(log4net.LogBook.Lines.Count(line => line.Contains("disabled on the console", StringComparison.Ordinal)), Is.EqualTo(1));
    }

    [Test]
    public void A_reset_sets_counters_to_zero()
    {
        LLClientView view = Enter("Ada Lovelace", isChild: false);
        view.Send(ThrottleOutPacketType.Land, 5000, reliable: false);
        Visitor.Receive(Server, new(System.Net.IPAddress.Loopback, 1), [0x10]);
        Assert.That(() => Status(), Is.EqualTo("Town|mongoose|1|0.01").After(60_000, 5));
        Assert.That(Lines("mongoose show status")[2], Does.EndWith("|0|1"));
        Assert.That(_rig.Say(_scene, "mongoose reset stats"), Is.EqualTo("Counters reset."));
        Assert.That(Status(), Is.EqualTo("Town|mongoose|1|0.00"));
        Assert.That(Lines("mongoose show status")[2], Does.EndWith("|0|0"));

        string Status() => string.Join('|', Lines("mongoose show status")[2].Split('|')[..4]);
    }

    [Test]
    public void While_Mongoose_is_off_every_command_gives_the_reason()
    {
        _rig.Dispose();
        _rig = new ModuleRig(("Mongoose.Enabled", "false"));
        _scene = _rig.AddRegion("Off");
        string[] commands =
        [
            "mongoose show circuits", "mongoose show config", "mongoose show channels Ada Lovelace", "mongoose show path Ada Lovelace",
            "mongoose show arrivals", "mongoose enable", "mongoose disable",
        ];
        foreach (string line in commands)
            Assert.That(_rig.Say(_scene, line),
                Does.StartWith("Mongoose serves no region: off, [Mongoose] Enabled is not true; using stock throttles"), line);
        Assert.That(_rig.Say(_scene, "mongoose show status"), Does.StartWith("Mongoose: off, [Mongoose] Enabled is not true"));
        Assert.That(_rig.Say(_scene, "mongoose reset stats"), Is.EqualTo("Counters reset."));
    }

    private LLUDPServer Server => _rig.Servers(_scene).Single();

    private string[] Lines(string line) => _rig.Say(_scene, line).TrimEnd('\n').Split('\n');

    private LLClientView Enter(string name, bool isChild, double asked = 0)
    {
        LLUDPClient client = new(Server, new(System.Net.IPAddress.Loopback, 22_000 + _scene.GetNumberOfClients()));
        LLClientView view = new(Server, client, name) { SceneAgent = new Agent(isChild) };
        _scene.Add(client.RemoteEndPoint, view);
        if (asked > 0)
        {
            byte[] payload = new byte[AgentThrottle.PayloadBytes];
            AgentThrottle.Encode(ViewerSplit.Of(Mongoose.Core.Units.DataRate.FromKilobitsPerSecond(asked)), payload);
            Visitor.Receive(Server, client.RemoteEndPoint, Datagrams.Throttle(payload));
        }
        return view;
    }

    private void WaitForCircuits(int circuits) =>
        Assert.That(() => Lines("mongoose show status")[2].Split('|')[2], Is.EqualTo($"{circuits}").After(60_000, 5));
}
