using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Network.Links;

public sealed class SimulatedNetworkTests
{
    [Test]
    public void A_datagram_arrives_at_its_instant_unaffected_by_changes_of_the_senders_buffer()
    {
        SimulatedScheduler clock = new();
        SimulatedNetwork network = new(clock);
        using IDatagramPort a = network.Open(UdpAddress.Loopback()), b = network.Open(UdpAddress.Loopback(9000));
        List<string> log = [];
        b.Received = (from, data) => log.Add($"{clock.Now} {from == a.Address} {Convert.ToHexString(data)}");
        clock.At(Instant.FromSeconds(1), () =>
        {
            byte[] buffer = [1, 2];
            a.Send(b.Address, buffer);
            buffer[0] = 9;
            Assert.That(log, Is.Empty, "delivered as a separate event");
        });
        clock.RunUntil(Instant.FromSeconds(2));
        Assert.That(log, Is.EqualTo(new[] { "1.000000 s True 0102" }));
        Assert.That(clock.Now, Is.EqualTo(Instant.FromSeconds(2)));
    }

    [Test]
    public void A_closed_port_neither_receives_nor_sends_and_its_number_is_free()
    {
        SimulatedScheduler clock = new();
        SimulatedNetwork network = new(clock);
        IDatagramPort a = network.Open(UdpAddress.Loopback(1)), b = network.Open(UdpAddress.Loopback(2));
        int received = 0;
        a.Received = b.Received = (_, _) => received++;
        a.Send(b.Address, [1]);
        b.Dispose();
        b.Send(a.Address, [1]);
        clock.RunFor(Duration.FromSeconds(1));
        Assert.That(received, Is.Zero);

        IDatagramPort again = network.Open(b.Address);
        again.Received = (_, _) => received++;
        b.Dispose(); // A second time, when the number belongs to another port.
        a.Send(again.Address, [1]);
        clock.RunFor(Duration.FromSeconds(1));
        Assert.That(received, Is.EqualTo(1));
        Assert.That(() => network.Open(a.Address), Throws.TypeOf<IOException>().With.Message.Contains("127.0.0.1:1"));
    }
}
