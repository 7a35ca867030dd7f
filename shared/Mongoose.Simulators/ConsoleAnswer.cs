namespace Mongoose.Simulators;

/// <summary>
/// The lines that OpenSim's console prints between two markers. The console assigns a number to an entry before it stores the text, so a
/// read at that moment may skip the next entry, or return one that was read before. The entries of one read are in order, whatever their
/// numbers: two threads that print at the same time may get the same number.
/// </summary>
public sealed class ConsoleAnswer(string begin, string end)
{
    private readonly List<string> _lines = [];
    private (long Number, string Text)? _last;
    private bool _begun;

    /// <summary>An entry is missing: the answer must be read again.</summary>
    public bool HasGap { get; private set; }

    /// <summary>The end marker has arrived.</summary>
    public bool IsComplete { get; private set; }

    public string[] Lines => _lines.ToArray();

    /// <summary>Adds the entries of one read, of one or several lines each. Lines after the end marker are ignored.</summary>
    public void Add(IReadOnlyList<(long Number, string Text)> entries)
    {
        IEnumerable<(long Number, string Text)> fresh = _last is { } last
            ? entries.SkipWhile(entry => entry.Number < last.Number || entry == last)
            : entries;
        HasGap |= _last is { } before && entries.Count > 0 && entries[0].Number > before.Number + 1;
        foreach ((long Number, string Text) entry in fresh)
        {
            _last = entry;
            foreach (string line in entry.Text.Split('\n'))
                Add(line);
        }
    }

    private void Add(string line)
    {
        if (IsComplete)
            return;
        if (line.Contains(end, StringComparison.Ordinal))
        {
            IsComplete = true;
            HasGap |= !_begun;
        }
        else if (line.Contains(begin, StringComparison.Ordinal))
        {
            _begun = true;
        }
        else if (_begun)
        {
            _lines.Add(line);
        }
    }
}
