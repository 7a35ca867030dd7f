using Mongoose.Network.Games;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>Makes the two ends of a game, wherever they live.</summary>
/// <param name="options">What they send.</param>
/// <param name="seed">Of the run.</param>
/// <param name="number">Of the game in the run.</param>
internal sealed class GamePeers(GameOptions options, long seed, int number)
{
    /// <summary>The first stream of random numbers of games.</summary>
    private const long Stream = 3000;

    public GamePeer NewServer(IScheduler scheduler, INetwork network, UdpAddress local) =>
        new(scheduler, network, local, null, options.Down, new SeededRandom(seed, Stream + 2 * number));

    public GamePeer NewClient(IScheduler scheduler, INetwork network, UdpAddress local, UdpAddress server) =>
        new(scheduler, network, local, server, options.Up, new SeededRandom(seed, Stream + 2 * number + 1));
}
