using System.Collections;

namespace Mongoose.Testbed.Results;

/// <summary>Values by name, in the order in which they were added. Names are compared byte by byte.</summary>
public sealed class OrderedMap<T> : IReadOnlyCollection<KeyValuePair<string, T>>
{
    private readonly List<KeyValuePair<string, T>> _items = [];
    private readonly Dictionary<string, T> _byName = new(StringComparer.Ordinal);

    public int Count => _items.Count;

    public IEnumerable<string> Names => _items.Select(item => item.Key);

    /// <exception cref="KeyNotFoundException">There is no such name.</exception>
    public T this[string name] => _byName[name];

    /// <exception cref="ArgumentException">The name is there already.</exception>
    public void Add(string name, T value)
    {
        _byName.Add(name, value);
        _items.Add(new KeyValuePair<string, T>(name, value));
    }

    public bool TryGet(string name, out T? value) => _byName.TryGetValue(name, out value);

    public IEnumerator<KeyValuePair<string, T>> GetEnumerator() => _items.GetEnumerator();

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}
