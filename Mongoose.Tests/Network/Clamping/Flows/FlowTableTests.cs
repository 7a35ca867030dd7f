using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Flows;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Network.Clamping.Flows;

public sealed class FlowTableTests
{
    private static readonly TcpFields Ack = new() { Flags = TcpFlags.Ack };

    [TestCase(true)]
    [TestCase(false)]
    public void A_SYN_of_either_end_opens_a_connection(bool fromSender)
    {
        FlowTable table = new(4);
        ClampedFlow? opened = table.Take(Key(1), fromSender, Syn(1));
        Assert.That(opened, Is.Not.Null);
        Assert.That(opened!.Key, Is.EqualTo(Key(1)));
        Assert.That(table.Take(Key(1), !fromSender, Ack), Is.SameAs(opened));
        Assert.That(table.Take(Key(2), fromSender, Ack), Is.Null);
    }

    [TestCase(TcpFlags.Ack)]
    [TestCase(TcpFlags.Rst)]
    [TestCase(TcpFlags.Fin | TcpFlags.Ack)]
    [TestCase(TcpFlags.Syn | TcpFlags.Rst)]
    [TestCase(TcpFlags.Syn | TcpFlags.Fin)]
    public void Nothing_else_opens_one(TcpFlags flags)
    {
        FlowTable table = new(4);
        Assert.That(table.Take(Key(1), true, new TcpFields { Flags = flags }), Is.Null);
        Assert.That(table.Count, Is.Zero);
    }

    [Test]
    public void A_repeated_SYN_keeps_the_connection_and_another_number_opens_it_anew()
    {
        FlowTable table = new(4);
        ClampedFlow opened = Opened(table, Key(1), 1);
        long order = opened.Order;
        Assert.That(Opened(table, Key(1), 1).Order, Is.EqualTo(order));
        Assert.That(Opened(table, Key(1), 2).Order, Is.GreaterThan(order));
        Assert.That(table.Count, Is.EqualTo(1));
    }

    [Test]
    public void A_new_connection_replaces_the_one_whose_last_packet_is_oldest()
    {
        FlowTable table = new(3);
        for (int i = 1; i <= 3; i++)
            Opened(table, Key(i), 1);
        table.Take(Key(1), true, Ack);
        Opened(table, Key(4), 1);
        Assert.That(Known(table), Is.EqualTo(new[] { Key(1), Key(3), Key(4) }));
        table.Take(Key(3), true, Ack);
        Opened(table, Key(5), 1);
        Assert.That(Known(table), Is.EqualTo(new[] { Key(3), Key(4), Key(5) }));
    }

    [Test]
    public void Connections_that_open_together_replace_old_ones_and_not_each_other()
    {
        FlowTable table = new(8);
        for (int i = 1; i <= 8; i++)
            Establish(table, Key(i));
        Opened(table, Key(11), 1);
        Opened(table, Key(12), 1);
        Assert.That(Known(table), Is.EqualTo(new[] { Key(3), Key(4), Key(5), Key(6), Key(7), Key(8), Key(11), Key(12) }));
        for (int i = 21; i < 100; i++)
            Opened(table, Key(i), 1);
        Assert.That(Known(table).Take(5), Is.EqualTo(new[] { Key(4), Key(5), Key(6), Key(7), Key(8) }),
            "a flood has little more than a quarter");
    }

    [Test]
    public void A_table_of_one_connection_holds_the_newest()
    {
        FlowTable table = new(1);
        Opened(table, Key(1), 1);
        Opened(table, Key(2), 1);
        Assert.That(Known(table), Is.EqualTo(new[] { Key(2) }));
    }

