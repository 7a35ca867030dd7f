using Mongoose.Network.Links;

namespace Mongoose.Network.Tun;

/// <summary>Two hosts and the link between them.</summary>
public sealed record TunNetworkOptions
{
    /// <summary>From the server to the client.</summary>
    public LinkOptions Down { get; init; } = new();

    /// <summary>From the client to the server.</summary>
    public LinkOptions Up { get; init; } = new();

    /// <summary>More delay for some flows; of several that match a flow, the first counts.</summary>
    public IReadOnlyList<FlowDelay> FlowDelays { get; init; } = [];

    /// <summary>Whether the kernels of both hosts ask for ECN when they open TCP connections (net.ipv4.tcp_ecn = 1).</summary>
    public bool Ecn { get; init; }
}
