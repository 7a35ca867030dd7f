namespace Mongoose.Client.Commands;

/// <summary>Bots' failures as lines: the first of each text at once, and at the end how many others there were.</summary>
/// <param name="write">Takes a line.</param>
internal sealed class FailureLines(Action<string> write)
{
    private readonly Dictionary<string, int> _others = [];

    public void Add(string bot, string failure)
    {
        if (_others.TryAdd(failure, 0))
            write($"{bot}: {TerminalText.Escape(failure)}");
        else
            _others[failure]++;
    }

    public void End()
    {
        foreach ((string failure, int others) in _others.Where(pair => pair.Value > 0))
            write($"and {others} more: {TerminalText.Escape(failure)}");
        _others.Clear();
    }
}