    [Test]
    public void A_connection_that_is_removed_is_unknown_and_no_longer_active()
    {
        FlowTable table = new(4);
        ClampedFlow first = Opened(table, Key(1), 1), second = Opened(table, Key(2), 1), third = Opened(table, Key(3), 1);
        foreach (ClampedFlow flow in new[] { first, second, third })
            table.Active.Add(flow);
        table.Remove(first);
        Assert.That(Known(table), Is.EqualTo(new[] { Key(2), Key(3) }));
        Assert.That(table.Active.Flows.ToArray(), Is.EquivalentTo(new[] { second, third }));
        Assert.That(table.Active.Flows.ToArray().Select(flow => flow.ActiveIndex), Is.EqualTo(new[] { 0, 1 }));
        table.Remove(third);
        Assert.That(table.Active.Flows.ToArray(), Is.EqualTo(new[] { second }));
    }

    [Test]
    public void A_flood_of_half_open_connections_stays_within_the_bound()
    {
        FlowTable table = new(1000);
        for (int i = 0; i < 100_000; i++)
            Opened(table, new FlowKey(new UdpAddress((uint)i, 80), UdpAddress.Loopback(443), FlowKey.Tcp), (uint)i);
        Assert.That(table.Count, Is.EqualTo(1000));
    }

    [Test]
    public void An_established_connection_survives_a_flood_even_one_whose_SYNs_are_answered()
    {
        FlowTable table = new(10);
        ClampedFlow flow = Establish(table, Key(1));
        Assert.That(flow.IsEstablished, Is.True);
        for (int i = 2; i < 1000; i++)
        {
            ClampedFlow forged = Opened(table, Key(i), (uint)i);
            table.Take(Key(i), false, SynAck(7, (uint)i));
            forged.OnReceiverSegment(SynAck(7, (uint)i), Duration.Zero, Instant.Zero);
        }
        Assert.That(table.Count, Is.EqualTo(10));
        Assert.That(Known(table)[0], Is.EqualTo(Key(1)));
    }

    [Test]
    public void A_connection_is_forgotten_by_its_flow()
    {
        FlowTable table = new(4);
        Opened(table, Key(1), 1);
        table.Remove(Key(2));
        Assert.That(table.Count, Is.EqualTo(1));
        table.Remove(Key(1));
        Assert.That(table.Count, Is.Zero);
    }

    [Test]
    public void After_it_has_grown_it_allocates_nothing()
    {
        FlowTable table = new(1000);
        uint number = 0;
        long bytes = Allocation.FewestBytes(() =>
        {
            for (int i = 0; i < 5000; i++)
            {
                ClampedFlow flow = Opened(table, Key(i), ++number);
                table.Active.Add(flow);
                if (i % 3 == 0)
                    table.Remove(flow);
            }
        });
        Assert.That(bytes, Is.Zero);
    }

    private static ClampedFlow Opened(FlowTable table, in FlowKey key, uint number)
    {
        ClampedFlow flow = table.Take(key, true, Syn(number))!;
        flow.OnSenderSegment(Syn(number), 60, Instant.Zero);
        return flow;
    }

    private static ClampedFlow Establish(FlowTable table, in FlowKey key)
    {
        ClampedFlow flow = Opened(table, key, 1);
        table.Take(key, false, SynAck(9, 1));
        flow.OnReceiverSegment(SynAck(9, 1), Duration.Zero, Instant.Zero);
        flow.OnSenderSegment(Ack with { Acknowledgment = 10 }, 52, Instant.Zero);
        table.Take(key, true, Ack);
        return flow;
    }

    private static FlowKey[] Known(FlowTable table) => table.InOrder.Select(flow => flow.Key).ToArray();

    private static FlowKey Key(int port) => new(UdpAddress.Loopback(port), UdpAddress.Loopback(443), FlowKey.Tcp);

    private static TcpFields SynAck(uint number, uint opposite) =>
        new() { Flags = TcpFlags.Syn | TcpFlags.Ack, Sequence = number, Acknowledgment = opposite + 1 };

    private static TcpFields Syn(uint number) => new() { Flags = TcpFlags.Syn, Sequence = number };
}
