using Mongoose.Core.Units;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.Settings;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.Settings;

public sealed class MixerFileTests
{
    private const string Valid = """
        {
          "name": "north", // a comment
          "controlPort": 5090,
          "peers": [
            { "name": "south", "role": "mixer", "port": 5000, "address": "10.0.0.2:5000" },
            { "name": "alice", "port": 5002, "codec": "L16/16000", "maxSources": 4 }
          ],
          "sources": [ { "name": "alice", "position": [1, 2, 3], "pinned": true }, ],
        }
        """;

    private static string Folder => Path.Combine(Repository.Root(), "config", "mixer");

    private static IEnumerable<string> SetUps => Directory.EnumerateFiles(Folder, "*.json", SearchOption.AllDirectories)
        .Where(path => !path.EndsWith(".schema.json", StringComparison.Ordinal)).Select(path => Path.GetRelativePath(Folder, path));

    private static string[] ProblemsOf(string json) =>
        Assert.Throws<SettingsException>(() => MixerFile.Parse(json))!.Problems.Select(problem => problem.ToString()).ToArray();

    [Test]
    public void A_file_may_have_comments_and_trailing_commas()
    {
        MixerSettings settings = MixerFile.Parse(Valid);
        Assert.That((settings.Name, settings.ControlPort, settings.Frame, settings.Bind),
            Is.EqualTo(("north", 5090, Duration.FromMilliseconds(20), "127.0.0.1")));
        Assert.That(settings.Peers.Select(peer => (peer.Options.Name, peer.Options.Role, peer.Port, peer.Address)),
            Is.EqualTo(new[] { ("south", PeerRole.Mixer, 5000, "10.0.0.2:5000"), ("alice", PeerRole.Client, 5002, (string?)null) }));
        Assert.That(settings.Peers.Select(peer => peer.Options.EffectiveRule), Is.EqualTo(new[] { "steady", "fixed" }));
        Assert.That(settings.Sources[0].IsPinned, Is.True);
        Assert.That(MixerRules.Notes(settings), Is.Empty);
    }

    [TestCaseSource(nameof(SetUps))]
    public void A_set_up_that_comes_with_the_program_is_valid(string file)
    {
        MixerSettings settings = MixerFile.Read(Path.Combine(Folder, file));
        Assert.That(settings.Name, Is.EqualTo(Path.GetFileNameWithoutExtension(file)));
        Assert.That(MixerRules.Notes(settings), Is.Empty);
    }

    /// <summary>The samples of Janus' streaming plugin, as Debian 12 installs them.</summary>
    [Test]
    public void A_mixer_beside_Janus_leaves_it_its_ports()
    {
        int[] taken = [5002, 5004, 5102, 5104, 5106];
        foreach (string file in SetUps.Where(file => file.StartsWith("janus", StringComparison.Ordinal)))
            Assert.That(MixerFile.Read(Path.Combine(Folder, file)).Peers.Select(peer => peer.Port), Has.None.AnyOf(taken), file);
        string document = File.ReadAllText(Path.Combine(Repository.Root(), "docs", "voice", "mixer.md"));
        string[] commands = document.Split("## With Janus")[1].Split("```")[1].Split('\n');
        Assert.That(commands, Has.Some.Contains("port=").And.None.Match("port=(" + string.Join('|', taken) + ")"));
    }

    [Test]
    public void Mixers_of_a_set_up_have_each_others_addresses()
    {
        foreach (string folder in Directory.GetDirectories(Folder))
        {
            Dictionary<string, MixerSettings> mixers = Directory.GetFiles(folder, "*.json").Select(MixerFile.Read)
                .ToDictionary(mixer => mixer.Name);
            foreach (MixerSettings mixer in mixers.Values)
            {
                foreach (PeerSettings peer in mixer.Peers.Where(peer => peer.Options.Role == PeerRole.Mixer))
                {
                    PeerSettings back = mixers[peer.Options.Name].Peers.Single(other => other.Options.Name == mixer.Name);
                    Assert.That(peer.Address, Does.EndWith($":{back.Port}"), $"{mixer.Name} to {peer.Options.Name}");
                    Assert.That(peer.Options.MaxRate, Is.EqualTo(back.Options.MaxRate));
                }
            }
        }
    }

    [Test]
    public void All_problems_are_reported_together_with_their_paths() => Assert.That(
        ProblemsOf("""
            { "frameMs": 25, "bind": "::1", "peers": [
                { "name": "a", "port": 99999, "codec": "PCMX", "roll": "mixer" }, { "name": "b", "port": 1, "codec": "PCMX" } ] }
            """),
        Is.EquivalentTo(new[]
        {
            "$.peers[0].port: 99999: allowed are 1 to 65535, whole numbers",
            "$.peers[0].roll: unknown key; did you mean role? Allowed are address, bitRate, codec, complexity, form, levelExtension, "
                + "maxKbps, maxSources, maxStreams, "
                + "name, payloadType, port, role, rule",
            "$.bind: \"::1\": allowed are IPv4 addresses of this host, such as 0.0.0.0 for all of them",
            "$.frameMs: 25: allowed are 10, 20, 30, 40, 60",
            "$.peers[1].codec: \"PCMX\": allowed are PCMU, PCMA, L16/RATE, L16/RATE/2, opus or opus/48000/2; "
                + "RATE is 8000, 16000, 24000 or 48000",
        }));

