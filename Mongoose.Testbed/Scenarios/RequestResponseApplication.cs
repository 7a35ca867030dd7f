using Mongoose.Network.Tcp.Applications;

namespace Mongoose.Testbed.Scenarios;

/// <summary>Requests against the flow's direction, responses along it.</summary>
public sealed record RequestResponseApplication(RequestResponseOptions Options) : TcpApplication
{
    public override bool Asks => true;
}
