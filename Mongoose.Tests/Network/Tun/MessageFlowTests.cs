using System.Runtime.Versioning;
using Mongoose.Network.Enet;
using Mongoose.Network.Sctp;
using Mongoose.Network.Tun;
using Mongoose.Tests.Network.Enet;
using Mongoose.Tests.Network.Sctp;

namespace Mongoose.Tests.Network.Tun;

/// <summary>Flows whose ends are in different network namespaces, although one loop uses both.</summary>
[Category("Tun")]
[Platform("Linux")]
[SupportedOSPlatform("linux")]
[NonParallelizable] // It measures real packets.
public sealed class MessageFlowTests
{
    private const int Deadline = 60_000, Count = 500;

    [Test, CancelAfter(Deadline)]
    public void Messages_of_SCTP_cross_the_link(CancellationToken deadline)
    {
        if (!SctpLibrary.Library.IsInstalled)
            Assert.Ignore(SctpLibrary.Library.HowToInstall);
        using TunNetwork network = TunNetworks.CreateOrSkip();
        using SctpRig flow = new(network.Server.Loop, network.Client.Loop, network.Client.Address);
        flow.Start();
        flow.Send(Count, SctpDelivery.Reliable);
        flow.WaitUntilReceived(Count, deadline);
        flow.WaitUntilIdle(Count, deadline);
        Assert.That(flow.Messages.Damaged, Is.Zero);
        SctpCounters counters = flow.Counters;
        Assert.That(network.OnLink(link => link.Down.Counters.DeliveredBytes), Is.EqualTo(counters.Bytes), "all of it, and nothing else");
    }

    [Test, CancelAfter(Deadline)]
    public void Messages_of_ENet_cross_the_link(CancellationToken deadline)
    {
        if (!EnetLibrary.Library.IsInstalled)
            Assert.Ignore(EnetLibrary.Library.HowToInstall);
        using TunNetwork network = TunNetworks.CreateOrSkip();
        using EnetRig flow = new(network.Server.Loop, network.Client.Loop, network.Client.Address);
        flow.Start();
        flow.Send(Count, EnetDelivery.Reliable);
        flow.WaitUntilReceived(Count, deadline);
        Assert.That(flow.Messages.Damaged, Is.Zero);
        Assert.That(network.OnLink(link => link.Down.Counters.DeliveredBytes), Is.Positive, "not over the host's loopback");
    }
}
