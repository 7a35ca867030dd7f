using Mongoose.Network.Tcp.Applications;

namespace Mongoose.Testbed.Scenarios;

/// <summary>What a TCP flow carries.</summary>
internal abstract record TcpApplication
{
    /// <summary>Whether what it carries is asked for, by requests the other way.</summary>
    public virtual bool IsRequestDriven => false;
}

/// <summary>As much as TCP lets through.</summary>
/// <param name="Bytes">Null: without end.</param>
internal sealed record BulkApplication(long? Bytes) : TcpApplication;

/// <summary>Data without end, and none, in turn.</summary>
internal sealed record OnOffApplication(OnOffOptions Options) : TcpApplication;

/// <summary>Requests against the flow's direction, responses along it.</summary>
internal sealed record RequestResponseApplication(RequestResponseOptions Options) : TcpApplication
{
    public override bool IsRequestDriven => true;
}

/// <summary>A video in chunks: requests against the flow's direction, chunks along it.</summary>
internal sealed record DashApplication(DashOptions Options) : TcpApplication
{
    public override bool IsRequestDriven => true;
}
