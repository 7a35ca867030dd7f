using System.Net;
using System.Net.Sockets;
using Mongoose.Mixer.Commands;
using Mongoose.Mixer.Settings;
using Mongoose.Testbed.Janus;

namespace Mongoose.Tests.Mixer.Commands;

/// <summary>What <c>run</c> checks before it runs.</summary>
public sealed class MixerDryRunTests : IDisposable
{
    private readonly TemporaryDirectory _directory = new();

    public void Dispose() => _directory.Dispose();

    private static MixerOutcome DryRun(params string[] arguments) => MixerOutcome.Of(["run", .. arguments, "--dry-run"]);

    private string File(string json)
    {
        string path = Path.Combine(_directory.Path, "mixer.json");
        System.IO.File.WriteAllText(path, json);
        return path;
    }

    [Test]
    public void Options_describe_a_mixer_as_a_file_does()
    {
        (int south, int alice, int control) = (FreeUdpPorts.Take(), FreeUdpPorts.Take(), FreeUdpPorts.Take());
        MixerOutcome outcome = DryRun("--name", "north", "--control-port", $"{control}",
            "--peer", $"name=south role=mixer port={south} address=127.0.0.1:9 maxKbps=400", "--peer",
            $"name='Alice A.' port={alice} codec=L16/48000/2 form=stereo");
        Assert.That((outcome.Code, outcome.Errors), Is.EqualTo((ExitCode.Good,
            "mongoose-mixer: note: Alice A.: a frame of L16/48000/2 has 3840 bytes, so that IP splits each packet; "
                + "a shorter frame or another codec avoids it" + Environment.NewLine)));
        Assert.That(outcome.Output.Split(Environment.NewLine), Is.EqualTo(new[]
        {
            $"north: 2 peers, frames of 20 ms, on 127.0.0.1, positions on 127.0.0.1:{control}",
            $"south: mixer on port {south}, 127.0.0.1:9, PCMU, a trunk, rule steady, at most 400 kbit/s",
            $"Alice A.: client on port {alice}, at the address of its first packet, L16/48000/2, one stereo stream, rule fixed",
            "",
        }));
    }

