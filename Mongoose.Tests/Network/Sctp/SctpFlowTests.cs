using Mongoose.Core.Units;
using Mongoose.Network.Sctp;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Tests.Network.Packets;

namespace Mongoose.Tests.Network.Sctp;

/// <summary>Runs on the host's loopback with usrsctp; nothing depends on how long anything takes, except for a generous deadline.</summary>
public sealed class SctpFlowTests
{
    private const int Deadline = 60_000;

    [SetUp]
    public void SkipWithoutTheLibrary()
    {
        if (!SctpLibrary.Library.IsInstalled)
            Assert.Ignore(SctpLibrary.Library.HowToInstall);
    }

    [Test, CancelAfter(Deadline)]
    public void Ten_thousand_messages_arrive_once_and_intact(CancellationToken deadline)
    {
        const int count = 10_000;
        using RealTimeLoop sender = new("sender"), receiver = new("receiver");
        using SctpRig flow = new(sender, receiver, UdpAddress.Loopback(), maxBytes: 1000);
        flow.Start();
        flow.Send(count, SctpDelivery.Reliable);
        flow.WaitUntilReceived(count, deadline);
        flow.WaitUntilIdle(count, deadline);

        Assert.That(flow.Messages.Received, Is.Unique.And.Length.EqualTo(count));
        Assert.That(flow.Messages.Damaged, Is.Zero);
        Assert.That(flow.Failure, Is.Null);
        SctpCounters counters = flow.Counters;
        Assert.That((counters.Messages, counters.Abandoned), Is.EqualTo((count, 0)));
        Assert.That(counters.Bytes,
            Is.GreaterThan(count * 500L).And.EqualTo(counters.Bytes / counters.Datagrams * counters.Datagrams).Within(counters.Datagrams));
        Assert.That(counters.ReturnBytes, Is.InRange(1, counters.Bytes));
    }

    [Test, CancelAfter(Deadline)]
    public void Messages_longer_than_a_datagram_arrive_intact(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("hosts");
        using SctpRig flow = new(loop, loop, UdpAddress.Loopback(), maxBytes: SctpFlow.MaxMessageBytes);
        flow.Start();
        flow.Send(100, SctpDelivery.Reliable);
        flow.WaitUntilReceived(100, deadline);
        Assert.That((flow.Messages.Received.Distinct().Count(), flow.Messages.Damaged), Is.EqualTo((100, 0)));
    }

    [Test, CancelAfter(Deadline)]
    public void Over_a_lossy_link_all_reliable_messages_arrive(CancellationToken deadline)
    {
        const int count = 2000;
        using RealTimeLoop sender = new("sender"), receiver = new("receiver");
        using SctpRig flow = new(sender, receiver, UdpAddress.Loopback());
        using RelayedLink link = new(flow.Flow.Address, Duration.FromMilliseconds(2), loss: 0.05);
        flow.Start(link.Address);
        flow.Send(count, SctpDelivery.Reliable);
        flow.WaitUntilReceived(count, deadline);

        Assert.That(flow.Messages.Received, Is.Unique.And.Length.EqualTo(count));
        Assert.That(flow.Messages.Received, Is.Not.Ordered, "lost messages do not delay others");
        Assert.That(flow.Messages.Damaged, Is.Zero);
        Assert.That(flow.Counters.RetransmittedChunks, Is.Positive);
        Assert.That(flow.Counters.RetransmittedBytes, Is.GreaterThan(flow.Counters.RetransmittedChunks * 20));
    }

