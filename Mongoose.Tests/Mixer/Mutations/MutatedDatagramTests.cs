using Mongoose.Core.Units;
using Mongoose.Mixer.Commands;
using Mongoose.Mixer.Nodes;
using Mongoose.Mixer.Recordings;
using Mongoose.Mixer.Runs;
using Mongoose.Mixer.Settings;
using Mongoose.Mixer.Talkers;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.Mutations;

/// <summary>No datagram drives a figure of a result beyond what can be true.</summary>
[NonParallelizable] // They measure the memory of the process.
public sealed class MutatedDatagramTests
{
    private const int Copies = 20, MaxBytes = 40_000_000;

    private static readonly UdpAddress Speaker = UdpAddress.Loopback(6000), Listener = UdpAddress.Loopback(7000);

    private readonly SimulatedScheduler _clock = new();
    private readonly SimulatedNetwork _network;

    public MutatedDatagramTests() => _network = new SimulatedNetwork(_clock);

    [Test]
    public void Figures_of_run_stay_possible() => new MutatedDatagramTests().RunMixer(seconds: 10);

    [Test]
    [Slow("half a million false datagrams")]
    public void Figures_of_run_stay_possible_for_long() => new MutatedDatagramTests().RunMixer(seconds: 100);

    [Test]
    public void Figures_of_listen_and_speak_stay_possible([Values("PCMU", "opus")] string codec) =>
        new MutatedDatagramTests().SpeakAndListen(codec, seconds: 10);

    [Test]
    [Slow("a hundred thousand false datagrams")]
    public void Figures_of_listen_and_speak_stay_possible_for_long([Values("PCMU", "opus")] string codec) =>
        new MutatedDatagramTests().SpeakAndListen(codec, seconds: 120);

    private void RunMixer(int seconds)
    {
        PeerSettings[] peers =
        [
            new() { Port = 5002, Options = new PeerOptions { Name = "false client" } },
            new() { Port = 5004, Options = new PeerOptions { Name = "false listener", Form = PeerForm.Separate, Rule = "steady" } },
            Trunk(5000, 6200), new() { Port = 5006, Address = "127.0.0.1:6006", Options = new PeerOptions { Name = "bob" } },
        ];
        using MixerNode node = new(_clock, _network, new MixerSettings { Peers = peers }, run: 1),
            far = new(_clock, _network, new MixerSettings { Peers = [Trunk(5100, 6200), peers[0] with { Port = 5102 }] }, run: 2);
        using MutatingRelay client = Relay(6100, Speaker, 5002), separate = Relay(6102, UdpAddress.Loopback(6002), 5004),
            trunk = Relay(6200, node.Addresses[2], 5100);
        using TalkerPort ann = Talk(Speaker, 6100, "ann", AudioFormat.Pcmu),
            cid = Talk(UdpAddress.Loopback(6002), 6102, "cid", AudioFormat.Pcmu),
            dan = Talk(UdpAddress.Loopback(6004), 5102, "dan", AudioFormat.Pcmu);
        node.Start();
        far.Start();
        MixerRun run = new(_clock, () => node.Peers, Duration.FromMilliseconds(20), keepsSeconds: true);
        long before = HeldAfterHalf(seconds);
        run.End();
        AssertPossible(run, MixerSummary.Of(run, 0, new ProcessUse()), seconds);
        Assert.That(client.Mutations + separate.Mutations + trunk.Mutations, Is.GreaterThan(Copies * 50 * 4 * seconds));
        Assert.That(Allocation.HeldBytes() - before, Is.LessThan(MaxBytes), "bytes");
    }

    private static void AssertPossible(MixerRun run, MixerSummary summary, int seconds)
    {
        TestContext.Out.WriteLine(summary);
        Assert.Multiple(() =>
        {
            Assert.That(summary.PeersFailed, Is.Zero);
            Assert.That(summary.MaxDelayMs, Is.InRange(1, 1000));
            Assert.That(summary.MissingPercent, Is.InRange(0, 100));
            Assert.That(summary.MaxP95QueueMs, Is.NaN.Or.InRange(0, 10_000));
            Assert.That(summary.MaxP95RttMs, Is.NaN.Or.InRange(0, 10_000));
            Assert.That(summary.SilentSeconds, Is.InRange(0, seconds));
            Assert.That(summary.ProbingSeconds, Is.InRange(0, seconds));
            Assert.That(summary.ChangesPerMinute, Is.InRange(0, 50 * 60));
            Assert.That(summary.LossEvents, Is.InRange(0, run.Records.Sum(record => record.Last.State.SentPackets)));
            Assert.That(summary.BreakerTrips, Is.InRange(0, seconds));
            Assert.That(summary.LeftOut, Is.InRange(0, 1000L * 50 * seconds));
        });
        foreach (PeerSecond second in run.Records.SelectMany(record => record.Seconds))
        {
            Assert.That(second.State.Delay, Is.InRange(Duration.Zero, Duration.FromSeconds(1)), second.State.Name);
            Assert.That(second.State.Heard, Is.InRange(0, 1000), second.State.Name);
            Assert.That(second.State.Missing, Is.InRange(0, 1000L * 50 * seconds), second.State.Name);
            Assert.That(second.State.Mixing.LossEventRate, Is.InRange(0, 1), second.State.Name);
            Assert.That(second.State.Mixing.RoundTrip, Is.InRange(Duration.Zero, Duration.FromSeconds(seconds)), second.State.Name);
            Assert.That(second.State.Mixing.Queueing, Is.InRange(Duration.Zero, Duration.FromSeconds(seconds)), second.State.Name);
        }
    }