    [Test]
    public void Problems_of_options_are_reported_together()
    {
        MixerOutcome outcome = DryRun("--seconds", "0", "--fail-if", "rtt", "--bind", "here", "--frame-ms", "25",
            "--peer", "name=a port=5000 codec=MP3", "--peer", "name=a port=5000", "--peer", "port=1");
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Usage));
        Assert.That(outcome.Errors.Split(Environment.NewLine, StringSplitOptions.RemoveEmptyEntries), Is.EquivalentTo(new[]
        {
            "mongoose-mixer: --seconds 0: allowed are 1 to 31536000 s",
            "mongoose-mixer: --fail-if 'rtt': allowed are a metric, one of < <= > >=, and a number, such as \"max_p95_queue_ms>200\"",
            "mongoose-mixer: --peer 3 name: is missing",
            "mongoose-mixer: --bind: allowed are IPv4 addresses of this host, such as 0.0.0.0 for all of them",
            "mongoose-mixer: --frame-ms: allowed are 10, 20, 30, 40, 60",
            "mongoose-mixer: --peer 1 codec: allowed are PCMU, PCMA, L16/RATE, L16/RATE/2, opus or opus/48000/2; "
                + "RATE is 8000, 16000, 24000 or 48000",
            "mongoose-mixer: --peer 2 port: --peer 1 has the same port; each peer needs a port of its own",
            "mongoose-mixer: --peer 2 name: --peer 1 has the same name; each peer needs a name of its own",
            "mongoose-mixer: --help shows all options",
        }));
    }

    [Test]
    public void Problems_of_a_file_have_its_name() => Assert.That(
        DryRun(File("{ \"peers\": [ { \"name\": \"a\", \"port\": 0 } ],\n  x }")).Errors,
        Does.Match(@"^mongoose-mixer: .*mixer\.json: line 2, column 3: is not JSON: "));

    [Test]
    public void Without_peers_the_program_says_what_it_needs() => Assert.That(
        DryRun().Errors, Does.StartWith("mongoose-mixer: a file or at least one --peer is needed"));

    [Test]
    public void A_file_and_options_of_a_mixer_exclude_each_other() => Assert.That(
        DryRun("north.json", "--bind", "0.0.0.0", "--peer", "name=a port=1").Errors,
        Does.Contain("--bind and the file north.json exclude each other").And.Contain("--peer and the file north.json exclude each other"));

    [Test]
    public void Ports_in_use_and_unknown_hosts_are_reported_together()
    {
        using Socket taken = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp),
            control = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        taken.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        control.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        (int port, int controlPort) = (((IPEndPoint)taken.LocalEndPoint!).Port, ((IPEndPoint)control.LocalEndPoint!).Port);
        MixerOutcome outcome =
            DryRun("--control-port", $"{controlPort}", "--peer", $"name=south role=mixer port={port} address=300.1.2.3:5000");
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Runtime), "nothing is written wrong");
        Assert.That(outcome.Errors, Does.Contain($"mongoose-mixer: south: UDP port 127.0.0.1:{port}: ")
            .And.Contain("mongoose-mixer: south: 300.1.2.3 cannot be resolved: ")
            .And.Contain($"mongoose-mixer: control port: UDP port 127.0.0.1:{controlPort}: ").And.Not.Contain("--help"));
    }

    [Test]
    public void A_result_that_cannot_be_written_is_reported_before_the_run() => Assert.That(
        DryRun("--peer", $"name=a port={FreeUdpPorts.Take()}", "--json", "/nonexistent/result.json"),
        Is.EqualTo(new MixerOutcome(ExitCode.Usage, "",
            $"mongoose-mixer: cannot write /nonexistent/result.json: its directory does not exist{Environment.NewLine}")));

    [TestCase("run")]
    [TestCase("sdp")]
    [TestCase("listen")]
    [TestCase("speak", "--to", "127.0.0.1:9")]
    public void An_empty_path_is_refused(string verb, params string[] options) => Assert.That(
        MixerOutcome.Of([verb, "", .. options]), Is.EqualTo(new MixerOutcome(
            ExitCode.Usage, "",
            $"mongoose-mixer: {verb}: the path is empty{Environment.NewLine}"
                + $"mongoose-mixer: --help shows all options{Environment.NewLine}")));

    [Test]
    public void Quiet_runs_have_no_notes() => Assert.That(
        DryRun("--quiet", "--peer", $"name=a port={FreeUdpPorts.Take()} maxStreams=3").Errors, Is.Empty);

    [Test]
    public void The_schema_is_written_to_standard_output() =>
        Assert.That(MixerOutcome.Of("schema"), Is.EqualTo(new MixerOutcome(ExitCode.Good, MixerFile.Schema, "")));

    [Test]
    public void An_unknown_verb_is_refused()
    {
        MixerOutcome outcome = MixerOutcome.Of("rnu");
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.Usage));
        Assert.That(outcome.Errors, Does.StartWith("mongoose-mixer: ").And.Contain("--help shows all options"));
    }

    [Test]
    public void An_option_for_a_path_is_refused_if_the_path_is_missing()
    {
        (string Arguments, int Code, string Error)[] answers =
            PathOptions.WithoutPaths(MixerCommand.Program, () => MixerCommand.Create([])).ToArray();
        Assert.That(answers.Select(answer => answer.Arguments),
            Is.SupersetOf(new[] { "run --json", "run --csv", "listen --json", "speak --json", "schema --out" }));
        Assert.That(answers, Has.All.Matches<(string, int Code, string Error)>(answer =>
            answer.Code == ExitCode.Usage && answer.Error.Contains(" is missing before --x (", StringComparison.Ordinal)));
    }
}