    [Test, CancelAfter(Deadline)]
    public void With_a_time_limit_lost_messages_are_given_up_and_delay_nothing(CancellationToken deadline)
    {
        const int count = 1000;
        using RealTimeLoop sender = new("sender"), receiver = new("receiver");
        using SctpRig flow = new(sender, receiver, UdpAddress.Loopback());
        using RelayedLink link = new(flow.Flow.Address, Duration.FromMilliseconds(20), loss: 0.1); // The SACK comes after the limit.
        flow.Start(link.Address);
        flow.Send(count, SctpDelivery.Within(Duration.FromMilliseconds(20)));
        flow.WaitUntilIdle(count, deadline);
        int limited = flow.Messages.Received.Length;
        Assert.That(limited, Is.InRange(1, count - 1));
        Assert.That(flow.Counters.Abandoned, Is.GreaterThanOrEqualTo(count - limited));

        flow.Send(100, SctpDelivery.Reliable);
        flow.WaitUntilReceived(limited + 100, deadline);
        Assert.That(flow.Messages.Received.Where(number => number >= count), Is.Unique.And.Exactly(100).Items);
        Assert.That((flow.Messages.Damaged, flow.Failure), Is.EqualTo((0, (string?)null)));
    }

    [Test, CancelAfter(Deadline)]
    public void Flows_at_the_same_time_do_not_mix(CancellationToken deadline)
    {
        const int count = 2000;
        using RealTimeLoop a = new("a"), b = new("b");
        using SctpRig there = new(a, b, UdpAddress.Loopback(), number: 1), back = new(b, a, UdpAddress.Loopback(), number: 2);
        there.Start();
        back.Start();
        there.Send(count, SctpDelivery.Reliable);
        back.Send(count, SctpDelivery.Reliable);
        there.WaitUntilReceived(count, deadline);
        back.WaitUntilReceived(count, deadline);
        Assert.That((there.Messages.Damaged, back.Messages.Damaged), Is.EqualTo((0, 0)));
        Assert.That((there.Flow.Loop, there.Messages.Received.Length), Is.EqualTo((back.Flow.Loop, back.Messages.Received.Length)));
    }

    [Test, CancelAfter(Deadline)]
    public void A_full_send_buffer_refuses_messages(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("hosts");
        using SctpRig flow = new(loop, loop, UdpAddress.Loopback(), new SctpOptions { SendBufferBytes = 100_000 });
        using IDatagramPort nobody = loop.Invoke(() => loop.Open(UdpAddress.Loopback()));
        flow.Start(nobody.Address);
        int taken = flow.Flow.Loop.Invoke(() =>
            Enumerable.Range(0, 1000).Count(_ => flow.Flow.Send(new byte[1000], SctpDelivery.Reliable)));
        Assert.That(taken, Is.InRange(80, 100));
        Assert.That((flow.Counters.Messages, flow.Failure), Is.EqualTo(((long)taken, (string?)null)));
        Assert.That(flow.Flow.Loop.Invoke(() => flow.Flow.IsConnected), Is.False);
        loop.Invoke(nobody.Dispose);
    }

    [Test, CancelAfter(Deadline)]
    public void Closing_in_the_middle_leaves_no_socket_and_no_thread(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("hosts");
        UdpAddress address = UdpAddress.Loopback();
        for (int round = 0; round < 5; round++)
        {
            using SctpRig flow = new(loop, loop, address);
            flow.Start();
            flow.Send(5000, SctpDelivery.Reliable);
            flow.WaitUntilReceived(100, deadline);
            address = flow.Flow.Address; // The next round fails if this one leaves the socket open.
        }
        // Tests that run at the same time may use the stack for a while.
        while (Threads().Any(name => name.StartsWith("SCTP", StringComparison.Ordinal)))
        {
            deadline.ThrowIfCancellationRequested();
            deadline.WaitHandle.WaitOne(10);
        }
    }

