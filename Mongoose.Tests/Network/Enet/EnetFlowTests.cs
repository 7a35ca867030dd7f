using Mongoose.Core.Units;
using Mongoose.Network.Enet;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Tests.Network.Packets;

namespace Mongoose.Tests.Network.Enet;

/// <summary>Runs on the host's loopback with ENet; nothing depends on how long anything takes, except for a generous deadline.</summary>
public sealed class EnetFlowTests
{
    private const int Deadline = 60_000;

    [SetUp]
    public void SkipWithoutTheLibrary()
    {
        if (!EnetLibrary.Library.IsInstalled)
            Assert.Ignore(EnetLibrary.Library.HowToInstall);
    }

    [Test, CancelAfter(Deadline)]
    public void Ten_thousand_messages_arrive_in_order_and_intact(CancellationToken deadline)
    {
        const int count = 10_000;
        using RealTimeLoop sender = new("sender"), receiver = new("receiver");
        using EnetRig flow = new(sender, receiver, UdpAddress.Loopback(), maxBytes: 1000);
        flow.Start();
        flow.Send(count, EnetDelivery.Reliable);
        flow.WaitUntilReceived(count, deadline);
        flow.Messages.WaitUntil(() => flow.WaitingBytes == 0, deadline);

        Assert.That(flow.Messages.Received, Is.EqualTo(Enumerable.Range(0, count)));
        Assert.That((flow.Messages.Damaged, flow.Failure), Is.EqualTo((0, (string?)null)));
        EnetCounters counters = flow.Counters;
        Assert.That(counters.Messages, Is.EqualTo(count));
        Assert.That(counters.Bytes, Is.GreaterThan(count * 490L + counters.Datagrams * 28));
        Assert.That(counters.ReturnBytes, Is.InRange(1, counters.Bytes));
    }

    [Test, CancelAfter(Deadline)]
    public void Messages_longer_than_a_datagram_arrive_intact(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("hosts");
        using EnetRig flow = new(loop, loop, UdpAddress.Loopback(), maxBytes: EnetFlow.MaxMessageBytes);
        flow.Start();
        flow.Send(100, EnetDelivery.Reliable);
        flow.WaitUntilReceived(100, deadline);
        Assert.That((flow.Messages.Received.Length, flow.Messages.Damaged), Is.EqualTo((100, 0)));
    }

    [Test, CancelAfter(Deadline)]
    public void Over_a_lossy_link_all_reliable_messages_arrive_in_order(CancellationToken deadline)
    {
        const int count = 2000;
        using RealTimeLoop sender = new("sender"), receiver = new("receiver");
        using EnetRig flow = new(sender, receiver, UdpAddress.Loopback());
        using RelayedLink link = new(flow.Address, Duration.FromMilliseconds(2), loss: 0.05);
        flow.Start(link.Address);
        flow.Send(count, EnetDelivery.Reliable);
        flow.WaitUntilReceived(count, deadline);
        Assert.That(flow.Messages.Received, Is.EqualTo(Enumerable.Range(0, count)));
        Assert.That(flow.Messages.Damaged, Is.Zero);
        Assert.That(flow.Counters.PacketsLost, Is.Positive);
    }

    [Test, CancelAfter(Deadline)]
    public void Over_a_lossy_link_unreliable_messages_are_missing_and_the_others_keep_their_order(CancellationToken deadline)
    {
        const int count = 1000;
        using RealTimeLoop sender = new("sender"), receiver = new("receiver");
        using EnetRig flow = new(sender, receiver, UdpAddress.Loopback());
        using RelayedLink link = new(flow.Address, Duration.FromMilliseconds(2), loss: 0.1);
        flow.Start(link.Address);
        flow.Send(count, EnetDelivery.UnreliableSequenced);
        flow.Messages.WaitUntil(() => flow.Messages.Sent == count && flow.WaitingBytes == 0, deadline);
        flow.Send(1, EnetDelivery.Reliable);
        flow.Messages.WaitUntil(() => flow.Messages.Received.Contains(count), deadline);
        Assert.That(flow.Messages.Received, Is.Ordered.And.Unique);
        Assert.That(flow.Messages.Received, Has.Length.InRange(2, count));
        Assert.That((flow.Messages.Damaged, flow.Failure), Is.EqualTo((0, (string?)null)));
    }

