using System.Diagnostics;
using System.Runtime.Versioning;
using Mongoose.Network.Kernel;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Creates TCP flows: simulated flows, or flows of the kernel between two network namespaces.</summary>
internal static class TcpFlows
{
    /// <summary>The first random number stream of TCP applications.</summary>
    private const long Stream = 1000;

    private const ushort FirstSimulatedPort = 5001;

    public static IFlow Create(Place place, FlowGroup group, TcpFlowOptions tcp, int member, FlowRecord record)
    {
        int number = place.NextNumber(tcp) + 1;
        SeededRandom random = new(place.Seed, Stream + number);
        return place switch
        {
            SimulatedPlace simulated => Simulated(simulated, group, tcp, number, random, record),
            IKernelTcpPlace hosts when OperatingSystem.IsLinux() => OfKernel(place, hosts.Tcp, group, tcp, member, random, record),
            _ => throw new UnreachableException($"{record.Name}: a scenario with TCP runs in simulation or between namespaces"),
        };
    }

    private static SimulatedTcpFlow Simulated(SimulatedPlace place, FlowGroup group, TcpFlowOptions tcp, int number, SeededRandom random,
        FlowRecord record)
    {
        FlowKey key = new(UdpAddress.Loopback((ushort)(FirstSimulatedPort + number)), UdpAddress.Loopback(FirstSimulatedPort), FlowKey.Tcp);
        if (tcp.Opaque)
            place.Hide(key);
        (IReadOnlyList<IPacketReceiver> forward, IReadOnlyList<IPacketReceiver> back) = place.Ways(group);
        if (tcp.Up)
            (forward, back) = (back, forward);
        return new SimulatedTcpFlow(place.Clock, tcp, key, forward, back, random, record);
    }

    [SupportedOSPlatform("linux")]
    private static FlowOnSite OfKernel(Place place, KernelTcp kernel, FlowGroup group, TcpFlowOptions tcp, int member, SeededRandom random,
        FlowRecord record)
    {
        KernelTcpOptions options = HostTcpFlow.OptionsOf(tcp);
        KernelTcpFlow data = kernel.Connect(group, member, tcp.Up, options);
        KernelTcpFlow? requests = tcp.Application.IsRequestDriven ? kernel.Connect(group, member, !tcp.Up, options) : null;
        return new FlowOnSite(new Site(kernel.Loop),
            new HostTcpFlow(kernel.Loop, tcp.Application, data, requests, random, place.Origin, record));
    }
}
