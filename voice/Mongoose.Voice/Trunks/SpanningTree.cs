using Mongoose.Core.Units;

namespace Mongoose.Voice.Trunks;

/// <summary>
/// Finds loops among mixers and cuts each at one link, which then carries only hellos. The mixer with the lowest id is the root.
/// <para>
/// As in IEEE 802.1D, each mixer's root link leads to the neighbour with the best (root, hops, id); of several to the same neighbour, the
/// one with the lowest number. On a link, the mixer with the better (root, hops, id) is designated. A mixer refuses a link that is neither
/// its root link nor one on which it is designated, and its hellos state this. The root link is open at once; a designated one opens when
/// the neighbour's hello shows that it is the neighbour's root link, so that no loop opens while hellos are in transit. Audio from a link
/// that is not open must be discarded.
/// </para>
/// <para>
/// Mixers in a loop would announce a lost root forever, with growing hops; <see cref="MaxHops"/> ends that. A link is refused if its
/// neighbour has this mixer's own id, or an id that another link receives at the same time with another run.
/// </para>
/// <para>Not thread-safe.</para>
/// </summary>
/// <param name="self">This mixer's id.</param>
internal sealed class SpanningTree(uint self)
{
    /// <summary>Hellos are sent this often, and at once when their content changes.</summary>
    public static readonly Duration HelloInterval = Duration.FromSeconds(1);

    /// <summary>A neighbour is removed after this time without a hello.</summary>
    public static readonly Duration MaxAge = Duration.FromSeconds(3);

    /// <summary>The maximum number of hops to the root: a mixer that is farther away becomes a root itself.</summary>
    public const byte MaxHops = 16;

    /// <summary>Changed hellos are repeated after these times, because hellos may be lost.</summary>
    private static readonly Duration[] Repeats = [Duration.FromMilliseconds(100), Duration.FromMilliseconds(300)];

    private readonly Dictionary<int, Neighbour> _neighbours = [];
    private HashSet<int> _refused = [];
    private int? _rootLink;
    private Instant _changedAt;
    private int _repeats = Repeats.Length;

    /// <summary>The root and the hops to it, for hellos.</summary>
    public (uint Root, byte Cost) Position { get; private set; } = (self, 0);

    /// <summary>Takes a hello from the neighbour on a link.</summary>
    /// <returns>Whether to send hellos to all neighbours: their content has changed, or the neighbour is new.</returns>
    public bool Heard(int link, in Hello hello, Instant now)
    {
        bool isNew = !_neighbours.TryGetValue(link, out Neighbour before)
            || before.Hello.Mixer != hello.Mixer || before.Hello.Run != hello.Run;
        _neighbours[link] = new Neighbour(link, hello, now, isNew ? now : before.RunSince);
        return Update(now) | isNew;
    }

    /// <summary>Removes silent neighbours. Call it with each frame.</summary>
    /// <returns>Whether to send hellos to all neighbours: their content has changed, or a recent change is repeated.</returns>
    public bool Tick(Instant now)
    {
        if (RemoveSilent(now) && Update(now))
            return true;
        if (_repeats == Repeats.Length || now - _changedAt < Repeats[_repeats])
            return false;
        _repeats++;
        return true;
    }

    /// <summary>Removes the neighbour on a link, which has said goodbye.</summary>
    /// <returns>Whether to send hellos to all neighbours.</returns>
    public bool Remove(int link, Instant now) => _neighbours.Remove(link) && Update(now);

    /// <summary>The id of the neighbour on a link; null without a hello for <see cref="MaxAge"/>.</summary>
    public uint? NeighbourOf(int link) => _neighbours.TryGetValue(link, out Neighbour neighbour) ? neighbour.Hello.Mixer : null;

    /// <summary>Whether this mixer refuses audio on a link: <see cref="Hello.IsClosed"/> of its hellos there.</summary>
    public bool Refuses(int link) => _refused.Contains(link);

    /// <summary>The state of a link.</summary>
    public LinkState StateOf(int link)
    {
        if (!_neighbours.TryGetValue(link, out Neighbour neighbour))
            return LinkState.Silent;
        return !Refuses(link) && !neighbour.Hello.IsClosed && (link == _rootLink || IsChild(neighbour.Hello))
            ? LinkState.Open
            : LinkState.Closed;
    }

    private bool RemoveSilent(Instant now)
    {
        int before = _neighbours.Count;
        foreach (Neighbour neighbour in _neighbours.Values)
        {
            if (now - neighbour.HeardAt >= MaxAge)
                _neighbours.Remove(neighbour.Link);
        }
        return _neighbours.Count < before;
    }

    private bool IsChild(in Hello hello) => hello.Root == Position.Root && hello.Cost == Position.Cost + 1;

    /// <summary>Returns whether the content of hellos has changed.</summary>
    private bool Update(Instant now)
    {
        ((uint, byte) position, HashSet<int> refused) = (Position, _refused);
        FindRoot();
        _refused = _neighbours.Values
            .Where(neighbour => IsDuplicate(neighbour) || neighbour.Link != _rootLink && !IsDesignated(neighbour))
            .Select(neighbour => neighbour.Link).ToHashSet();
        if (position == Position && _refused.SetEquals(refused))
            return false;
        (_changedAt, _repeats) = (now, 0);
        return true;
    }

    private void FindRoot()
    {
        (Position, _rootLink) = ((self, 0), null);
        Neighbour[] better = _neighbours.Values.Where(neighbour => neighbour.Hello.Root < self && neighbour.Hello.Cost < MaxHops
            && !IsDuplicate(neighbour) && !IsOutdated(neighbour)).ToArray();
        if (better.Length == 0)
            return;
        Neighbour best = better.MinBy(neighbour => (neighbour.Place, neighbour.Link));
        (Position, _rootLink) = ((best.Hello.Root, (byte)(best.Hello.Cost + 1)), best.Link);
    }

    private bool IsDesignated(in Neighbour neighbour) => (Position.Root, Position.Cost, self).CompareTo(neighbour.Place) < 0;

    private bool IsOutdated(Neighbour neighbour) => _neighbours.Values.Any(other => neighbour.IsOutdatedBy(other));

    /// <summary>
    /// Whether another mixer has the same id: the neighbour has this mixer's own, or another link receives it at the same time with another
    /// run.
    /// </summary>
    private bool IsDuplicate(Neighbour neighbour) => neighbour.Hello.Mixer == self
        || _neighbours.Values.Any(other => neighbour.Duplicates(other));
}
