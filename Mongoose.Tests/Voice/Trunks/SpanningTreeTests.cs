using Mongoose.Core.Units;
using Mongoose.Voice.Trunks;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Trunks;

public sealed class SpanningTreeTests
{
    private static Hello Hello(uint mixer, uint root, byte cost, uint run = 1, bool isClosed = false) =>
        new(mixer, root, cost, run, 20, isClosed);

    private static Instant At(double seconds) => Instant.FromSeconds(seconds);

    private static MixerGraph Random(int seed, double loss)
    {
        Random random = new(seed);
        MixerGraph graph = new(seed) { Loss = loss };
        uint[] ids = [.. Enumerable.Range(1, 10).Select(i => (uint)i * 100)];
        random.Shuffle(ids);
        int nodes = random.Next(2, 11);
        for (int i = 0; i < nodes; i++)
            graph.Add(ids[i]);
        for (int i = 1; i < nodes; i++)
            graph.Join(i, random.Next(i));
        for (int extra = random.Next(nodes + 2); extra > 0; extra--)
        {
            int a = random.Next(nodes), b = random.Next(nodes);
            if (a != b)
                graph.Join(a, b);
        }
        return graph;
    }

    [ForAll(MaxTest = 300, Replay = "20261124,11")]
    public void The_open_links_of_any_graph_become_a_tree_and_again_after_a_link_or_mixer_is_gone_or_restarts(int seed)
    {
        Random random = new(seed);
        MixerGraph graph = Random(seed, 0);
        graph.Run(2);
        Assert.That(graph.IsTree, Is.True, "at first");
        graph.Links[random.Next(graph.Links.Count)].IsUp = false;
        graph.Run(5);
        Assert.That(graph.IsTree, Is.True, "without a link");
        graph.Nodes[random.Next(graph.Nodes.Count)].IsRunning = false;
        graph.Run(5);
        Assert.That(graph.IsTree, Is.True, "without a mixer");
        graph.Restart(random.Next(graph.Nodes.Count));
        graph.Run(5);
        Assert.That(graph.IsTree, Is.True, "after a restart");
    }

    [ForAll(MaxTest = 100, Replay = "20261124,13")]
    public void With_lost_hellos_there_is_a_tree_nearly_always(int seed)
    {
        MixerGraph graph = Random(seed, 0.1);
        int steps = 0, trees = 0;
        graph.Run(6);
        graph.Nodes[0].IsRunning = false;
        graph.Run(6);
        graph.Run(60, () => (steps, trees) = (steps + 1, trees + (graph.IsTree ? 1 : 0)));
        Assert.That(trees, Is.GreaterThan(0.85 * steps));
    }

    [ForAll(MaxTest = 100, Replay = "20261124,15")]
    public void No_loop_opens_while_the_tree_forms(int seed) => Assert.That(LoopSteps(Random(seed, 0)), Is.Zero);

    [ForAll(MaxTest = 100, Replay = "20261124,15")]
    public void If_hellos_are_lost_a_loop_is_closed_again_within_100_ms(int seed) =>
        Assert.That(LoopSteps(Random(seed, 0.1)), Is.LessThanOrEqualTo(5));

    /// <summary>Steps of 20 ms in which there is a loop.</summary>
    private static int LoopSteps(MixerGraph graph)
    {
        int loops = 0;
        graph.Run(5, () => loops += graph.HasNoLoop ? 0 : 1);
        return loops;
    }

    [Test]
    public void Of_a_loop_of_three_the_link_between_the_two_that_are_not_the_root_is_closed()
    {
        MixerGraph graph = new(1);
        (int a, int b, int c) = (graph.Add(30), graph.Add(10), graph.Add(20));
        graph.Join(a, b);
        graph.Join(b, c);
        MixerGraph.Link closed = graph.Join(c, a);
        graph.Run(3);
        Assert.That(graph.Links.Except(graph.Open), Is.EqualTo(new[] { closed }));
        Assert.That(graph.Nodes[a].Tree.Refuses(closed.LinkAtB), Is.True);
        Assert.That(graph.Nodes[c].Tree.Refuses(closed.LinkAtA), Is.False, "it is designated");
        Assert.That(graph.Nodes[a].Tree.Position, Is.EqualTo((10u, (byte)1)));
    }

    [Test]
    public void A_chain_of_16_hops_stays_open()
    {
        MixerGraph graph = new(1);
        graph.Add(1);
        for (int i = 1; i <= SpanningTree.MaxHops; i++)
            graph.Join(i - 1, graph.Add((uint)i + 1));
        graph.Run(5);
        Assert.That(graph.Open.Count(), Is.EqualTo(SpanningTree.MaxHops));
    }

    [Test]
    public void Of_parallel_links_one_is_open()
    {
        MixerGraph graph = new(1);
        (int a, int b) = (graph.Add(1), graph.Add(2));
        for (int i = 0; i < 3; i++)
            graph.Join(a, b);
        graph.Run(2);
        Assert.That(graph.Open, Is.EqualTo(graph.Links.Take(1)));
        graph.Links[0].IsUp = false;
        graph.Run(5);
        Assert.That(graph.Open, Is.EqualTo(graph.Links.Skip(1).Take(1)));
    }