    private void SpeakAndListen(string codec, int seconds)
    {
        AudioFormat.TryParse(codec, out AudioFormat format);
        CountedStore store = new();
        RecorderOptions options = new() { Local = Listener, To = UdpAddress.Loopback(6100), Format = format };
        using Recorder recorder = new(_clock, _network, options, store);
        using MutatingRelay relay = Relay(6100, Speaker, Listener.Port);
        using TalkerPort port = Talk(Speaker, 6100, "ann", format);
        recorder.Start();
        long before = HeldAfterHalf(seconds);
        recorder.Stop();
        ListenResult heard = ListenResult.Of(recorder);
        Assert.That(heard.Sources.Sum(source => source.Packets), Is.GreaterThan(2 * 50 * seconds), "false ones too");
        Assert.Multiple(() =>
        {
            foreach (HeardSource source in heard.Sources)
                AssertPossible(source, seconds);
            AssertPossible(SpeakResult.Of(port), seconds);
            Assert.That(store.Samples.Values, Has.All.InRange(0, format.SampleRate * (seconds + 2.5)), "the time of each recording");
        });
        Assert.That(Allocation.HeldBytes() - before, Is.LessThan(MaxBytes), "bytes");
    }

    private static void AssertPossible(HeardSource source, int seconds)
    {
        double longest = seconds + 2.5;
        Assert.That(source.JitterMs, Is.InRange(0, 1000), source.Text);
        Assert.That(source.HeardSeconds, Is.InRange(0, longest), source.Text);
        Assert.That(source.MissingSeconds, Is.InRange(0, longest), source.Text);
        Assert.That(source.FirstHeardS, Is.InRange(0, seconds), source.Text);
        Assert.That(Math.Abs(source.DriftMs), Is.LessThanOrEqualTo(longest), "a sample in a thousand");
        Assert.That(source.Lost, Is.InRange(-source.Packets - source.Refused, 3000 * source.Packets), source.Text);
        Assert.That(source.Late, Is.InRange(0, source.Packets), source.Text);
        Assert.That(source.MeanDbov ?? 0, Is.InRange(-200, 3), source.Text);
        Assert.That(source.PeakDbov ?? 0, Is.InRange(-200, 3), source.Text);
        Assert.That(source.Gaps.Select(gap => gap.StartS + gap.LengthS), Has.All.InRange(0, longest), source.Text);
    }

    private static void AssertPossible(SpeakResult result, int seconds)
    {
        SpokenVoice voice = result.Voices.Single();
        TestContext.Out.WriteLine(voice);
        Assert.That(voice.Reports, Is.Positive);
        Assert.That(voice.ReportedLost, Is.InRange(-voice.Packets, voice.Packets));
        Assert.That(voice.ReportedJitterMs, Is.InRange(0, 1000 * seconds));
        Assert.That(voice.RoundTripMs ?? 0, Is.InRange(0, 1000 * seconds));
        Assert.That(result.ReturnedSources, Is.InRange(0, 10_000));
    }

    private static PeerSettings Trunk(int port, int other) => new()
    {
        Port = port,
        Address = $"127.0.0.1:{other}",
        Options = new PeerOptions { Name = "false mixer", Role = PeerRole.Mixer },
    };

    private MutatingRelay Relay(int own, UdpAddress a, int b) =>
        new(_network, UdpAddress.Loopback(own), a, UdpAddress.Loopback(b), Copies, own);

    private TalkerPort Talk(UdpAddress from, int to, string name, AudioFormat format)
    {
        TalkerPort port = new(_clock, _network, from, UdpAddress.Loopback(to));
        port.Add(SampleSpeech.Create(2, 8000), new TalkerOptions { Name = name, Format = format, IsLooping = true, Seed = to }).Start();
        return port;
    }

    /// <summary>Runs to the end; returns the memory in use after half of the time.</summary>
    private long HeldAfterHalf(int seconds)
    {
        _clock.RunUntil(Instant.FromSeconds(seconds / 2.0));
        long held = Allocation.HeldBytes();
        _clock.RunUntil(Instant.FromSeconds(seconds));
        return held;
    }
}