    [Test, CancelAfter(Deadline)]
    public void A_closed_flow_takes_no_messages_and_touches_no_other_flow(CancellationToken deadline)
    {
        const int count = 1000;
        using RealTimeLoop loop = new("hosts");
        SctpRig closed = new(loop, loop, UdpAddress.Loopback(), number: 1);
        closed.Start();
        closed.Send(count, SctpDelivery.Reliable);
        closed.WaitUntilReceived(count, deadline);
        using SctpRig other = new(loop, loop, UdpAddress.Loopback(), number: 2); // Keeps the loop that both use.
        closed.Dispose();
        using SctpRig next = new(loop, loop, UdpAddress.Loopback(), number: 3); // The stack may give it the memory of the closed flow.
        next.Start();
        next.Send(count, SctpDelivery.Reliable);
        bool taken = other.Flow.Loop.Invoke(() => Enumerable.Range(0, count).Any(_ => closed.Flow.Send([1], SctpDelivery.Reliable)));
        next.WaitUntilReceived(count, deadline);
        Assert.That((taken, next.Messages.Damaged, closed.Counters.Messages), Is.EqualTo((false, 0, (long)count)));
        Assert.That(other.Flow.Loop.Invoke(() => (closed.Flow.IsConnected, closed.Flow.Waiting)), Is.EqualTo((false, 0)));
    }

    [Test, CancelAfter(Deadline)]
    public void An_address_in_use_is_reported_and_the_next_flow_works(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("hosts");
        using SctpRig first = new(loop, loop, UdpAddress.Loopback());
        IOException error = Assert.Throws<IOException>(() => _ = new SctpRig(loop, loop, first.Flow.Address))!;
        Assert.That(error.Message, Does.Contain(first.Flow.Address.ToString()));
        first.Start();
        first.Send(10, SctpDelivery.Reliable);
        first.WaitUntilReceived(10, deadline);
    }

    [Test, CancelAfter(Deadline)]
    public void A_flow_that_cannot_be_opened_leaves_no_port_open(CancellationToken deadline)
    {
        UdpAddress address;
        using RealTimeLoop loop = new("hosts");
        using (SctpRig flow = new(loop, loop, UdpAddress.Loopback()))
            address = flow.Flow.Address;
        RealTimeLoop ended = new("ended");
        ended.Dispose();
        Assert.Throws<InvalidOperationException>(() => _ = new SctpRig(ended, loop, address));
        using SctpRig next = new(loop, loop, address);
        next.Start();
        next.Send(10, SctpDelivery.Reliable);
        next.WaitUntilReceived(10, deadline);
    }

    [Test]
    public void An_end_that_the_stack_refuses_closes_its_port()
    {
        using RealTimeLoop loop = new("host");
        SctpStack stack = SctpStack.Join();
        try
        {
            IDatagramPort port = stack.Loop.OpenIn(loop, UdpAddress.Loopback());
            UdpAddress address = port.Address;
            SctpOptions refused = new() { MinRto = Duration.FromSeconds(3600) }; // Above RTO.Max.
            Assert.Throws<IOException>(() => stack.Loop.Invoke(() => _ = new SctpEnd(port, refused, () => { })));
            IDatagramPort next = stack.Loop.OpenIn(loop, address);
            stack.Loop.Invoke(next.Dispose);
        }
        finally
        {
            stack.Leave();
        }
    }

    [Test, CancelAfter(Deadline)]
    public void Misuse_is_refused(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("hosts");
        using SctpRig flow = new(loop, loop, UdpAddress.Loopback());
        Assert.Throws<InvalidOperationException>(() => Send([1]), "not started");
        flow.Start();
        Assert.Throws<InvalidOperationException>(() => flow.Start());
        Assert.Throws<ArgumentException>(() => Send([]));
        Assert.Throws<ArgumentException>(() => Send(new byte[SctpFlow.MaxMessageBytes + 1]));
        Assert.Throws<ArgumentException>(() => SctpDelivery.Within(Duration.Zero));

        void Send(byte[] message) => flow.Flow.Loop.Invoke(() => flow.Flow.Send(message, SctpDelivery.Reliable));
    }

    private static IEnumerable<string> Threads() => Directory.EnumerateDirectories("/proc/self/task").Select(task =>
    {
        try
        {
            return File.ReadAllText(Path.Combine(task, "comm"));
        }
        catch (IOException)
        {
            return ""; // The thread has just ended.
        }
    });
}
