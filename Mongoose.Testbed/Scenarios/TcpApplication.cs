namespace Mongoose.Testbed.Scenarios;

/// <summary>What a TCP flow carries.</summary>
public abstract record TcpApplication;
