using System.Net;
using System.Net.Sockets;
using System.Text;
using Mongoose.Core.Units;
using Mongoose.Mixer.Commands;
using Mongoose.Mixer.Results;
using Mongoose.Mixer.Settings;
using Mongoose.Testbed.Janus;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Mixer.Commands;

/// <summary>The whole program on loopback: real UDP, the host's clock.</summary>
public sealed class MixerRunTests : IDisposable
{
    private readonly TemporaryDirectory _directory = new();

    public void Dispose() => _directory.Dispose();

    private string At(string name) => Path.Combine(_directory.Path, name);

    private MixerResult Result(string name) => MixerJson.Parse(File.ReadAllText(At(name)));

    [Test]
    public async Task Two_mixers_hear_each_other_and_write_every_second()
    {
        (int north, int south) = (FreeUdpPorts.Take(), FreeUdpPorts.Take());
        Task<MixerOutcome> other = Task.Run(() =>
            MixerOutcome.Of("run", "--name", "south", "--peer", $"name=north role=mixer port={south} address=127.0.0.1:{north}",
            "--seconds", "5", "--quiet"));
        MixerOutcome outcome =
            MixerOutcome.Of("run", "--name", "north", "--peer", $"name=south role=mixer port={north} address=127.0.0.1:{south}",
            "--seconds", "4", "--json", At("north.json"), "--csv", At("csv"), "--fail-if", "peers_silent>0");
        Assert.That((outcome.Code, outcome.Errors), Is.EqualTo((ExitCode.Good, "")), outcome.Output);
        Assert.That(await other, Is.EqualTo(new MixerOutcome(ExitCode.Good, "", "")));
        Assert.That(outcome.Output, Does.Contain("1 of 1 heard").And.Contain("peers_silent>0: 0, good"));
        MixerResult result = Result("north.json");
        Assert.That(result.Command, Does.StartWith("mongoose-mixer run --name north"));
        Assert.That((result.Name, result.Seconds, result.Interrupted, result.Peers[0].Status),
            Is.EqualTo(("north", 4.0, false, PeerStatus.Open)));
        Assert.That(result.Peers[0].Seconds.Second, Is.Not.Empty);
        Assert.That(File.ReadAllLines(At("csv/peers.csv")), Has.Length.EqualTo(2));
        Assert.That(File.ReadAllLines(At("csv/seconds.csv")), Has.Length.EqualTo(1 + result.Peers[0].Seconds.Second.Length));
    }

    [Test]
    public void A_mixer_that_nobody_speaks_to_has_its_own_exit_code()
    {
        MixerOutcome outcome = MixerOutcome.Of("run", "--peer", $"name=alice port={FreeUdpPorts.Take()}", "--seconds", "1", "--json", "-",
            "--fail-if", "peers_silent>0");
        Assert.That(outcome.Code, Is.EqualTo(ExitCode.NoPeer));
        Assert.That(MixerJson.Parse(outcome.Output).Thresholds.Single().Crossed, Is.True);
        Assert.That(outcome.Errors, Does.Contain("0 of 1 heard"), "with JSON on standard output, people read standard error");
    }

    [Test]
    public void A_wrong_line_on_the_control_port_is_answered_while_the_mixer_runs()
    {
        int control = FreeUdpPorts.Take();
        using Socket program = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { ReceiveTimeout = 30_000 };
        program.Connect(new IPEndPoint(IPAddress.Loopback, control));
        byte[] answer = new byte[1000];
        int length = 0;
        MixerResult result = RunUntil(new MixerSettings { ControlPort = control, Peers = [Alice()] }, () =>
        {
            program.Send("{\"id\":\"alice\",\"sp\":{\"x\":1,\"y\":2,\"z\":3}}\nrubbish"u8);
            length = program.Receive(answer);
        });
        Assert.That(Encoding.UTF8.GetString(answer, 0, length), Does.StartWith("{\"error\":\"the line is not JSON"));
        Assert.That(result.Summary.WrongLines, Is.EqualTo(1));
    }

    [Test]
    public void An_interrupted_run_writes_its_results() =>
        Assert.That(RunUntil(new MixerSettings { Peers = [Alice()] }, () => { }), Has.Property(nameof(MixerResult.Interrupted)).True
            .And.Property(nameof(MixerResult.Seconds)).NaN);

    [Test]
    public void A_log_that_cannot_be_written_ends_neither_the_voices_nor_the_results()
    {
        using Socket alice = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp) { ReceiveBufferSize = 1 << 20 };
        alice.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        PeerSettings peer = Alice() with { Address = alice.LocalEndPoint!.ToString() };
        using StringWriter errors = new();
        using FullWriter output = new();
        // The first lines of progress are due after 5 s.
        RunOptions options =
            new() { Mixer = new MixerSettings { Peers = [peer] }, Json = At("result.json"), Length = Duration.FromSeconds(6) };
        int code = new MixerRunner(options, output, errors).Run(CancellationToken.None);
        Assert.That((code, errors.ToString()), Is.EqualTo((
            ExitCode.Runtime, $"mongoose-mixer: cannot write standard output: there is no space left on the device{Environment.NewLine}")));
        Assert.That(output.Refused, Is.GreaterThan(1), "lines of progress, and the summary");
        Assert.That(Result("result.json").LengthS, Is.GreaterThanOrEqualTo(6));
        Assert.That(SaidGoodbye(alice), Is.True);
    }

    private static bool SaidGoodbye(Socket client)
    {
        byte[] datagram = new byte[2000];
        bool said = false;
        while (client.Available > 0)
            said |= IsGoodbye(datagram.AsSpan(0, client.Receive(datagram)));
        return said;
    }

    private static bool IsGoodbye(ReadOnlySpan<byte> datagram)
    {
        bool isGoodbye = false;
        while (RtcpPacket.IsRtcp(datagram) && RtcpPacket.TryTake(ref datagram, out RtcpPacket packet))
            isGoodbye |= packet.Type == RtcpPacket.GoodbyeType;
        return isGoodbye;
    }

    private static PeerSettings Alice() => new() { Port = FreeUdpPorts.Take(), Options = new PeerOptions { Name = "alice" } };

    /// <summary>Runs a mixer; interrupts it when it has written its first line and an action is done.</summary>
    private MixerResult RunUntil(MixerSettings settings, Action action)
    {
        using CancellationTokenSource interruption = new(TimeSpan.FromSeconds(60));
        bool isDone = false;
        using StringWriter errors = new();
        using CueWriter output = new("alice silent", () =>
        {
            action();
            isDone = true;
            interruption.Cancel();
        });
        RunOptions options = new() { Mixer = settings, Json = At("result.json") };
        int code = new MixerRunner(options, output, errors).Run(interruption.Token);
        Assert.That((isDone, code, errors.ToString()), Is.EqualTo((true, ExitCode.Interrupted, "")));
        return Result("result.json");
    }
}