    [TestCase("{ \"peers\": [] }", "$.peers: []: at least one peer is needed")]
    [TestCase("{ }", "$.peers: at least one peer is needed")]
    [TestCase("[]", "$: []: an object is allowed here")]
    [TestCase("", "line 1, column 1: is not JSON: The input does not contain any JSON tokens")]
    [TestCase("{\n  \"name\": \"\\ud800\" }", "line 2: is not Unicode: half of a surrogate pair")]
    [TestCase("{\n  \"\\ud800\": 1 }", "line 2: is not Unicode: half of a surrogate pair")]
    [TestCase("{\n  \"name\": ,\n}", "line 2, column 11: is not JSON: ',' is an invalid start of a value")]
    public void A_file_without_peers_is_refused(string json, string problem) => Assert.That(ProblemsOf(json)[0], Does.StartWith(problem));

    [TestCase("\"port\": 5002", "\"port\": 5000", "$.peers[1].port: 5000: peers[0] has the same port; each peer needs a port of its own")]
    [TestCase("\"port\": 5002", "\"port\": 5090", "$.peers[1].port: 5090: it is the control port; each needs a port of its own")]
    [TestCase("\"name\": \"alice\", \"port\"", "\"name\": \"south\", \"port\"",
        "$.peers[1].name: \"south\": peers[0] has the same name; each peer needs a name of its own")]
    [TestCase("\"role\": \"mixer\"", "\"role\": \"mixer\", \"codec\": \"L16/48000/2\"",
        "$.peers[0].codec: \"L16/48000/2\": a trunk between mixers has one channel; allowed are PCMU, PCMA, L16/RATE, opus")]
    [TestCase("\"maxSources\": 4", "\"form\": \"stereo\"",
        "$.peers[1].form: \"stereo\": it needs a codec with two channels, not L16/16000; allowed are L16/RATE/2 and opus/48000/2")]
    [TestCase("\"controlPort\": 5090", "\"frameMs\": 30, \"peers\": 1", "$.peers: occurs more than once")]
    [TestCase("L16/16000\"", "opus\", \"payloadType\": 72",
        "$.peers[1].payloadType: 72: allowed are 0 to 63 and 96 to 127: RTCP on the same port uses the others (RFC 5761)")]
    [TestCase("10.0.0.2:5000", "10.0.0.2:70000", "$.peers[0].address: \"10.0.0.2:70000\": allowed are ports 1 to 65535")]
    [TestCase("10.0.0.2:5000", "10.0.0.2",
        "$.peers[0].address: \"10.0.0.2\": allowed are an IPv4 address or host name, a colon and a port")]
    [TestCase("\"L16/16000\"", "\"L16/16000/2\"",
        "$.peers[1].codec: \"L16/16000/2\": only form stereo has two channels; allowed with other forms are PCMU, PCMA, L16/RATE, opus")]
    [TestCase("\"L16/16000\"", "\"opus/48000/2\", \"form\": \"separate\"",
        "$.peers[1].codec: \"opus/48000/2\": only form stereo has two channels; allowed with other forms are PCMU, PCMA, L16/RATE, opus")]
    [TestCase("\"role\": \"mixer\"", "\"role\": \"mixer\", \"codec\": \"L16/48000\"",
        "$.peers[0].codec: \"L16/48000\": a frame of 20 ms does not fit into a trunk packet of 1500 bytes; "
            + "use a shorter frame or another codec")]
    [TestCase("\"controlPort\": 5090", "\"frameMs\": 60",
        "$.peers[0].codec: \"opus\": a frame of 60 ms does not fit into a trunk packet of 1500 bytes; "
            + "use a shorter frame or a lower bitRate",
        "\"mixer\"", "\"mixer\", \"codec\": \"opus\", \"bitRate\": 200000")]
    [TestCase("[1, 2, 3]", "[1, 2]", "$.sources[0].position: [1, 2]: allowed are three numbers: x, y, z")]
    [TestCase("[1, 2, 3]", "[1, 2, 3] }, { \"name\": \"alice\"",
        "$.sources[1].name: \"alice\": sources[0] has the same name; each source is listed once")]
    [TestCase("\"mixer\"", "\"mixer\", \"rule\": \"stedy\"",
        "$.peers[0].rule: \"stedy\": allowed are steady, paper, fixed; did you mean steady?")]
    public void A_mistake_is_reported_with_place_value_and_what_is_allowed(string text, string mistake, string problem, string other = "",
        string another = "")
    {
        Assert.That(new[] { text, other }.All(Valid.Contains), "the valid file has the text");
        string wrong = Valid.Replace(text, mistake);
        Assert.That(ProblemsOf(other.Length == 0 ? wrong : wrong.Replace(other, another)), Has.Some.EqualTo(problem));
    }

