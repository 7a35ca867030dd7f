namespace Mongoose.Testbed.Scenarios;

/// <summary>What a flow is: a TCP connection, a circuit of a region.</summary>
public abstract record FlowKind;
