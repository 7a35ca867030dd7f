using Mongoose.Network.Numerics;
using Mongoose.Runtime.Udp;

namespace Mongoose.Network.Packets;

/// <summary>What tells one flow from another on the wire: the five-tuple.</summary>
/// <param name="Source">Who sends.</param>
/// <param name="Destination">Who receives.</param>
/// <param name="Protocol">Of the IP header.</param>
public readonly record struct FlowKey(UdpAddress Source, UdpAddress Destination, byte Protocol)
{
    public const byte Tcp = 6, Udp = 17;
}

/// <summary>A hash of the five-tuple that is the same on every platform and runtime, and another one for each perturbation.</summary>
public static class FlowHash
{
    public static ulong Of(in FlowKey flow, long perturbation)
    {
        ulong hosts = (ulong)flow.Source.Host << 32 | flow.Destination.Host;
        ulong ports = (ulong)flow.Source.Port << 24 | (ulong)flow.Destination.Port << 8 | flow.Protocol;
        return BitMixer.Mix(BitMixer.Mix(BitMixer.Mix((ulong)perturbation) ^ hosts) ^ ports);
    }

    /// <summary>0 to below <paramref name="slots"/>, from the hash's upper half.</summary>
    public static int Slot(in FlowKey flow, long perturbation, int slots) => (int)((Of(flow, perturbation) >> 32) * (ulong)slots >> 32);
}
