namespace Mongoose.Testbed.OpenSim;

/// <summary>
/// What OpenSim's console says between two markers. It gives out a number before it has the text: a read that is answered just then skips what is
/// said, which shows as a gap. What a new session repeats is whole, whatever its numbers: two threads that speak at once may be given the same one.
/// </summary>
internal sealed class ConsoleAnswer(string begin, string end, bool isRepeated)
{
    private readonly List<string> _lines = [];
    private long? _last;
    private bool _begun;

    /// <summary>Something was said that did not come: it must be read again.</summary>
    public bool HasGap { get; private set; }

    /// <summary>The marker at its end has come.</summary>
    public bool IsComplete { get; private set; }

    public string[] Lines => _lines.ToArray();

    /// <summary>Takes what the console said at once, which may be several lines; what comes after the end is not for this answer.</summary>
    public void Add(long number, string text)
    {
        HasGap |= !isRepeated && _last is { } last && number > last + 1;
        _last = number;
        foreach (string line in text.Split('\n'))
            Add(line);
    }

    private void Add(string line)
    {
        if (IsComplete)
            return;
        if (line.Contains(end, StringComparison.Ordinal))
        {
            IsComplete = true;
            HasGap |= !isRepeated && !_begun;
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
