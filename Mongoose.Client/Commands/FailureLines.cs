using System.Text.RegularExpressions;

namespace Mongoose.Client.Commands;

/// <summary>Bots' failures as lines: the first of each sort at once, and at the end how many others there were.</summary>
/// <param name="write">Takes a line.</param>
internal sealed partial class FailureLines(Action<string> write)
{
    private readonly Dictionary<string, int> _others = [];

    public void Add(string bot, string failure)
    {
        if (_others.TryAdd(SortOf(failure), 0))
            write($"{bot}: {TerminalText.Escape(failure)}");
        else
            _others[SortOf(failure)]++;
    }

    public void End()
    {
        foreach ((string sort, int others) in _others.Where(pair => pair.Value > 0))
            write($"and {others} more: {TerminalText.Escape(sort)}");
        _others.Clear();
    }

    /// <summary>Of addresses the host alone: each bot has a seed capability of its own.</summary>
    private static string SortOf(string failure) => AddressPath().Replace(failure, "$1/...");

    [GeneratedRegex(@"(https?://[^/\s]+)/\S+")]
    private static partial Regex AddressPath();
}
