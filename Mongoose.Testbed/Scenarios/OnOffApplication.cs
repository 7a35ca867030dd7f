using Mongoose.Network.Tcp.Applications;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Data without end, and none, in turn.</summary>
public sealed record OnOffApplication(OnOffOptions Options) : TcpApplication;
