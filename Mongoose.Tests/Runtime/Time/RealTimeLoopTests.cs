using System.Collections.Concurrent;
using System.Net.Sockets;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Runtime.Time;

/// <summary>Tests on real sockets and the real clock: none depends on how long anything takes, except for a generous deadline.</summary>
public sealed class RealTimeLoopTests
{
    private const int Deadline = 30_000;

    [Test, CancelAfter(Deadline)]
    public void Datagrams_of_any_size_arrive_in_both_directions_with_their_senders_address(CancellationToken deadline)
    {
        using RealTimeLoop a = new("a"), b = new("b");
        BlockingCollection<(UdpAddress From, byte[] Data)> atA = [], atB = [];
        IDatagramPort portA = Open(a, atA), portB = Open(b, atB);
        Random random = new(1);
        foreach (int size in (int[])[0, 1, 1400, 65_507, 0, 5])
        {
            byte[] there = new byte[size], back = new byte[size];
            random.NextBytes(there);
            random.NextBytes(back);
            a.Invoke(() => portA.Send(portB.Address, there));
            (UdpAddress from, byte[] data) = atB.Take(deadline);
            Assert.That(from, Is.EqualTo(portA.Address));
            Assert.That(data, Is.EqualTo(there));
            b.Invoke(() => portB.Send(from, back));
            Assert.That(atA.Take(deadline), Is.EqualTo((portB.Address, back)));
        }
    }

    [Test, CancelAfter(Deadline)]
    public void Empty_datagrams_in_between_block_nothing_and_order_is_kept(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("loop");
        BlockingCollection<(UdpAddress From, byte[] Data)> arrived = [];
        IDatagramPort to = Open(loop, arrived), from = loop.Invoke(() => loop.Open(UdpAddress.Loopback()));
        loop.Invoke(() =>
        {
            for (byte i = 0; i < 100; i++)
                from.Send(to.Address, new byte[] { i }.AsSpan(0, i % 3 == 0 ? 0 : 1));
        });
        for (byte i = 0; i < 100; i++)
            Assert.That(arrived.Take(deadline).Data, Is.EqualTo(i % 3 == 0 ? Array.Empty<byte>() : [i]));
    }

    [Test, CancelAfter(Deadline)]
    public void Alarms_run_in_order_and_none_before_its_time(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("loop");
        BlockingCollection<int> ran = [];
        int early = 0;
        loop.Invoke(() =>
        {
            Instant now = loop.Now;
            foreach ((int number, double milliseconds) in ((int, double)[])[(4, 30), (2, 10), (3, 10), (1, 0.2), (0, -5)])
            {
                Instant time = now + Duration.FromMilliseconds(milliseconds);
                loop.At(time, () =>
                {
                    if (loop.Now < time)
                        early++;
                    ran.Add(number, CancellationToken.None);
                });
            }
        });
        for (int i = 0; i < 5; i++)
            Assert.That(ran.Take(deadline), Is.EqualTo(i));
        Assert.That(loop.Invoke(() => early), Is.Zero);
    }

    [Test, CancelAfter(Deadline)]
    public void Alarms_that_are_always_due_do_not_starve_datagrams(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("loop");
        BlockingCollection<(UdpAddress From, byte[] Data)> arrived = [];
        IDatagramPort port = Open(loop, arrived);
        loop.Invoke(Spin);
        using UdpClient client = new();
        client.Send([7], port.Address.ToEndPoint());
        Assert.That(arrived.Take(deadline).Data, Is.EqualTo(new byte[] { 7 }));

        void Spin() => loop.At(loop.Now, Spin);
    }

    [Test, CancelAfter(Deadline)]
    public void Invoke_returns_results_and_rethrows_exceptions_unchanged(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("loop");
        Assert.That(loop.Invoke(() => 42), Is.EqualTo(42));
        IOException thrown = new("mine");
        Assert.That(Assert.Throws<IOException>(() => loop.Invoke(() => throw thrown)), Is.SameAs(thrown));
        Assert.That(Assert.Throws<IOException>(() => loop.Invoke(int () => throw thrown)), Is.SameAs(thrown));
        Assert.That(loop.Invoke(() => Thread.CurrentThread.Name), Is.EqualTo("loop"), "an exception in an invoked function ends nothing");
        Assert.That(Parallel.For(0, 200, i => Assert.That(loop.Invoke(() => i), Is.EqualTo(i))).IsCompleted);
    }

    [Test, CancelAfter(Deadline)]
    public void A_port_in_use_is_an_IOException_that_contains_the_address(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("loop"), other = new("other");
        UdpAddress taken = loop.Invoke(() => loop.Open(UdpAddress.Loopback())).Address;
        IOException error = Assert.Throws<IOException>(() => other.Invoke(() => other.Open(taken)))!;
        Assert.That(error.Message, Does.Contain(taken.ToString()));
        Assert.That(other.Invoke(() => other.Open(UdpAddress.Loopback())).Address, Is.Not.EqualTo(taken));
    }

