namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>The records of a group's flows.</summary>
internal sealed record FlowGroupRecord(string Name, IReadOnlyList<FlowRecord> Flows)
{
    /// <summary>The links that they cross.</summary>
    public IReadOnlyList<string> Path { get; init; } = [];

    /// <summary>Whether flows of both cross a link; groups without links count as if they did.</summary>
    public bool Meets(FlowGroupRecord other) => Path.Count == 0 || Path.Intersect(other.Path).Any();
}
