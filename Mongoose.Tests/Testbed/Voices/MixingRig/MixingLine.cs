using Mongoose.Core.Units;
using Mongoose.Network.Games;
using Mongoose.Network.Links;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Voices;

namespace Mongoose.Tests.Testbed.Voices.MixingRig;

/// <summary>
/// The paper's line in simulated time: 635 kbit/s there behind a queue of 75 000 bytes, no limit back, 70 ms each way. Mixers, TCP and
/// cross traffic share the way there.
/// </summary>
internal sealed class MixingLine
{
    private static readonly LinkOptions WayBack = new() { Delay = Duration.FromMilliseconds(70), Seed = 2 };
    private static readonly LinkOptions WayThere = WayBack with
    {
        Rate = DataRate.FromKilobitsPerSecond(635),
        Queue = new QueueOptions { Limit = QueueLimit.OfBytes(75_000) },
        Seed = 1,
    };

    private readonly FlowRig _links;
    private readonly SimulatedNetwork _network;
    private long _mixers;

    /// <param name="there">Changes the way to the receivers.</param>
    /// <param name="back">Changes the way of the reports.</param>
    public MixingLine(Func<LinkOptions, LinkOptions>? there = null, Func<LinkOptions, LinkOptions>? back = null)
    {
        _links = new FlowRig(there is null ? WayThere : there(WayThere), back is null ? WayBack : back(WayBack));
        _network = new SimulatedNetwork(_links.Clock);
    }

    public Instant Now => _links.Clock.Now;

    public void Run(double seconds) => _links.Clock.RunFor(Duration.FromSeconds(seconds));

    /// <summary>Starts a sending and a receiving mixer.</summary>
    /// <param name="profile">Its settings; null: eight sources of the paper, rule `steady`.</param>
    /// <param name="thereToo">Something more on its way there, after the line.</param>
    public MixerPair Add(VoiceProfile? profile = null, params IPacketReceiver[] thereToo)
    {
        MixerPair pair = new(_links.Clock, _network, profile ?? new VoiceProfile(), [_links.Down, .. thereToo], [_links.Up], ++_mixers);
        pair.Sender.Start();
        return pair;
    }

    /// <summary>Starts traffic that does not respond, in the paper's packets of 196 bytes.</summary>
    /// <param name="streams">Its rate, in streams of 78.4 kbit/s.</param>
    public GamePeer AddCross(int streams)
    {
        PacketTrain train = new() { Interval = Duration.FromMilliseconds(20.0 / streams), PayloadBytes = 168 };
        GamePeer receiver = new(_links.Clock, _network, UdpAddress.Loopback(), null, train, new SeededRandom(1));
        UdpRelay way = new(_network, receiver.Address, [_links.Down], [_links.Up]);
        GamePeer sender = new(_links.Clock, _network, UdpAddress.Loopback(), way.Address, train, new SeededRandom(2));
        sender.Start();
        return sender;
    }

    /// <summary>Starts a Reno without end.</summary>
    public TcpFlow AddReno()
    {
        TcpFlow flow = _links.NewFlow(TcpOptions.Linux);
        flow.SetUnlimited(true);
        return flow;
    }
}
