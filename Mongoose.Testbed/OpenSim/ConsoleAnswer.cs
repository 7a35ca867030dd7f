namespace Mongoose.Testbed.OpenSim;

/// <summary>
/// What OpenSim's console says between two markers. It gives out a number before it has the text, so a read that is answered just then may skip the next
/// entry, or begin with one that has been read. The entries of one read follow each other, whatever their numbers: two threads that speak at once may
/// be given the same one.
/// </summary>
internal sealed class ConsoleAnswer(string begin, string end)
{
    private readonly List<string> _lines = [];
    private (long Number, string Text)? _last;
    private bool _begun;

    /// <summary>Something was said that did not come: it must be read again.</summary>
    public bool HasGap { get; private set; }

    /// <summary>The marker at its end has come.</summary>
    public bool IsComplete { get; private set; }

    public string[] Lines => _lines.ToArray();

    /// <summary>Takes what one read brought: entries of one line or several. What comes after the end is not for this answer.</summary>
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
