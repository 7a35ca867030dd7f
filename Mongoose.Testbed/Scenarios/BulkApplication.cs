namespace Mongoose.Testbed.Scenarios;

/// <summary>As much as TCP lets through.</summary>
/// <param name="Bytes">Null: without end.</param>
public sealed record BulkApplication(long? Bytes) : TcpApplication;
