using Mongoose.Core.Settings;

namespace Mongoose.Runtime.Settings;

/// <summary>
/// Settings as one argument of a command line: <c>key=value</c>, separated by spaces; a value with spaces is in single or double quotes.
/// The keys are the same as in files.
/// </summary>
public sealed class PairSource : SettingSource
{
    private readonly Dictionary<string, string> _values = [];
    private readonly string _path;
    private readonly List<SettingProblem> _problems;

    /// <param name="text">The argument.</param>
    /// <param name="path">The argument's place, with which problems begin, such as <c>--peer 1</c>.</param>
    public PairSource(string text, string path, List<SettingProblem> problems)
    {
        (_path, _problems) = (path, problems);
        int at = 0;
        while (at < text.Length)
        {
            if (char.IsWhiteSpace(text[at]))
                at++;
            else
                at = ReadPair(text, at);
        }
    }

    protected override bool IsText => true;

    public override bool Has(string key) => _values.ContainsKey(key);

    public override void Problem(string? place, string reason) =>
        _problems.Add(new SettingProblem(
            place is null ? _path : $"{_path} {place}", place is null ? null : _values.GetValueOrDefault(place), reason));

    protected override object? Find(Setting setting) => _values.GetValueOrDefault(setting.Key);

    protected override void CheckKeys(IReadOnlyCollection<string> known)
    {
        foreach (string key in _values.Keys.Except(known))
            Problem(key, UnknownKey.Reason(key, known));
    }

    /// <summary>Reads one pair; returns where the next one may begin.</summary>
    private int ReadPair(string text, int begin)
    {
        int equals = begin;
        while (equals < text.Length && text[equals] != '=' && !char.IsWhiteSpace(text[equals]))
            equals++;
        string key = text[begin..equals];
        if (equals == text.Length || text[equals] != '=' || key.Length == 0)
        {
            Problem(null, $"'{key}': allowed are pairs such as port=5000, separated by spaces; a value with spaces is in quotes");
            return equals + (key.Length == 0 ? 1 : 0);
        }
        int end = EndOfValue(text, equals + 1, out string value);
        if (!_values.TryAdd(key, value))
            Problem(key, "occurs more than once");
        return end;
    }

    private static int EndOfValue(string text, int begin, out string value)
    {
        bool isQuoted = begin < text.Length && text[begin] is '"' or '\'' && text.IndexOf(text[begin], begin + 1) > 0;
        int end = isQuoted ? text.IndexOf(text[begin], begin + 1) : begin;
        while (!isQuoted && end < text.Length && !char.IsWhiteSpace(text[end]))
            end++;
        value = isQuoted ? text[(begin + 1)..end] : text[begin..end];
        return isQuoted ? end + 1 : end;
    }
}
