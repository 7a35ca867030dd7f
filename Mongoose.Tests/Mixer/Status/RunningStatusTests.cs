using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Mongoose.Mixer.Commands;
using Mongoose.Mixer.Results;
using Mongoose.Mixer.Settings;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Janus;
using Mongoose.Tests.Mixer.Commands;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.Status;

/// <summary>The page of a whole program on loopback: real HTTP, UDP and time.</summary>
public sealed class RunningStatusTests : InTemporaryDirectory
{
    private const int Packets = 25;

    private readonly int _port = FreeUdpPorts.Take();
    private readonly int _page = FreePort.OfTcpAndUdp();
    private readonly HttpClient _client = new(new SocketsHttpHandler { UseProxy = false });

    private string Result => Path.Combine(Folder, "result.json");

    [Test]
    public async Task Metrics_and_results_have_the_same_counts()
    {
        using CancellationTokenSource interruption = new(TimeSpan.FromSeconds(60));
        Task<int> run = Task.Run(() => Runner().Run(interruption.Token));
        using Socket alice = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        await UdpPortIsOpen();
        Speak(alice);
        MetricsText metrics = await Metrics(text => text.Sum("mongoose_mixer_peer_received_packets_total") == Packets);
        interruption.Cancel();
        Assert.That(await run, Is.EqualTo(ExitCode.Interrupted));
        PeerResult peer = MixerJson.Parse(await File.ReadAllTextAsync(Result)).Peers.Single();
        Assert.That((peer.ReceivedPackets, peer.ReceivedBytes, peer.Refused), Is.EqualTo((Packets, Packets * (28L + 12 + 160), 0)));
        Assert.That(metrics.Sum("mongoose_mixer_peer_received_bytes_total", ("peer", "alice"), ("role", "client")),
            Is.EqualTo(peer.ReceivedBytes));
        Assert.That(metrics.Sum("mongoose_mixer_peer_sent_bytes_total"), Is.InRange(1, peer.SentBytes));
        Assert.That(metrics.Sum("mongoose_mixer_frame_lateness_seconds_count"), Is.GreaterThan(10), "frames of 20 ms");
        Assert.That(metrics.Sum("mongoose_mixer_cpu_seconds_total"), Is.GreaterThan(0));
    }

    [Test]
    public async Task A_port_that_is_taken_between_check_and_start_is_one_line_and_ends_the_run()
    {
        using TcpListener other = new(IPAddress.Loopback, _page);
        other.Start();
        using StringWriter output = new(), errors = new();
        int code = await Task.Run(() => new MixerRunner(new RunOptions { Mixer = Settings() }, output, errors).Run(CancellationToken.None));
        Assert.That(code, Is.EqualTo(ExitCode.Runtime));
        Assert.That(errors.ToString(),
            Does.Match($"^mongoose-mixer: status: TCP port 127\\.0\\.0\\.1:{_page}: [^\n]+{Environment.NewLine}$"));
    }

    [Test]
    public void A_run_says_where_its_page_is_and_records_no_password()
    {
        MixerOutcome outcome = MixerOutcome.Of("run", "--peer", $"name=alice port={_port}", "--status", $"127.0.0.1:{_page}",
            "--status-password", "tiger", "--seconds", "1", "--json", Result);
        Assert.That(outcome.Errors, Does.StartWith(
            $"mongoose-mixer: note: status page at http://127.0.0.1:{_page}/mongoose/, with a password of 5 characters"));
        Assert.That(MixerJson.Parse(File.ReadAllText(Result)).Command, Does.Contain("--status-password ***"));
        Assert.That(File.ReadAllText(Result) + outcome, Does.Not.Contain("tiger"));
    }

    [Test]
    public void A_file_and_the_options_of_the_page_exclude_each_other() => Assert.That(
        MixerOutcome.Of("run", "mixer.json", "--status", "127.0.0.1:9191", "--status-password", "tiger").Errors,
        Does.Contain("--status and the file mixer.json exclude each other").And.Contain("--status-password and the file")
            .And.Not.Contain("tiger"));

    [Test]
    public async Task It_listens_only_if_the_settings_say_so()
    {
        using CancellationTokenSource interruption = new(TimeSpan.FromSeconds(60));
        RunOptions options = new() { Mixer = Settings() with { Status = new StatusSettings() }, Json = Result };
        Task<int> run = Task.Run(() => new MixerRunner(options, TextWriter.Null, TextWriter.Null).Run(interruption.Token));
        await UdpPortIsOpen();
        Assert.That(() => _client.GetAsync(new Uri($"http://127.0.0.1:{_page}/mongoose/")), Throws.InstanceOf<HttpRequestException>());
        interruption.Cancel();
        await run;
    }

    [TearDown]
    public void EndReader() => _client.Dispose();

    private void Speak(Socket alice)
    {
        byte[] packet = new byte[12 + 160];
        packet[0] = 0x80;
        for (byte i = 0; i < Packets; i++)
        {
            packet[3] = i;
            (packet[6], packet[7]) = ((byte)(i * 160 >> 8), (byte)(i * 160));
            alice.SendTo(packet, new IPEndPoint(IPAddress.Loopback, _port));
            Thread.Sleep(20);
        }
    }

    private Task UdpPortIsOpen() => EndToEnd.UdpPorts.WaitUntilOpen(_port);

    private MixerRunner Runner() => new(new RunOptions { Mixer = Settings(), Json = Result }, TextWriter.Null, TextWriter.Null);

    private MixerSettings Settings() => new()
    {
        Status = new StatusSettings { Address = $"127.0.0.1:{_page.ToString(CultureInfo.InvariantCulture)}" },
        Peers = [new PeerSettings { Port = _port, Options = new PeerOptions { Name = "alice" } }],
    };

    /// <summary>The metrics as soon as they meet a condition.</summary>
    private async Task<MetricsText> Metrics(Func<MetricsText, bool> condition)
    {
        MetricsText? text = null;
        await Wait.Until(() => condition(text = MetricsText.Parse(
            _client.GetStringAsync(new Uri($"http://127.0.0.1:{_page}/mongoose/metrics")).GetAwaiter().GetResult())), "it is not so");
        return text!;
    }
}