    [Test, CancelAfter(Deadline)]
    public void Dispose_frees_ports_and_ends_the_thread_while_traffic_flows(CancellationToken deadline)
    {
        RealTimeLoop loop = new("loop");
        BlockingCollection<(UdpAddress From, byte[] Data)> arrived = [];
        IDatagramPort port = Open(loop, arrived);
        IDatagramPort back = loop.Invoke(() => loop.Open(UdpAddress.Loopback()));
        Thread thread = loop.Invoke(() => Thread.CurrentThread);
        loop.Invoke(Answer);
        using CancellationTokenSource stop = new();
        Task flood = Task.Run(() =>
        {
            using UdpClient client = new();
            while (!stop.IsCancellationRequested)
                client.Send([1, 2, 3], port.Address.ToEndPoint());
        }, deadline);
        for (int i = 0; i < 1000; i++)
            arrived.Take(deadline);

        loop.Dispose();
        stop.Cancel();
        Assert.That(flood.Wait(Deadline, deadline));
        Assert.That(thread.IsAlive, Is.False);
        AssertFree(port.Address);
        AssertFree(back.Address);
        Assert.Throws<InvalidOperationException>(() => loop.Invoke(() => 1));
        Assert.DoesNotThrow(loop.Dispose, "twice");

        void Answer()
        {
            back.Send(port.Address, [4]);
            loop.At(loop.Now, Answer);
        }
    }

    [Test, CancelAfter(Deadline)]
    public void Dispose_from_a_datagram_handler_ends_the_loop_in_order(CancellationToken deadline)
    {
        RealTimeLoop loop = new("loop");
        Thread thread = loop.Invoke(() => Thread.CurrentThread);
        IDatagramPort port = loop.Invoke(() => loop.Open(UdpAddress.Loopback()));
        IDatagramPort second = loop.Invoke(() => loop.Open(UdpAddress.Loopback()));
        loop.Invoke(() => port.Received = (_, _) => loop.Dispose());
        using UdpClient client = new();
        client.Send([1], second.Address.ToEndPoint());
        client.Send([1], port.Address.ToEndPoint());
        Assert.That(thread.Join(Deadline));
        AssertFree(port.Address);
        AssertFree(second.Address);
        Assert.Throws<InvalidOperationException>(() => loop.Invoke(() => 1), "stopped, not failed");
    }

    [Test, CancelAfter(Deadline)]
    public void A_handler_may_close_its_own_port_and_others(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("loop");
        IDatagramPort[] ports = Enumerable.Range(0, 3).Select(_ => loop.Invoke(() => loop.Open(UdpAddress.Loopback()))).ToArray();
        using ManualResetEventSlim closed = new();
        loop.Invoke(() =>
        {
            foreach (IDatagramPort port in ports)
            {
                port.Received = (_, _) =>
                {
                    ports[0].Dispose();
                    ports[1].Dispose();
                    closed.Set();
                };
                ports[2].Send(port.Address, [1]);
                ports[2].Send(port.Address, [2]);
            }
        });
        Assert.That(closed.Wait(Deadline, deadline));
        Assert.DoesNotThrow(() => loop.Invoke(() => ports[0].Send(ports[2].Address, [3])), "a closed port sends nothing, silently");
        AssertFree(ports[0].Address);
        AssertFree(ports[1].Address);
    }

    [Test, CancelAfter(Deadline)]
    public void An_exception_on_the_thread_surfaces_in_the_next_Invoke(CancellationToken deadline)
    {
        using RealTimeLoop loop = new("loop");
        InvalidDataException thrown = new("mine");
        loop.Invoke(() => loop.At(loop.Now, () => throw thrown));
        Exception? surfaced = null;
        while (surfaced is null && !deadline.IsCancellationRequested)
            surfaced = Assert.Catch(() => loop.Invoke(() => throw new TimeoutException("not yet")));
        Assert.That(surfaced is TimeoutException ? Assert.Catch(() => loop.Invoke(() => 1)) : surfaced, Is.SameAs(thrown));
    }

    private static IDatagramPort Open(RealTimeLoop loop, BlockingCollection<(UdpAddress From, byte[] Data)> arrived) => loop.Invoke(() =>
    {
        IDatagramPort port = loop.Open(UdpAddress.Loopback());
        port.Received = (from, data) => arrived.Add((from, data.ToArray()), CancellationToken.None);
        return port;
    });

    private static void AssertFree(UdpAddress address)
    {
        using Socket socket = new(AddressFamily.InterNetwork, SocketType.Dgram, ProtocolType.Udp);
        Assert.DoesNotThrow(() => socket.Bind(address.ToEndPoint()), $"{address} is still bound");
    }
}
