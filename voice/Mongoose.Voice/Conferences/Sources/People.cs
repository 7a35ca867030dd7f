using System.Numerics;

namespace Mongoose.Voice.Conferences.Sources;

/// <summary>People by their names: their settings, and their changing positions.</summary>
internal sealed class People
{
    /// <summary>
    /// The maximum number of names, so that the control port cannot exhaust the memory. A new name replaces the one that moved least
    /// recently.
    /// </summary>
    public const int MaxNames = 10_000;

    private readonly Dictionary<string, Person> _people = new(StringComparer.Ordinal);
    private readonly HashSet<string> _lasting;
    private long _moves;

    /// <param name="sources">People with settings; they are never removed.</param>
    /// <param name="listeners">The names of peers; they are never removed either.</param>
    public People(IReadOnlyList<SourceOptions> sources, IEnumerable<string> listeners)
    {
        _lasting = [.. listeners, .. sources.Select(options => options.Name)];
        foreach (SourceOptions options in sources)
            _people[options.Name] = new Person(options.Name) { Options = options, Speaker = options.Position };
    }

    /// <summary>The person with a name; null if there is none.</summary>
    public Person? Find(string name) => _people.GetValueOrDefault(name);

    /// <summary>Moves the person with a name, who is added if new. Null if there are too many, or a coordinate is not finite.</summary>
    /// <param name="update">Who moved, and where.</param>
    /// <param name="present">The sources whose people are still needed.</param>
    public Person? Move(in SpatialUpdate update, ReadOnlySpan<Source> present)
    {
        if (!IsFinite(update.Speaker) || !IsFinite(update.Listener) || !IsFinite(update.SpeakerHeading)
            || !IsFinite(update.ListenerHeading))
            return null;
        if (!_people.TryGetValue(update.Name, out Person? person))
        {
            if (_people.Count >= MaxNames && !TryRemoveOldest(present))
                return null;
            _people.Add(update.Name, person = new Person(update.Name));
        }
        person.Move(update);
        person.MovedAs = ++_moves;
        return person;
    }

    /// <summary>Removes the person who moved least recently, among those not in use.</summary>
    private bool TryRemoveOldest(ReadOnlySpan<Source> present)
    {
        HashSet<string> needed = [.. _lasting];
        foreach (Source source in present)
            needed.Add(source.Name);
        Person? oldest = _people.Values.Where(person => !needed.Contains(person.Name)).MinBy(person => person.MovedAs);
        return oldest is not null && _people.Remove(oldest.Name);
    }

    private static bool IsFinite(Vector3? position) => position is not { } p || float.IsFinite(p.X) && float.IsFinite(p.Y)
        && float.IsFinite(p.Z);

    private static bool IsFinite(Quaternion? heading) => heading is not { } h || float.IsFinite(h.LengthSquared());
}
