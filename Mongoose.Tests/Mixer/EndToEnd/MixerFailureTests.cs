using Mongoose.Mixer.Recordings;
using Mongoose.Mixer.Results;
using Mongoose.Mixer.Talkers;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Janus;
using Mongoose.Tests.Mixer.Recordings;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.EndToEnd;

/// <summary>Three mixers, each a process: a client of the first speaks, one of the last listens.</summary>
[Platform("Linux")]
[Slow("speeches take their time: real mixers, clients and audio")]
public sealed class MixerFailureTests : InTemporaryDirectory
{
    private readonly int[] _ports = Enumerable.Range(0, 8).Select(_ => FreeUdpPorts.Take()).ToArray();

    private string[] First => ["name=b role=mixer port=" + Link(0, 1), $"name=ann port={_ports[6]}"];

    private string[] Middle => ["name=a role=mixer port=" + Link(1, 0), "name=c role=mixer port=" + Link(2, 3)];

    private string[] Last => ["name=b role=mixer port=" + Link(3, 2), $"name=ben port={_ports[7]}"];

    [Test]
    [Measured]
    public async Task A_mixer_that_is_killed_and_started_again_is_back_within_5_s()
    {
        using ProgramProcess a = Mixer("a", First), killed = Mixer("b", Middle), c = Mixer("c", Last);
        using RealTimeLoop loop = new("clients");
        using Clients clients = new(loop, _ports[6], _ports[7]);
        await clients.WaitForVoice();
        killed.Kill();
        await clients.WaitForSilence();
        using ProgramProcess again = Mixer("b", Middle);
        await clients.WaitForVoice();
        await Task.Delay(TimeSpan.FromSeconds(1.5)); // States are noted every second.
        // In this order, because a mixer that has ended says goodbye.
        MixerResult[] ends = [await MixerProcess.End(a), await MixerProcess.End(c)];
        MixerResult middle = await MixerProcess.End(again);
        foreach (PeerResult peer in middle.Peers)
        {
            TestContext.Out.WriteLine($"{peer.Name}: open {peer.OpenedS} s after the start");
            // Since its start, with up to a second until a state is noted. A busy host makes it later, not earlier.
            Assert.That(peer.OpenedS, Is.InRange(0, 6), peer.Name);
        }
        Assert.That(ends.Select(result => result.Peers[0].Status), Is.All.EqualTo(PeerStatus.Open));
        Assert.That(middle.Peers.Select(peer => peer.ReceivedPackets > 0 || peer.SentPackets > 0), Is.All.True);
    }

    [Test]
    [Measured]
    public async Task A_loop_of_mixers_cuts_one_link_and_a_voice_is_heard_once()
    {
        int[] third = [FreeUdpPorts.Take(), FreeUdpPorts.Take()];
        using ProgramProcess a = Mixer("a", [.. First, $"name=c role=mixer port={third[0]} address=127.0.0.1:{third[1]}"]);
        using ProgramProcess b = Mixer("b", Middle);
        using ProgramProcess c = Mixer("c", [.. Last, $"name=a role=mixer port={third[1]} address=127.0.0.1:{third[0]}"]);
        using RealTimeLoop loop = new("clients");
        using Clients clients = new(loop, _ports[6], _ports[7]);
        await clients.WaitForVoice();
        await Task.Delay(TimeSpan.FromSeconds(6));
        AlignedRecording heard = clients.HeardLast(2);
        MixerResult[] results = [await MixerProcess.End(a), await MixerProcess.End(b), await MixerProcess.End(c)];
        TestContext.Out.WriteLine(heard);
        // The states during the run: at its end, those who are interrupted first say goodbye to the others.
        string[] cut = results.SelectMany(result =>
            result.Peers.Where(peer => peer.Role == PeerRole.Mixer && peer.Seconds.Status[^2] == "loop")
            .Select(peer => $"{result.Name}-{peer.Name}")).ToArray();
        Assert.That(cut.Select(link => string.Concat(link.Order())).Distinct().Count(), Is.EqualTo(1), string.Join(' ', cut));
        Assert.That(heard.Windows.Select(window => window.Correlation).Order().ElementAt(heard.Windows.Count / 2), Is.GreaterThan(0.9),
            "a second copy would be elsewhere in time");
    }

    private string Link(int own, int other) => $"{_ports[own]} address=127.0.0.1:{_ports[other]}";

    private ProgramProcess Mixer(string name, string[] peers) =>
        MixerProcess.Start(Folder, ["run", "--name", name, "--json", "-", .. peers.SelectMany(peer => (string[])["--peer", peer])]);

    /// <summary>Somebody who speaks all the time, and somebody who listens.</summary>
    private sealed class Clients : IDisposable
    {
        private const int Rate = 8000;

        private readonly RealTimeLoop _loop;
        private readonly Speech _speech = SampleSpeech.Create(10, Rate);
        private readonly MemoryStore _store = new();
        private readonly TalkerPort _mouth;
        private readonly Recorder _ears;

        public Clients(RealTimeLoop loop, int mouth, int ears)
        {
            _loop = loop;
            (_mouth, _ears) = loop.Invoke(() => (
                new TalkerPort(loop, loop, UdpAddress.Loopback(), UdpAddress.Loopback(mouth)),
                new Recorder(loop, loop, new RecorderOptions { To = UdpAddress.Loopback(ears) }, _store)));
            loop.Invoke(_ears.Start);
            loop.Invoke(_mouth.Add(_speech, new TalkerOptions { Name = "ann", IsLooping = true, Seed = 1 }).Start);
        }

        public Task WaitForVoice() => Wait.Until(() => Last(0.3).Any(sample => Math.Abs(sample) > 1000), "nobody is heard");

        public Task WaitForSilence() =>
            Wait.Until(() => Last(0.3) is { Length: > 0 } samples && samples.All(sample => Math.Abs(sample) < 1000), "somebody is heard");

        /// <summary>Compares the last seconds with the speech, which is said again and again.</summary>
        public AlignedRecording HeardLast(double seconds) =>
            AlignedRecording.Compare(Last(seconds), [.. _speech.Samples.Span, .. _speech.Samples.Span], Rate);

        public void Dispose()
        {
            _loop.Invoke(_mouth.Dispose);
            _loop.Invoke(_ears.Dispose);
        }

        private short[] Last(double seconds) =>
            _loop.Invoke(() => _ears.Sources.Select(source => _store.Sinks.GetValueOrDefault(source.Ssrc)?.Samples)
            .LastOrDefault()?.TakeLast((int)(seconds * Rate)).ToArray() ?? []);
    }
}