    [Test, CancelAfter(Deadline)]
    public void Flows_at_the_same_time_do_not_mix(CancellationToken deadline)
    {
        const int count = 2000;
        using RealTimeLoop a = new("a"), b = new("b");
        using EnetRig there = new(a, b, UdpAddress.Loopback(), number: 1), back = new(b, a, UdpAddress.Loopback(), number: 2);
        there.Start();
        back.Start();
        there.Send(count, EnetDelivery.Reliable);
        back.Send(count, EnetDelivery.Reliable);
        there.WaitUntilReceived(count, deadline);
        back.WaitUntilReceived(count, deadline);
        Assert.That((there.Messages.Damaged, back.Messages.Damaged), Is.EqualTo((0, 0)));
    }

    [Test, CancelAfter(Deadline)]
    public void A_full_send_buffer_refuses_messages_until_others_have_been_acknowledged(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("hosts");
        using EnetRig flow = new(loop, loop, UdpAddress.Loopback(), new EnetOptions { SendBufferBytes = 70_000 }, maxBytes: 1000);
        Assert.That(flow.TrySend(new byte[1000], EnetDelivery.Reliable), Is.False, "not connected");
        flow.Start();
        flow.WaitUntilConnected(deadline);
        flow.Send(1000, EnetDelivery.Reliable);
        Assert.That(flow.Messages.Refused, Is.Positive, "the loop sent all of them in one event");
        Assert.That(flow.WaitingBytes, Is.InRange(0, 70_000));
        flow.WaitUntilReceived(1000, deadline);
        flow.Messages.WaitUntil(() => flow.WaitingBytes == 0, deadline);
    }

    [Test, Platform("Linux")]
    public void Child_processes_do_not_inherit_the_socket()
    {
        const int closeOnExec = 0x80000; // O_CLOEXEC
        using RealTimeLoop loop = new("host");
        string flags = loop.Invoke(() =>
        {
            using EnetHost host = new(loop, EnetHost.Create(UdpAddress.Loopback()));
            return File.ReadLines($"/proc/self/fdinfo/{host.Number}").First(line => line.StartsWith("flags:", StringComparison.Ordinal));
        });
        Assert.That(Convert.ToInt32(flags["flags:".Length..].Trim(), 8) & closeOnExec, Is.Not.Zero);
    }

    [Test, CancelAfter(Deadline)]
    public void Closing_in_the_middle_leaves_no_socket(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("hosts");
        UdpAddress address = UdpAddress.Loopback();
        for (int round = 0; round < 5; round++)
        {
            using EnetRig flow = new(loop, loop, address);
            flow.Start();
            flow.Send(5000, EnetDelivery.Reliable);
            flow.WaitUntilReceived(100, deadline);
            address = flow.Address; // The next round fails if this one leaves the socket open.
        }
        loop.Invoke(() => loop.Open(address).Dispose());
    }

    [Test, CancelAfter(Deadline)]
    public void Misuse_is_refused(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("hosts");
        using EnetRig flow = new(loop, loop, UdpAddress.Loopback());
        IOException error = Assert.Throws<IOException>(() => _ = new EnetRig(loop, loop, flow.Address))!;
        Assert.That(error.Message, Does.Contain(flow.Address.ToString()));
        flow.Start();
        Assert.Throws<InvalidOperationException>(() => flow.Start());
        Assert.Throws<ArgumentException>(() => flow.TrySend([], EnetDelivery.Reliable));
        Assert.Throws<ArgumentException>(() => flow.TrySend(new byte[EnetFlow.MaxMessageBytes + 1], EnetDelivery.Reliable));
        Assert.Throws<ArgumentOutOfRangeException>(() =>
            _ = new EnetRig(loop, loop, UdpAddress.Loopback(), new EnetOptions { SendBufferBytes = 1000 }));
    }
}
