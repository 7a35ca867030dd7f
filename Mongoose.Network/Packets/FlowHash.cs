using Mongoose.Network.Numerics;

namespace Mongoose.Network.Packets;

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