    [TestCase("127.0.0.1", "127.0.0.1:5000", "$.peers[0].address: \"127.0.0.1:5000\": ")]
    [TestCase("127.0.0.1", "127.0.0.1:5002", "$.peers[0].address: \"127.0.0.1:5002\": ")]
    [TestCase("127.0.0.1", "localhost:5002", "$.peers[0].address: \"localhost:5002\": ")]
    [TestCase("10.0.0.1", "10.0.0.1:5002", "$.peers[0].address: \"10.0.0.1:5002\": ")]
    [TestCase("10.0.0.1", "0.0.0.0:5002", "$.peers[0].address: \"0.0.0.0:5002\": ")]
    [TestCase("0.0.0.0", "127.0.0.1:5002", "$.peers[0].address: \"127.0.0.1:5002\": ")]
    [TestCase("0.0.0.0", "0.0.0.0:5002", "$.peers[0].address: \"0.0.0.0:5002\": ")]
    [TestCase("0.0.0.0", "127.0.0.2:5000", "$.peers[0].address: \"127.0.0.2:5000\": ")]
    public void A_port_of_the_mixer_is_no_address_of_a_peer(string bind, string address, string problem) =>
        Assert.That(ProblemsOf(Between(bind, address)),
        Is.EqualTo(new[] { problem + "it is a port of this mixer, so audio would come back; write the peer's own address" }));

    [TestCase("127.0.0.1", "127.0.0.1:5004")]
    [TestCase("127.0.0.1", "127.0.0.2:5002")]
    [TestCase("10.0.0.1", "127.0.0.1:5002")]
    [TestCase("10.0.0.1", "10.0.0.2:5002")]
    [TestCase("0.0.0.0", "10.0.0.2:5002")]
    [TestCase("127.0.0.1", "south.example:5002")]
    public void The_same_port_of_another_host_is_a_peers_address(string bind, string address) =>
        Assert.That(MixerFile.Parse(Between(bind, address)).Peers[0].Address, Is.EqualTo(address));

    private static string Between(string bind, string address) =>
        Valid.Replace("\"name\": \"north\"", $"\"name\": \"north\", \"bind\": \"{bind}\"").Replace("10.0.0.2:5000", address);

    [Test]
    public void Opus_has_no_frames_of_30_ms()
    {
        string opus = Valid.Replace("L16/16000", "opus");
        Assert.That(ProblemsOf(opus.Replace("\"controlPort\": 5090", "\"frameMs\": 30")), Is.EqualTo(new[]
        {
            "$.peers[1].codec: \"opus\": Opus has no frames of 30 ms; allowed are 10, 20, 40 and 60, or another codec",
        }));
        Assert.That(MixerFile.Parse(opus.Replace("\"controlPort\": 5090", "\"frameMs\": 60")).FrameMilliseconds, Is.EqualTo(60));
    }

    [TestCase("\"maxSources\": 4", "\"rule\": \"steady\"",
        "alice: the rule steady needs reports of RFC 8888, which few clients send; without them, use fixed")]
    [TestCase("\"role\": \"mixer\"", "\"role\": \"mixer\", \"rule\": \"fixed\"",
        "south: the rule fixed sends the same number of streams whatever the path carries")]
    [TestCase("\"role\": \"mixer\"", "\"role\": \"mixer\", \"form\": \"separate\"", "south: form has no effect for a mixer")]
    [TestCase("\"role\": \"mixer\"", "\"role\": \"mixer\", \"payloadType\": 97", "south: payloadType has no effect for a mixer")]
    [TestCase("\"role\": \"mixer\"", "\"role\": \"mixer\", \"levelExtension\": 1", "south: levelExtension has no effect for a mixer")]
    [TestCase("\"role\": \"mixer\"", "\"role\": \"mixer\", \"bitRate\": 24000", "south: bitRate has no effect for PCMU")]
    [TestCase("\"maxSources\": 4", "\"complexity\": 10", "alice: complexity has no effect for L16/16000")]
    [TestCase("\"maxSources\": 4", "\"maxStreams\": 3", "alice: maxStreams has no effect: only form separate has more than one stream")]
    [TestCase("\"maxSources\": 4", "\"maxKbps\": 400",
        "alice: maxKbps has no effect: only form separate has more than one stream, and one is always allowed")]
    [TestCase("L16/16000", "L16/48000",
        "alice: a frame of L16/48000 has 1920 bytes, so that IP splits each packet; a shorter frame or another codec avoids it")]
    public void What_is_allowed_and_may_surprise_is_noted(string text, string other, string note) =>
        Assert.That(MixerRules.Notes(MixerFile.Parse(Valid.Replace(text, other))), Is.EqualTo(new[] { note }));

    [Test]
    public void Separate_streams_have_limits() => Assert.That(
        MixerRules.Notes(
        MixerFile.Parse(Valid.Replace("\"maxSources\": 4", "\"form\": \"separate\", \"maxStreams\": 3, \"maxKbps\": 400"))), Is.Empty);

    [Test]
    public void A_missing_file_is_reported() => Assert.That(
        Assert.Throws<SettingsException>(() => MixerFile.Read("/nonexistent/mixer.json"))!.Message, Is.EqualTo("$: there is no such file"));
}
