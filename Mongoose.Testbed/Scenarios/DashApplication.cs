using Mongoose.Network.Tcp.Applications;

namespace Mongoose.Testbed.Scenarios;

/// <summary>A video in chunks: requests against the flow's direction, chunks along it.</summary>
public sealed record DashApplication(DashOptions Options) : TcpApplication
{
    public override bool Asks => true;
}
