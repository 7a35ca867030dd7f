using Mongoose.Core.Units;
using Mongoose.Network.Games;

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
