namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>The records of a group's flows.</summary>
internal sealed record FlowGroupRecord(string Name, IReadOnlyList<FlowRecord> Flows);
