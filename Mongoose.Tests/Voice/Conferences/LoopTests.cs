using Mongoose.Core.Units;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>Mixers in loops; each has one client, its last peer.</summary>
public class LoopTests
{
    private static readonly Duration Line = Duration.FromMilliseconds(10);

    private static readonly (int, int)[] Ring = [(0, 1), (1, 2), (2, 0)], Mesh = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)],
        Parallel = [(0, 1), (0, 1)];

    [TestCase(3, nameof(Ring), 1)]
    [TestCase(4, nameof(Mesh), 3)]
    [TestCase(2, nameof(Parallel), 1)]
    public void Each_voice_is_heard_exactly_once_and_the_links_that_would_close_a_loop_say_so(int mixers, string links, int cut)
    {
        using ConferenceRig rig = new();
        Net net = new(rig, mixers, LinksOf(links));
        rig.Run(1);
        short[][] voices = net.Say(2);
        rig.Run(3);
        Assert.Multiple(() =>
        {
            for (int i = 0; i < mixers; i++)
                Assert.That(HeardVoices.Residual(net.Clients[i].Sum(), voices.Where((_, other) => other != i).ToArray()), Is.Zero);
            Assert.That(net.LoopEnds(), Is.EqualTo(2 * cut), "both ends of each link that is cut");
        });
    }

    [Test]
    public void A_link_from_a_mixer_to_itself_carries_no_audio()
    {
        using ConferenceRig rig = new();
        Net net = new(rig, 2, [(0, 1), (0, 0)]);
        rig.Run(1);
        short[][] voices = net.Say(2);
        rig.Run(3);
        Assert.Multiple(() =>
        {
            Assert.That(HeardVoices.Residual(net.Clients[1].Sum(), voices[0]), Is.Zero);
            Assert.That(HeardVoices.Residual(net.Clients[0].Sum(), voices[1]), Is.Zero);
            Assert.That(net.LoopEnds(), Is.EqualTo(2));
        });
    }

    [Test]
    public void When_a_link_is_cut_the_others_go_on_exactly_and_all_are_connected_within_five_seconds([Values(0, 1, 2)] int cut)
    {
        using ConferenceRig rig = new();
        Net net = new(rig, 3, Ring);
        rig.Run(2);
        net.Lines[cut].IsCut = true;
        rig.Run(5);
        short[][] voices = net.Say(2);
        rig.Run(3);
        Assert.Multiple(() =>
        {
            for (int i = 0; i < 3; i++)
                Assert.That(HeardVoices.Residual(net.Clients[i].Sum(), voices.Where((_, other) => other != i).ToArray()), Is.Zero);
            Assert.That(net.LoopEnds(), Is.Zero);
        });
    }

    [Test]
    public void A_mixer_that_is_killed_does_not_disturb_those_that_do_not_need_it()
    {
        using ConferenceRig rig = new();
        Net net = new(rig, 4, Mesh);
        rig.Run(2);
        // Hellos go to the root directly, so only links to the killed mixer change, unless it is the root.
        int killed = Enumerable.Range(0, 4).First(i => net.LoopEndsOf(i) == 2);
        int[] others = Enumerable.Range(0, 4).Where(i => i != killed).ToArray();
        short[][] voices = others.Select(i => net.Clients[i].SayNoise(8, i)).ToArray();
        rig.Run(1);
        rig.Kill(net.Mixers[killed]);
        rig.Run(8);
        Assert.Multiple(() =>
        {
            for (int i = 0; i < others.Length; i++)
                Assert.That(HeardVoices.Residual(net.Clients[others[i]].Sum(), voices.Where((_, other) => other != i).ToArray()), Is.Zero);
        });
    }

    [Test]
    public void Without_any_one_mixer_the_rest_is_connected_within_five_seconds([Values(0, 1, 2, 3)] int killed)
    {
        using ConferenceRig rig = new();
        Net net = new(rig, 4, Mesh);
        rig.Run(2);
        rig.Kill(net.Mixers[killed]);
        rig.Run(5);
        int[] others = Enumerable.Range(0, 4).Where(i => i != killed).ToArray();
        short[][] voices = others.Select(i => net.Clients[i].SayNoise(2, i)).ToArray();
        rig.Run(3);
        Assert.Multiple(() =>
        {
            for (int i = 0; i < others.Length; i++)
                Assert.That(HeardVoices.Residual(net.Clients[others[i]].Sum(), voices.Where((_, other) => other != i).ToArray()), Is.Zero);
        });
    }

    [Test]
    public void A_voice_that_goes_on_while_its_way_changes_is_heard_again_within_five_seconds()
    {
        using ConferenceRig rig = new();
        Net net = new(rig, 3, Ring);
        rig.Run(2);
        net.Clients[1].SayNoise(20, 1);
        rig.Run(2);
        foreach (RigLine line in net.Lines.Where((_, i) => net.IsOpen(i)).Take(1))
            line.IsCut = true;
        rig.Run(5);
        foreach (int listener in new[] { 0, 2 })
        {
            int[] heard = net.Clients[listener].Sum();
            Assert.That(heard[^4000..].Count(sample => sample == 0), Is.LessThan(400), "half a second of noise has few zeros");
            Assert.That(heard[^4000..].Max(), Is.LessThanOrEqualTo(3000), "it is heard once");
        }
    }

    [TestCase(2ul)]
    [TestCase(77ul)]
    public void A_mixer_that_restarts_is_back_within_five_seconds(ulong seed)
    {
        using ConferenceRig rig = new();
        Conference near = rig.Add(1, ConferenceRig.Mixer("far"), ConferenceRig.Client("a")),
            far = rig.Add(2, ConferenceRig.Mixer("near"), ConferenceRig.Client("b"));
        rig.Connect(near, 0, far, 0, Line);
        RigClient a = rig.Attach(near, 1, 11), b = rig.Attach(far, 1, 12);
        rig.Run(1);
        b.SayNoise(30, 9, 2000);
        a.SayNoise(30, 8, 2000);
        rig.Run(5);
        rig.Kill(far);
        rig.Run(2.5); // Long enough for the controller to find the path dead.
        Conference again = rig.Add(seed, ConferenceRig.Mixer("near"), ConferenceRig.Client("b"));
        rig.Connect(near, 0, again, 0, Line);
        RigClient c = rig.Attach(again, 1, 13);
        rig.Run(5);
        short[] answer = c.SayNoise(2, 3, 8000);
        rig.Run(3);
        int[] heardByC = c.Sum();
        Assert.Multiple(() =>
        {
            Assert.That(HeardVoices.Find(a.Sum(), answer), Is.GreaterThan(0), "the restarted mixer is heard");
            Assert.That(heardByC[^8000..].Count(sample => sample == 0), Is.LessThan(100), "and hears");
        });
    }

    private static (int, int)[] LinksOf(string name) => name switch { nameof(Ring) => Ring, nameof(Mesh) => Mesh, _ => Parallel };

    private sealed class Net
    {
        private readonly (Conference Mixer, int Peer)[] _ends;

        public Net(ConferenceRig rig, int mixers, (int A, int B)[] links)
        {
            int[] used = new int[mixers], peers = Enumerable.Range(0, mixers)
                .Select(i => links.Sum(link => (link.A == i ? 1 : 0) + (link.B == i ? 1 : 0))).ToArray();
            Mixers = peers.Select((count, i) =>
                rig.Add((ulong)i + 1,
                [.. Enumerable.Range(0, count).Select(peer => ConferenceRig.Mixer($"{peer}") with { Rule = "fixed" }),
                ConferenceRig.Client("client")])).ToArray();
            List<(Conference, int)> ends = [];
            foreach ((int a, int b) in links)
            {
                (int peerOfA, int peerOfB) = (used[a]++, used[b]++);
                Lines.Add(rig.Connect(Mixers[a], peerOfA, Mixers[b], peerOfB, Line));
                ends.AddRange([(Mixers[a], peerOfA), (Mixers[b], peerOfB)]);
            }
            _ends = [.. ends];
            Clients = Mixers.Select((mixer, i) => rig.Attach(mixer, peers[i], (uint)(100 + i))).ToArray();
        }

        public Conference[] Mixers { get; }

        public RigClient[] Clients { get; }

        public List<RigLine> Lines { get; } = [];

        public short[][] Say(double seconds) => Clients.Select((client, i) => client.SayNoise(seconds, i)).ToArray();

        public bool IsOpen(int line) => StatusOf(_ends[2 * line]) == PeerStatus.Open && StatusOf(_ends[2 * line + 1]) == PeerStatus.Open;

        public int LoopEnds() => _ends.Count(end => StatusOf(end) == PeerStatus.Loop);

        public int LoopEndsOf(int mixer) => _ends.Count(end => end.Mixer == Mixers[mixer] && StatusOf(end) == PeerStatus.Loop);

        private static PeerStatus StatusOf((Conference Mixer, int Peer) end) => end.Mixer.StateOf(end.Peer).Status;
    }
}
