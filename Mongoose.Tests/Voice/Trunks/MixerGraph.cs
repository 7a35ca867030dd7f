using Mongoose.Core.Units;
using Mongoose.Voice.Trunks;

namespace Mongoose.Tests.Voice.Trunks;

/// <summary>Mixers and the links between them, with hellos that need time and get lost.</summary>
internal sealed class MixerGraph(int seed)
{
    private const int StepMs = 20;

    private readonly Random _random = new(seed);
    private readonly PriorityQueue<(int Node, int Link, Hello Hello), double> _hellos = new();
    private double _now;

    public List<Node> Nodes { get; } = [];

    public List<Link> Links { get; } = [];

    public double Loss { get; set; }

    public sealed record Node(uint Id, uint Run, SpanningTree Tree)
    {
        public double NextHello { get; set; }

        public int LinkCount { get; set; }

        public bool IsRunning { get; set; } = true;
    }

    public sealed record Link(int A, int LinkAtA, int B, int LinkAtB, double DelayMs)
    {
        public bool IsUp { get; set; } = true;
    }

    public int Add(uint id, uint run = 1)
    {
        Nodes.Add(new Node(id, run, new SpanningTree(id)) { NextHello = _now + 1000 * _random.NextDouble() });
        return Nodes.Count - 1;
    }

    public Link Join(int a, int b)
    {
        Links.Add(new Link(a, Nodes[a].LinkCount++, b, Nodes[b].LinkCount++, 1 + 79 * _random.NextDouble()));
        return Links[^1];
    }

    /// <summary>The node starts again: it knows nothing, and has another run.</summary>
    public void Restart(int node) =>
        Nodes[node] = new Node(Nodes[node].Id, Nodes[node].Run + 1, new SpanningTree(Nodes[node].Id))
        {
            LinkCount = Nodes[node].LinkCount,
            NextHello = _now
        };

    public LinkState StateAtA(Link link) => Nodes[link.A].Tree.StateOf(link.LinkAtA);

    public LinkState StateAtB(Link link) => Nodes[link.B].Tree.StateOf(link.LinkAtB);

    public IEnumerable<Link> Usable => Links.Where(link => link.IsUp && Nodes[link.A].IsRunning && Nodes[link.B].IsRunning);

    public IEnumerable<Link> Open => Usable.Where(link => StateAtA(link) == LinkState.Open && StateAtB(link) == LinkState.Open);

    /// <summary>Whether the open links connect all that can be connected, without a loop, and both ends of each link agree.</summary>
    public bool IsTree =>
        Usable.All(link => StateAtA(link) == StateAtB(link))
        && HasNoLoop
        && Open.Count() == Nodes.Count(node => node.IsRunning) - Parts(Usable);

    public bool HasNoLoop => Open.Count() == Nodes.Count(node => node.IsRunning) - Parts(Open);

    public void Run(double seconds, Action? each = null)
    {
        for (double end = _now + 1000 * seconds; _now < end; _now += StepMs)
        {
            while (_hellos.TryPeek(out _, out double at) && at <= _now)
                Deliver(at);
            for (int i = 0; i < Nodes.Count; i++)
                Step(i);
            each?.Invoke();
        }
    }

    private void Step(int index)
    {
        Node node = Nodes[index];
        if (!node.Tree.Tick(Instant.FromMilliseconds(_now)) && _now < node.NextHello)
            return;
        if (_now >= node.NextHello)
            node.NextHello += SpanningTree.HelloInterval.Milliseconds;
        SendHellos(index, _now);
    }

    private void Deliver(double at)
    {
        (int node, int link, Hello hello) = _hellos.Dequeue();
        if (Nodes[node].IsRunning && Nodes[node].Tree.Heard(link, hello, Instant.FromMilliseconds(at)))
            SendHellos(node, at);
    }

    private void SendHellos(int from, double now)
    {
        foreach (Link link in Usable)
        {
            if (link.A == from)
                Send(from, link.LinkAtA, link.B, link.LinkAtB, now + link.DelayMs);
            if (link.B == from)
                Send(from, link.LinkAtB, link.A, link.LinkAtA, now + link.DelayMs);
        }
    }

    private void Send(int from, int link, int to, int toLink, double at)
    {
        if (_random.NextDouble() < Loss)
            return;
        Node node = Nodes[from];
        (uint root, byte cost) = node.Tree.Position;
        _hellos.Enqueue((to, toLink, new Hello(node.Id, root, cost, node.Run, 20, node.Tree.Refuses(link))), at);
    }

    private int Parts(IEnumerable<Link> links)
    {
        int[] part = [.. Enumerable.Range(0, Nodes.Count)];
        foreach (Link link in links)
        {
            (int from, int to) = (part[link.A], part[link.B]);
            for (int i = 0; i < part.Length; i++)
                part[i] = part[i] == from ? to : part[i];
        }
        return Enumerable.Range(0, Nodes.Count).Where(i => Nodes[i].IsRunning).Select(i => part[i]).Distinct().Count();
    }
}
