using System.Text.RegularExpressions;
using Mongoose.Runtime.Terminals;

namespace Mongoose.Client.Commands;

/// <summary>Prints bots' failures: the first of each kind immediately, and at the end how many others of the kind there were.</summary>
/// <param name="write">Writes a line.</param>
internal sealed partial class FailureLines(Action<string> write)
{
    private readonly Dictionary<string, int> _others = [];

    public void Add(string bot, string failure)
    {
        if (_others.TryAdd(KindOf(failure), 0))
            write($"{bot}: {TerminalText.Escape(failure)}");
        else
            _others[KindOf(failure)]++;
    }

    public void End()
    {
        foreach ((string kind, int others) in _others.Where(pair => pair.Value > 0))
            write($"and {others} more: {TerminalText.Escape(kind)}");
        _others.Clear();
    }

    /// <summary>Reduces addresses to the host, because each bot has its own seed capability.</summary>
    private static string KindOf(string failure) => AddressPath().Replace(failure, "$1/...");

    [GeneratedRegex(@"(https?://[^/\s]+)/\S+")]
    private static partial Regex AddressPath();
}
