using Mongoose.Network.Numerics;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Packets;

/// <summary>Identifies a flow on the wire: the five-tuple.</summary>
/// <param name="Source">The sender's address and port.</param>
/// <param name="Destination">The receiver's address and port.</param>
/// <param name="Protocol">The protocol number in the IP header.</param>
public readonly record struct FlowKey(UdpAddress Source, UdpAddress Destination, byte Protocol)
{
    public const byte Tcp = 6, Udp = 17;

    /// <summary>The flow in the opposite direction.</summary>
    public FlowKey Reversed => new(Destination, Source, Protocol);
}

/// <summary>A hash of the five-tuple that is the same on every platform and runtime, and different for each perturbation.</summary>
public static class FlowHash
{
    public static ulong Of(in FlowKey flow, long perturbation)
    {
        ulong hosts = (ulong)flow.Source.Host << 32 | flow.Destination.Host;
        ulong ports = (ulong)flow.Source.Port << 24 | (ulong)flow.Destination.Port << 8 | flow.Protocol;
        return BitMixer.Mix(BitMixer.Mix(BitMixer.Mix((ulong)perturbation) ^ hosts) ^ ports);
    }

    /// <summary>A slot from 0 to below <paramref name="slots"/>, from the hash's upper half.</summary>
    public static int Slot(in FlowKey flow, long perturbation, int slots) => (int)((Of(flow, perturbation) >> 32) * (ulong)slots >> 32);
}

/// <summary>
/// For tables of flows: the hash of the record would put flows of neighbouring ports and addresses into the same buckets.
/// </summary>
internal sealed class FlowKeyComparer : IEqualityComparer<FlowKey>
{
    public static readonly FlowKeyComparer Instance = new();

    public bool Equals(FlowKey x, FlowKey y) => x == y;

    public int GetHashCode(FlowKey flow) => (int)(FlowHash.Of(flow, 0) >> 32);
}
