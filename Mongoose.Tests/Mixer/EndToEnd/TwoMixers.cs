using Mongoose.Core.Units;
using Mongoose.Mixer.Nodes;
using Mongoose.Mixer.Settings;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Janus;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.EndToEnd;

/// <summary>Two mixers on the host's clock with an emulated line between them: the south hears the north, and the other way.</summary>
internal sealed class TwoMixers : IDisposable
{
    private readonly RealTimeLoop _northLoop = new("north"), _southLoop = new("south"), _lineLoop = new("line");
    private readonly UdpRelay _line;
    private readonly MixerNode _north, _south;

    /// <param name="line">Each direction of the line.</param>
    /// <param name="trunk">How each mixer sends to the other; the name is replaced.</param>
    /// <param name="north">The clients of the north.</param>
    /// <param name="south">The clients of the south.</param>
    /// <param name="sources">What the north knows of sources.</param>
    public TwoMixers(LinkOptions line, PeerOptions trunk, PeerSettings[] north, PeerSettings[] south, params SourceOptions[] sources)
    {
        int trunkPort = FreeUdpPorts.Take();
        _line = _lineLoop.Invoke(() => new UdpRelay(_lineLoop, _lineLoop, UdpAddress.Loopback(trunkPort), line, line));
        _south = Start(_southLoop, "south", [new PeerSettings { Port = trunkPort, Options = Trunk(trunk, "north") }, .. south], []);
        _north = Start(_northLoop, "north",
            [new PeerSettings { Port = FreeUdpPorts.Take(), Address = _line.Address.ToString(), Options = Trunk(trunk, "south") },
            .. north], sources);
    }

    /// <summary>A line of 2 Mbit/s and 30 ms.</summary>
    public static LinkOptions Line => new() { Rate = DataRate.FromMegabitsPerSecond(2), Delay = Duration.FromMilliseconds(30) };

    /// <summary>What the north knows of the south.</summary>
    public PeerState NorthsTrunk => _northLoop.Invoke(() => _north.Peers[0]);

    /// <summary>What both know of all peers, for messages.</summary>
    public override string ToString() =>
        string.Join('\n', _northLoop.Invoke(() => _north.Peers).Concat(_southLoop.Invoke(() => _south.Peers)));

    /// <summary>A client with a port that is free.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="codec">What it is sent, and expected to send.</param>
    /// <param name="receives">Whether it has an address of its own, for a program that only receives.</param>
    public static PeerSettings Client(string name, string codec, bool receives = false) => new()
    {
        Port = FreeUdpPorts.Take(),
        Address = receives ? UdpAddress.Loopback(FreeUdpPorts.Take()).ToString() : null,
        Options = new PeerOptions { Name = name, Codec = codec },
    };

    /// <summary>Waits until audio can pass.</summary>
    public Task WaitUntilOpen() =>
        Wait.Until(() => NorthsTrunk.Status == PeerStatus.Open && _southLoop.Invoke(() => _south.Peers[0].Status) == PeerStatus.Open,
        $"the trunk is not open: {this}");

    public void Dispose()
    {
        _northLoop.Invoke(_north.Dispose);
        _southLoop.Invoke(_south.Dispose);
        _lineLoop.Invoke(_line.Dispose);
        foreach (RealTimeLoop loop in (RealTimeLoop[])[_northLoop, _southLoop, _lineLoop])
            loop.Dispose();
    }

    private static PeerOptions Trunk(PeerOptions options, string neighbour) => options with { Name = neighbour, Role = PeerRole.Mixer };

    private static MixerNode Start(RealTimeLoop loop, string name, PeerSettings[] peers, SourceOptions[] sources) => loop.Invoke(() =>
    {
        MixerNode node =
            new(loop, loop, new MixerSettings { Name = name, Peers = peers, Sources = sources }, (ulong)Random.Shared.NextInt64());
        node.Start();
        return node;
    });
}
