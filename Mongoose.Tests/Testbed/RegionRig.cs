using Mongoose.Core.Channels;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Circuits;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Testbed;

/// <summary>A region and one manually controlled peer, without a link between them.</summary>
internal sealed class RegionRig
{
    public static readonly string[] Outbounds = [OutboundNames.Stock, OutboundNames.Mongoose];

    public RegionRig(RegionOptions options)
    {
        Network = new SimulatedNetwork(Clock);
        Region = new EmbeddedRegion(Clock, Network, UdpAddress.Loopback(9000), options);
        Peer = new RawPeer(Clock, Network, Region.Address);
    }

    public SimulatedScheduler Clock { get; } = new();

    public SimulatedNetwork Network { get; }

    public EmbeddedRegion Region { get; }

    public RawPeer Peer { get; }

    public Circuit Circuit => Region.Circuits.Single();

    public static ChannelRates Rates(double megabits) => ViewerSplit.Of(DataRate.FromMegabitsPerSecond(megabits), double.MaxValue);

    public void Run(double seconds) => Clock.RunFor(Duration.FromSeconds(seconds));

    /// <summary>Opens a circuit and completes the handshake.</summary>
    public Circuit Enter(double megabits)
    {
        Peer.Open();
        Run(0.01);
        Peer.Arrive(Rates(megabits));
        Run(0.01);
        return Circuit;
    }
}
