using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Network.Packets;

public sealed class FlowKeyComparerTests
{
    // As in a table of hashes: 65536 flows in as many buckets. With random places the fullest one has 8 or 9.
    [Test]
    public void Neighbouring_addresses_and_ports_do_not_meet_in_a_bucket([Values(65_536, 65_537)] int buckets)
    {
        int[] counts = new int[buckets];
        for (uint host = 0; host < 256; host++)
        {
            for (ushort port = 0; port < 256; port++)
            {
                FlowKey flow = new(new UdpAddress(host << 8, port), new UdpAddress(host, 443), FlowKey.Tcp);
                counts[(uint)FlowKeyComparer.Instance.GetHashCode(flow) % (uint)buckets]++;
            }
        }
        Assert.That(counts.Max(), Is.LessThan(16));
    }
}