    [Test]
    public void A_dead_root_is_forgotten_within_5_s_by_a_loop()
    {
        MixerGraph graph = new(1);
        int root = graph.Add(1), a = graph.Add(2), b = graph.Add(3), c = graph.Add(4);
        graph.Join(root, a);
        graph.Join(a, b);
        graph.Join(b, c);
        graph.Join(c, a);
        graph.Run(2);
        graph.Nodes[root].IsRunning = false;
        graph.Run(5);
        Assert.That(graph.IsTree, Is.True);
        Assert.That(new[] { a, b, c }.Select(node => graph.Nodes[node].Tree.Position.Root), Is.All.EqualTo(2u));
    }

    [Test]
    public void A_link_is_silent_until_its_neighbour_is_heard_and_after_it_is_gone()
    {
        SpanningTree tree = new(2);
        Assert.That(tree.StateOf(0), Is.EqualTo(LinkState.Silent));
        Assert.That(tree.Heard(0, Hello(1, 1, 0), At(0)), Is.True);
        Assert.That(tree.StateOf(0), Is.EqualTo(LinkState.Open));
        Assert.That(tree.Position, Is.EqualTo((1u, (byte)1)));
        Assert.That(tree.Tick(At(3)), Is.True);
        Assert.That(tree.StateOf(0), Is.EqualTo(LinkState.Silent));
        Assert.That(tree.Position, Is.EqualTo((2u, (byte)0)));
    }

    [Test]
    public void A_designated_link_opens_when_the_neighbour_has_this_mixer_as_its_way_to_the_root_and_closes_when_it_refuses()
    {
        SpanningTree tree = new(1);
        tree.Heard(0, Hello(2, 2, 0), At(0));
        Assert.That(tree.StateOf(0), Is.EqualTo(LinkState.Closed));
        tree.Heard(0, Hello(2, 1, 1), At(0.1));
        Assert.That(tree.StateOf(0), Is.EqualTo(LinkState.Open));
        tree.Heard(0, Hello(2, 1, 1, 1, true), At(0.2));
        Assert.That(tree.StateOf(0), Is.EqualTo(LinkState.Closed));
        Assert.That(tree.Refuses(0), Is.False);
    }

    [Test]
    public void A_change_is_said_at_once_and_twice_more_and_no_change_is_not_said()
    {
        SpanningTree tree = new(2);
        Assert.That(tree.Heard(0, Hello(1, 1, 0), At(0)), Is.True);
        Assert.That(tree.Heard(0, Hello(1, 1, 0), At(0.01)), Is.False);
        int said = 0;
        for (int ms = 20; ms < 2000; ms += 20)
            said += tree.Tick(At(ms / 1000.0)) ? 1 : 0;
        Assert.That(said, Is.EqualTo(2));
    }

    [Test]
    public void A_neighbour_that_restarts_is_answered_at_once()
    {
        SpanningTree tree = new(1);
        tree.Heard(0, Hello(2, 1, 1), At(0));
        Assert.That(tree.Heard(0, Hello(2, 2, 0, 9), At(1)), Is.True);
        Assert.That(tree.StateOf(0), Is.EqualTo(LinkState.Closed));
    }

    [Test]
    public void A_link_to_itself_is_closed()
    {
        SpanningTree tree = new(1);
        tree.Heard(0, Hello(1, 1, 0), At(0));
        Assert.That(tree.StateOf(0), Is.EqualTo(LinkState.Closed));
        Assert.That(tree.Refuses(0), Is.True);
    }

    [Test]
    public void Two_neighbours_with_one_id_are_closed_until_one_is_gone()
    {
        SpanningTree tree = new(2);
        for (int second = 0; second < 3; second++)
        {
            tree.Heard(0, Hello(1, 1, 0, 5), At(second));
            tree.Heard(1, Hello(1, 1, 0, 6), At(second + 0.5));
        }
        Assert.That(new[] { tree.StateOf(0), tree.StateOf(1) }, Is.All.EqualTo(LinkState.Closed));
        Assert.That(tree.Refuses(0) && tree.Refuses(1), Is.True);
        for (int second = 3; second < 7; second++)
        {
            tree.Heard(1, Hello(1, 1, 0, 6), At(second + 0.5));
            tree.Tick(At(second + 0.6));
        }
        Assert.That(tree.StateOf(1), Is.EqualTo(LinkState.Open));
    }

    [Test]
    public void A_restart_that_one_of_two_links_has_not_heard_yet_is_no_duplicate()
    {
        SpanningTree tree = new(2);
        tree.Heard(0, Hello(1, 1, 0, 5), At(0));
        tree.Heard(1, Hello(1, 1, 0, 5), At(0));
        tree.Heard(1, Hello(1, 1, 0, 6), At(1));
        Assert.That(tree.StateOf(1), Is.EqualTo(LinkState.Open), "the newer run is believed");
    }
}
