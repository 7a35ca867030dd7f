using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Network.Packets;

public sealed class FlowHashTests
{
    // Computed independently of this code, from the definition.
    [TestCase(FlowKey.Udp, 0, 0x62e7b3d91b74b5c7UL, 395)]
    [TestCase(FlowKey.Udp, 1, 0x85f04d4dbfcf452dUL, 535)]
    [TestCase(FlowKey.Tcp, 0, 0xf8faf8b4dc48718dUL, 995)]
    public void The_hash_is_the_same_everywhere(byte protocol, long perturbation, ulong hash, int slot)
    {
        FlowKey flow = new(new UdpAddress(0x0A000001, 1), new UdpAddress(0x0A000002, 9000), protocol);
        Assert.That(FlowHash.Of(flow, perturbation), Is.EqualTo(hash));
        Assert.That(FlowHash.Slot(flow, perturbation, 1024), Is.EqualTo(slot));
    }

    // Flows that differ in one port only. Of 1024 slots with 16 flows expected in each, the fullest slot of a fair hash has 25 to 40.
    [Test]
    public void Flows_that_differ_little_are_spread_evenly()
    {
        int[] slots = new int[1024];
        for (int port = 0; port < 16 * 1024; port++)
        {
            FlowKey flow = new(new UdpAddress(0x0A000001, (ushort)port), new UdpAddress(0x0A000002, 443), FlowKey.Tcp);
            slots[FlowHash.Slot(flow, 7, slots.Length)]++;
        }
        Assert.That(slots.Max(), Is.InRange(25, 40));
        double chiSquared = slots.Sum(count => (count - 16.0) * (count - 16.0)) / 16;
        Assert.That(chiSquared, Is.EqualTo(1023).Within(4 * Math.Sqrt(2 * 1023)));
    }
}
