namespace Mongoose.Runtime.Settings;

/// <summary>A problem with a setting: its place, the value found, and what is allowed.</summary>
/// <param name="Path">A path such as <c>$.flows[1].tcp.segmentBytes</c>.</param>
/// <param name="Value">The value found; null if the setting is missing.</param>
/// <param name="Reason">The reason, with the allowed values.</param>
public sealed record SettingProblem(string Path, string? Value, string Reason)
{
    public override string ToString() => Value is null ? $"{Path}: {Reason}" : $"{Path}: {Value}: {Reason}";
}

/// <summary>Invalid settings. The message has one line for each problem, with place, value and what is allowed.</summary>
public sealed class SettingsException(IReadOnlyList<SettingProblem> problems) : ArgumentException(string.Join('\n', problems))
{
    public IReadOnlyList<SettingProblem> Problems => problems;
}
