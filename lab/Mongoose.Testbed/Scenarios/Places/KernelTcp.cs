using System.Runtime.Versioning;
using Mongoose.Network.Kernel;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Scenarios.Places;

/// <summary>The kernel's TCP between two hosts.</summary>
/// <param name="network">The hosts.</param>
/// <param name="portOf">The port of a flow, from its group and its number in the group, from 1.</param>
[SupportedOSPlatform("linux")]
internal sealed class KernelTcp(TunNetwork network, Func<FlowGroup, int, int> portOf) : IDisposable
{
    private readonly List<KernelTcpFlow> _flows = [];

    /// <summary>The loop for applications.</summary>
    public RealTimeLoop Loop { get; } = new("TCP");

    /// <summary>Opens a connection on the flow's own port; <see cref="Dispose"/> closes it.</summary>
    /// <param name="member">The flow's number in the group, from 1.</param>
    /// <param name="up">Whether data is sent from the viewers' host to the servers'.</param>
    public KernelTcpFlow Connect(FlowGroup group, int member, bool up, KernelTcpOptions options)
    {
        (TunHost sender, TunHost receiver) = up ? (network.Client, network.Server) : (network.Server, network.Client);
        KernelTcpFlow flow = new(Loop, sender.Loop, receiver.Loop, receiver.Address with { Port = (ushort)portOf(group, member) }, options);
        _flows.Add(flow);
        return flow;
    }

    public void Dispose()
    {
        foreach (KernelTcpFlow flow in _flows)
            Loop.Invoke(flow.Dispose);
        Loop.Dispose();
    }
}

/// <summary>A place with the kernel's TCP.</summary>
[SupportedOSPlatform("linux")]
internal interface IKernelTcpPlace
{
    KernelTcp Tcp { get; }
}
