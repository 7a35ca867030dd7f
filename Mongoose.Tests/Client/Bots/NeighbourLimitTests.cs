using Mongoose.Client.Bots;
using Mongoose.Client.Login;
using Mongoose.Client.Sessions;
using Mongoose.Client.Sessions.Builtin;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Region;

namespace Mongoose.Tests.Client.Bots;

/// <summary>A region that names any number of neighbours makes bots open only a few circuits, and send only a few packets.</summary>
public sealed class NeighbourLimitTests
{
    private const int PacketsOfOneOpening = 4;

    private readonly SimulatedGrid _grid = new();
    private readonly Dictionary<int, int> _received = [];

    [Test]
    public void At_most_24_neighbours_that_never_answer_are_asked_with_few_packets()
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
    public void An_avatar_that_is_repeatedly_sent_to_regions_that_do_not_answer_ends_its_visit()
    {
        Listen(20_000, 100);
        Bot bot = _grid.Run(SimulatedGrid.Options(seconds: 600), 5).Bots[0];
        for (int port = 20_000; port < 20_100 && !bot.IsOver; port++)
            _grid.Client.Raise(
                new RegionEvent(RegionEventKind.TeleportFinish, UdpAddress.Loopback(port), new Uri(SimulatedGrid.Service, $"seed/{port}")));
        Assert.That((bot.State, bot.Failure), Is.EqualTo((BotState.Failed, BotFailure.RegionSilent)));
        Assert.That(bot.Message, Does.Contain("24 regions have never answered"));
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
        Assert.That((bot.State, bot.Figures.Counters.Teleports), Is.EqualTo((BotState.InRegion, 1L)));
        neighbours.ForEach(region => region.Dispose());
    }

    [Test]
    public void A_neighbour_that_is_named_repeatedly_and_never_answers_does_not_prevent_a_teleport()
    {
        Bot bot = _grid.Run(SimulatedGrid.Options(seconds: 600), 5).Bots[0];
        for (int i = 0; i < 30; i++)
        {
            _grid.Client.Raise(new RegionEvent(RegionEventKind.EnableSimulator, UdpAddress.Loopback(20_000), null));
            _grid.Pass(6);
        }
        using EmbeddedRegion next = _grid.Add("Next");
        _grid.Client.Raise(_grid.Finish(next));
        _grid.Pass(5);
        Assert.That((bot.State, bot.Figures.Counters.Teleports), Is.EqualTo((BotState.InRegion, 1L)));
    }

    [Test]
    public void A_neighbour_that_went_silent_makes_room_although_another_is_still_opening()
    {
        _grid.Run(SimulatedGrid.Options(seconds: 600), 5);
        List<EmbeddedRegion> neighbours = [];
        for (int i = 0; i < RegionCircuits.MaxNeighbours - 1; i++)
            neighbours.Add(Enable(9100 + i));
        _grid.Pass(1);
        neighbours[0].Dispose();
        _grid.Pass(25);
        _grid.Client.Raise(new RegionEvent(RegionEventKind.EnableSimulator, UdpAddress.Loopback(20_000), null));
        EmbeddedRegion last = Enable(9200);
        _grid.Pass(1);
        Assert.That(last.Circuits, Has.Count.EqualTo(1));
        neighbours.ForEach(region => region.Dispose());
        last.Dispose();

        EmbeddedRegion Enable(int port)
        {
            EmbeddedRegion region = _grid.Add($"Neighbour {port}", port: port);
            _grid.Client.Raise(_grid.Finish(region) with { Kind = RegionEventKind.EnableSimulator, Seed = null });
            return region;
        }
    }

    [Test]
    public void Of_a_thousand_seed_capabilities_in_one_answer_the_first_and_the_last_are_asked()
    {
        Bot bot = _grid.Run(SimulatedGrid.Options(seconds: 600), 5).Bots[0];
        int before = _grid.Client.Asked.Count;
        for (int i = 0; i < 1000; i++)
            _grid.Client.Raise(Seed(i));
        _grid.Pass(5);
        Assert.That(_grid.Client.Asked.Skip(before), Is.EqualTo(new[] { Seed(0).Seed, Seed(999).Seed }));
        Assert.That(bot.State, Is.EqualTo(BotState.InRegion));
    }

    [Test]
    public void While_the_avatar_is_in_one_region_the_number_of_seed_capabilities_asked_is_limited()
    {
        Bot bot = _grid.Run(SimulatedGrid.Options(seconds: 600), 5).Bots[0];
        for (int i = 0; i < 1000; i++)
        {
            _grid.Client.Raise(Seed(i));
            _grid.Pass(0.1);
        }
        Assert.That(_grid.Client.Asked, Has.Count.EqualTo(BuiltinSession.MaxSeeds));
        using EmbeddedRegion next = _grid.Add("Next");
        _grid.Client.Raise(_grid.Finish(next));
        _grid.Pass(5);
        Assert.That((bot.State, bot.Figures.Counters.Teleports), Is.EqualTo((BotState.InRegion, 1L)));
        Assert.That(_grid.Client.Asked, Has.Count.EqualTo(BuiltinSession.MaxSeeds + 1));
    }

    private static RegionEvent Seed(int number) =>
        new(RegionEventKind.EstablishAgentCommunication, UdpAddress.Loopback(20_000),
            new Uri(SimulatedGrid.Service, $"seed/of-neighbour/{number}"));

    private void Listen(int from, int count)
    {
        for (int port = from; port < from + count; port++)
        {
            int listening = port;
            _grid.Network.Open(UdpAddress.Loopback(port)).Received = (_, _) =>
                _received[listening] = _received.GetValueOrDefault(listening) + 1;
        }
    }
}
