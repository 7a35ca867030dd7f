using Mongoose.Testbed.Tcp.Applications;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Requests up, responses down.</summary>
public sealed record RequestResponseApplication(RequestResponseOptions Options) : TcpApplication;
