using Mongoose.Core.Units;
using Mongoose.Network.Games;
using Mongoose.Network.Links;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Network.Games;

/// <summary>A player and a server with one link in each direction, in simulated time.</summary>
internal sealed class GameRig
{
    public GameRig(LinkOptions down, LinkOptions up, GameOptions? options = null, long seed = 1)
    {
        options ??= new GameOptions();
        Network = new SimulatedNetwork(Clock);
        Server = new GamePeer(Clock, Network, UdpAddress.Loopback(), null, options.Down, new SeededRandom(seed, 1));
        UdpRelay relay = new(Clock, Network, Server.Address, toServer: up, toClient: down);
        Client = new GamePeer(Clock, Network, UdpAddress.Loopback(), relay.Address, options.Up, new SeededRandom(seed, 2));
    }

    public SimulatedScheduler Clock { get; } = new();

    public SimulatedNetwork Network { get; }

    public GamePeer Server { get; }

    public GamePeer Client { get; }

    public GameRig Play(double seconds)
    {
        Server.Start();
        Client.Start();
        Clock.RunFor(Duration.FromSeconds(seconds));
        return this;
    }
}
