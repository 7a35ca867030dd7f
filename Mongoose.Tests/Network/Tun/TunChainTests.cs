using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Network.Tun;

namespace Mongoose.Tests.Network.Tun;

/// <summary>Several links between the devices.</summary>
[Category("Tun")]
[Platform("Linux")]
[SupportedOSPlatform("linux")]
[NonParallelizable] // It measures real packets.
public sealed class TunChainTests
{
    private const int Deadline = 60_000;

    [Test, CancelAfter(Deadline)]
    public void Every_packet_crosses_all_links_in_order_and_back_in_reverse(CancellationToken deadline)
    {
        LinkPairOptions near = Links(10, 20), far = Links(30, 40);
        using TunNetwork network = TunNetworks.CreateOrSkip(new TunNetworkOptions { Links = [near, far] });
        using UdpEcho echo = new(network);
        List<string> order = [];
        network.OnLink(path =>
        {
            (string, Link)[] links = [("near down", path.Links[0].Down), ("far down", path.Links[1].Down), ("far up", path.Links[1].Up),
                ("near up", path.Links[0].Up)];
            foreach ((string name, Link link) in links)
                link.Monitor = new Names(name, order);
            return links;
        });
        Duration min = echo.MinRoundTrip(1, deadline);
        Assert.That(min, Is.GreaterThan(Duration.FromMilliseconds(100)), "the sum of the four delays");
        // The client asks, the server answers.
        Assert.That(network.OnLink(_ => order.ToArray()), Is.EqualTo(new[] { "far up", "near up", "near down", "far down" }));
    }

    [Test]
    public void A_path_has_at_least_one_link()
    {
        TunNetworks.SkipWithout();
        Assert.Throws<ArgumentException>(() => TunNetwork.Create(new TunNetworkOptions { Links = [] }));
        Assert.That(NamespaceFiles.Of(Environment.ProcessId), Is.Empty);
    }

    private static LinkPairOptions Links(double downMs, double upMs) => new()
    {
        Down = new LinkOptions { Delay = Duration.FromMilliseconds(downMs) },
        Up = new LinkOptions { Delay = Duration.FromMilliseconds(upMs) },
    };

    /// <summary>Writes its link's name for each packet that leaves the link.</summary>
    private sealed class Names(string name, List<string> order) : ILinkMonitor
    {
        public void Arrived(Packet packet, Instant at)
        {
        }

        public void Dropped(long packets, long bytes, Instant at)
        {
        }

        public void Departed(Packet packet, Instant start, Instant sent)
        {
        }

        public void Lost(Packet packet, Instant sent)
        {
        }

        public void Delivered(Packet packet, Instant at) => order.Add(name);
    }
}
