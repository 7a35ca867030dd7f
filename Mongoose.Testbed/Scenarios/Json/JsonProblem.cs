namespace Mongoose.Testbed.Scenarios.Json;

/// <summary>One thing that is wrong in a JSON file: where, what stands there, and why it cannot.</summary>
/// <param name="Path">As in <c>$.flows[1].tcp.segmentBytes</c>.</param>
/// <param name="Value">What stands there; null when something is missing.</param>
/// <param name="Reason">What is allowed.</param>
internal sealed record JsonProblem(string Path, string? Value, string Reason)
{
    public override string ToString() => Value is null ? $"{Path}: {Reason}" : $"{Path}: {Value}: {Reason}";
}
