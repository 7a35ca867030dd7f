using Mongoose.Client.Bots;
using Mongoose.Client.Login;
using Mongoose.Client.Sessions;
using Mongoose.Client.Sessions.Builtin;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region;

namespace Mongoose.Tests.Client.Bots;

/// <summary>A region that names neighbours without end gets bots to open a few circuits, and to send a few packets.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase), Parallelizable(ParallelScope.All)]
public sealed class NeighbourLimitTests
{
    private const int PacketsOfOneOpening = 4;

    private readonly SimulatedGrid _grid = new();
    private readonly Dictionary<int, int> _received = [];

    [Test]
    public void Neighbours_that_never_answer_are_asked_by_few_packets_and_no_more_than_24_of_them()
    {
        Listen(20_000, 2_000);
        Bot bot = _grid.Run(SimulatedGrid.Options(seconds: 600), 5).Bots[0];
        for (int round = 0; round < 3; round++)
        {
            for (int port = 20_000; port < 22_000; port++)
                _grid.Client.Raise(new RegionEvent(RegionEventKind.EnableSimulator, UdpAddress.Loopback(port), null));
            _grid.Pass(30);
        }
        Assert.That(_received, Has.Count.EqualTo(RegionCircuits.MaxSilent));
        Assert.That(_received.Values, Is.All.EqualTo(PacketsOfOneOpening));
        Assert.That(bot.State, Is.EqualTo(BotState.InRegion));
    }

    [Test]
    public void An_avatar_that_is_sent_on_and_on_to_regions_that_do_not_answer_ends_its_visit()
    {
        Listen(20_000, 100);
        Bot bot = _grid.Run(SimulatedGrid.Options(seconds: 600), 5).Bots[0];
        for (int port = 20_000; port < 20_100 && !bot.IsOver; port++)
            _grid.Client.Raise(new RegionEvent(RegionEventKind.TeleportFinish, UdpAddress.Loopback(port), new Uri(SimulatedGrid.Service, $"seed/{port}")));
        Assert.That((bot.State, bot.Failure), Is.EqualTo((BotState.Failed, BotFailure.RegionSilent)));
        Assert.That(bot.Message, Does.Contain("24 regions that never answered"));
        Assert.That(_grid.Client.Followed, Is.Empty);
        _grid.Pass(30);
        Assert.That(_received, Has.Count.AtMost(RegionCircuits.MaxSilent));
    }

    [Test]
    public void A_neighbour_makes_room_for_the_avatar_and_for_no_other_neighbour()
    {
        Bot bot = _grid.Run(SimulatedGrid.Options(seconds: 600), 5).Bots[0];
        List<EmbeddedRegion> neighbours = [];
        for (int i = 0; i <= RegionCircuits.MaxNeighbours; i++)
        {
            neighbours.Add(_grid.Add($"Neighbour {i}", port: 9100 + i));
            _grid.Client.Raise(_grid.Finish(neighbours[i]) with { Kind = RegionEventKind.EnableSimulator, Seed = null });
            _grid.Pass(1);
        }
        Assert.That(neighbours.Count(region => region.Circuits.Count > 0), Is.EqualTo(RegionCircuits.MaxNeighbours));
        _grid.Client.Raise(_grid.Finish(neighbours[^1]));
        _grid.Pass(5);
        Assert.That((bot.State, bot.Counters.Teleports), Is.EqualTo((BotState.InRegion, 1L)));
        neighbours.ForEach(region => region.Dispose());
    }

    private void Listen(int from, int count)
    {
        for (int port = from; port < from + count; port++)
        {
            int listening = port;
            _grid.Network.Open(UdpAddress.Loopback(port)).Received = (_, _) => _received[listening] = _received.GetValueOrDefault(listening) + 1;
        }
    }
}
