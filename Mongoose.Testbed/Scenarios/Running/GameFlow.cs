using Mongoose.Core.Units;
using Mongoose.Network.Games;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;

namespace Mongoose.Testbed.Scenarios.Running;

/// <summary>A player and its server in a run, each on the thread where it lives.</summary>
/// <param name="client">The player.</param>
/// <param name="onClient">Runs something on the player's thread, and waits.</param>
/// <param name="server">The player's own.</param>
/// <param name="onServer">The same on the server's thread.</param>
/// <param name="origin">The run's begin on the clock of both.</param>
internal sealed class GameFlow(GamePeer client, Action<Action> onClient, GamePeer server, Action<Action> onServer, Instant origin) : IFlow
{
    public void Start()
    {
        onServer(server.Start);
        onClient(client.Start);
    }

    public void Stop()
    {
        onClient(client.Stop);
        onServer(server.Stop);
    }

    public void Finish(FlowRecord record) => onServer(() => onClient(() => new GameFigures(client, server, origin, record).Add()));
}

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
