namespace Mongoose.Runtime.Settings;

/// <summary>One thing that is wrong with settings: where, what stands there, and why it cannot.</summary>
/// <param name="Path">As in <c>$.flows[1].tcp.segmentBytes</c>.</param>
/// <param name="Value">What stands there; null when something is missing.</param>
/// <param name="Reason">What is allowed.</param>
public sealed record SettingProblem(string Path, string? Value, string Reason)
{
    public override string ToString() => Value is null ? $"{Path}: {Reason}" : $"{Path}: {Value}: {Reason}";
}

/// <summary>Settings that cannot be. The message has one line for each problem, naming place, value and what is allowed.</summary>
public sealed class SettingsException(IReadOnlyList<SettingProblem> problems) : ArgumentException(string.Join('\n', problems))
{
    public IReadOnlyList<SettingProblem> Problems => problems;
}
