using Mongoose.Network.Games;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Scenarios.Places;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>A game's client and server in a run, each on its site.</summary>
internal sealed class GameFlow : IFlow
{
    /// <summary>The first random number stream of games; each game uses two.</summary>
    private const long Stream = 3000;

    private readonly Place _place;
    private readonly Site _servers;
    private readonly GamePeer _client;
    private readonly GamePeer _server;

    public GameFlow(Place place, FlowGroup group, GameOptions options, int member)
    {
        (_place, _servers) = (place, place.Servers(group));
        long stream = Stream + 2 * place.NextNumber(group.Kind);
        UdpAddress address = place.ServerAddress(group, member);
        _server = _servers.Invoke(() => new GamePeer(
            _servers.Scheduler, _servers.Network, address, null, options.Down, new SeededRandom(place.Seed, stream)));
        UdpAddress way = place.RouteTo(_server.Address, group);
        Site viewers = place.Viewers;
        _client = viewers.Invoke(() => new GamePeer(
            viewers.Scheduler, viewers.Network, place.ViewerAddress, way, options.Up, new SeededRandom(place.Seed, stream + 1)));
    }

    public void Start()
    {
        _servers.Invoke(_server.Start);
        _place.Viewers.Invoke(_client.Start);
    }

    public void Stop()
    {
        _place.Viewers.Invoke(_client.Stop);
        _servers.Invoke(_server.Stop);
    }

    public void Finish(FlowRecord record) => _servers.Invoke(() => _place.Viewers.Invoke(() =>
        new GameFigures(_client, _server, _place.Origin, record).Add()));
}
