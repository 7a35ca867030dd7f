using Mongoose.Client.Activities;
using Mongoose.Client.Bots;
using Mongoose.Client.Login;
using Mongoose.Client.Requests;
using Mongoose.Core.Channels;
using Mongoose.Core.RateControl;
using Mongoose.Core.Units;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Circuits;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Client.Bots;

/// <summary>Bots of the built-in engine between two simulated regions: circuits to neighbours, and teleports.</summary>
public sealed class BotTeleportTests
{
    private static BotRequest FixedRate =>
        SimulatedGrid.Options(seconds: 60) with { Controller = FixedController.ControllerName };

    [Test]
    public void A_teleport_keeps_the_rate_opens_a_new_circuit_and_listens_to_both_regions()
    {
        SimulatedGrid grid = new(null, SimulatedGrid.Link50Ms, SimulatedGrid.Link50Ms);
        using EmbeddedRegion other = grid.Add("Other");
        BotRun run = grid.Run(SimulatedGrid.Options(seconds: 30), 8);
        Bot bot = run.Bots[0];
        DataRate before = bot.Figures.Controller!.Rate;
        long packets = bot.Figures.Counters.Packets.Received;
        Uri[] home = [.. grid.Client.Followed];
        RegionEvent finish = grid.Finish(other);
        grid.Client.Raise(finish);
        grid.Pass(0.15);
        Assert.That(bot.Figures.Controller.Rate, Is.EqualTo(before));
        grid.Pass(5);
        Assert.That((bot.State, bot.Figures.Counters.Teleports), Is.EqualTo((BotState.InRegion, 1L)));
        Assert.That(bot.Figures.Counters.Packets.Received, Is.GreaterThan(packets));
        Assert.That(grid.Client.Followed, Is.EqualTo(home.Append(finish.Seed)));
        grid.Pass(30);
        Assert.That(bot.State, Is.EqualTo(BotState.Left));
        Assert.That(grid.Client.Followed, Is.Empty);
    }

    [Test]
    public void Teleports_there_and_back_reuse_the_two_circuits_and_both_stay_open([Values] bool opensChildFirst)
    {
        SimulatedGrid grid = new(null, SimulatedGrid.Link50Ms, SimulatedGrid.Link50Ms);
        using EmbeddedRegion other = grid.Add("Other");
        RegionEvent there = grid.Finish(other);
        BotRun run = grid.Run(SimulatedGrid.Options(seconds: 200), 5);
        Bot bot = run.Bots[0];
        Circuit home = grid.Region.Circuits.Single();
        RegionEvent back = new(RegionEventKind.TeleportFinish, grid.Paths[0], grid.Client.Followed[0]);
        if (opensChildFirst)
        {
            grid.Client.Raise(ToChild(there));
            grid.Pass(5);
        }
        DataRate rate = bot.Figures.Controller!.Rate;
        for (int i = 0; i < 6; i++)
        {
            grid.Client.Raise(i % 2 == 0 ? there : back);
            // Regions close a circuit from which nothing has arrived for 60 s.
            grid.Pass(i == 3 ? 90 : 5);
            Assert.That((bot.State, bot.Figures.Counters.Teleports), Is.EqualTo((BotState.InRegion, i + 1L)));
            Assert.That(bot.Figures.Controller.Rate, Is.GreaterThanOrEqualTo(rate), "nothing was lost");
            rate = bot.Figures.Controller.Rate;
        }
        Assert.That(grid.Region.Circuits.Single(), Is.SameAs(home));
        Assert.That(other.Circuits, Has.Count.EqualTo(1));
        Assert.That(bot.Figures.Counters.Packets.Lost, Is.Zero);
        grid.Pass(120);
        Assert.That(bot.State, Is.EqualTo(BotState.Left));
    }

    [Test]
    public void A_circuit_that_the_neighbour_has_closed_is_opened_again()
    {
        SimulatedGrid grid = new(null, SimulatedGrid.Link50Ms, SimulatedGrid.Link50Ms);
        EmbeddedRegion other = grid.Add("Other");
        RegionEvent there = grid.Finish(other), child = ToChild(there);
        Bot bot = grid.Run(SimulatedGrid.Options(seconds: 100), 5).Bots[0];
        grid.Client.Raise(child);
        grid.Pass(5);
        other.Dispose();
        grid.Pass(25);
        Assert.That(bot.State, Is.EqualTo(BotState.InRegion), "a neighbour's actions do not end the visit");
        using EmbeddedRegion again = new(grid.Clock, grid.Network, other.Address, new RegionOptions());
        grid.Client.Raise(there);
        grid.Pass(5);
        Assert.That((bot.State, bot.Figures.Counters.Teleports), Is.EqualTo((BotState.InRegion, 1L)));
    }

    [Test]
    public void A_neighbour_gets_the_rates_too_and_its_traffic_is_not_counted_for_the_avatars_region()
    {
        SimulatedGrid grid = new();
        using EmbeddedRegion other = grid.Add("Other", new RegionOptions { Prims = 500 });
        Bot bot = grid.Run(FixedRate, 5).Bots[0];
        long before = bot.Figures.Counters.BytesOf(Channel.Task);
        int sent = 0;
        other.PacketSent = _ => sent++;
        grid.Client.Raise(ToChild(grid.Finish(other)));
        grid.Pass(10);
        Assert.That(sent, Is.GreaterThan(50));
        Assert.That(other.Circuits.Single().Rates, Is.EqualTo(grid.Region.Circuits.Single().Rates));
        Assert.That(bot.Figures.Counters.BytesOf(Channel.Task), Is.EqualTo(before));
    }

    [Test]
    public void A_neighbour_announced_together_with_its_seed_in_one_answer_gets_one_child_circuit([Values] bool goesThere)
    {
        SimulatedGrid grid = new(null, SimulatedGrid.Link50Ms, SimulatedGrid.Link50Ms);
        using EmbeddedRegion other = grid.Add("Other");
        Bot bot = grid.Run(FixedRate, 5).Bots[0];
        RegionEvent there = grid.Finish(other);
        int connected = grid.Client.Followed.Count;
        grid.Client.Raise(ToChild(there));
        grid.Client.Raise(there with { Kind = RegionEventKind.EstablishAgentCommunication });
        if (goesThere)
            grid.Client.Raise(there);
        grid.Pass(2);
        Assert.That(other.Circuits.Single().Rates, Is.EqualTo(grid.Region.Circuits.Single().Rates), "the handshake is complete");
        Assert.That(grid.Client.Followed, Has.Count.EqualTo(connected + 1));
        Assert.That((bot.State, bot.Figures.Counters.Teleports), Is.EqualTo((BotState.InRegion, goesThere ? 1L : 0L)));
    }

    [Test]
    public void A_seed_capability_that_did_not_answer_is_asked_again_when_the_avatar_arrives()
    {
        SimulatedGrid grid = new();
        using EmbeddedRegion other = grid.Add("Other");
        Bot bot = grid.Run(FixedRate, 5).Bots[0];
        RegionEvent there = grid.Finish(other);
        grid.Client.Features = null;
        grid.Client.Raise(ToChild(there));
        grid.Client.Raise(there with { Kind = RegionEventKind.EstablishAgentCommunication });
        grid.Pass(5);
        Assert.That(grid.Client.Followed, Has.None.EqualTo(there.Seed));
        grid.Client.Features = RegionFeatures.None;
        grid.Client.Raise(there);
        grid.Pass(5);
        Assert.That((bot.State, bot.Figures.Counters.Teleports), Is.EqualTo((BotState.InRegion, 1L)));
        Assert.That(grid.Client.Followed, Has.One.EqualTo(there.Seed));
    }

    [Test]
    public void A_neighbour_that_has_never_answered_is_asked_for_a_new_circuit_by_a_teleport()
    {
        SimulatedGrid grid = new();
        EmbeddedRegion deaf = grid.Add("Other");
        RegionEvent there = grid.Finish(deaf);
        Bot bot = grid.Run(FixedRate, 5).Bots[0];
        deaf.Dispose();
        grid.Client.Raise(ToChild(there));
        grid.Pass(6);
        using EmbeddedRegion other = new(grid.Clock, grid.Network, deaf.Address, new RegionOptions());
        grid.Client.Raise(there);
        grid.Pass(2);
        Assert.That((bot.State, bot.Figures.Counters.Teleports), Is.EqualTo((BotState.InRegion, 1L)));
    }

    [Test]
    public void A_neighbour_is_asked_for_the_current_rates_and_not_for_those_of_the_arrival()
    {
        SimulatedGrid grid = new(null, SimulatedGrid.Link50Ms, SimulatedGrid.Link50Ms);
        using EmbeddedRegion other = grid.Add("Other");
        BotRequest request = SimulatedGrid.Options(seconds: 60) with
        {
            Textures = new RegionOptions().Textures.Ids,
            Activity = ActivityNames.Textures,
            Controller = WindowTrackingController.ControllerName,
        };
        BotRun run = grid.Run(request, 0.5);
        DataRate atArrival = Rate(grid.Region);
        grid.Pass(5);
        DataRate before = Rate(grid.Region);
        Assert.That(before, Is.GreaterThan(atArrival));
        grid.Client.Raise(ToChild(grid.Finish(other)));
        grid.Pass(0.5);
        Assert.That(run.Bots[0].Figures.Counters.Packets.Lost, Is.Zero, "the rate has not fallen");
        Assert.That(Rate(other), Is.InRange(before, Rate(grid.Region)));

        static DataRate Rate(EmbeddedRegion region) => region.Circuits.Single().Rates.Total;
    }

    [Test]
    public void An_avatar_that_arrives_on_an_open_circuit_pings_from_its_first_second_on()
    {
        SimulatedGrid grid = new(null, SimulatedGrid.Link50Ms, SimulatedGrid.Link50Ms);
        using EmbeddedRegion other = grid.Add("Other");
        RegionEvent there = grid.Finish(other);
        Bot bot = grid.Run(FixedRate, 5).Bots[0];
        grid.Client.Raise(ToChild(there));
        grid.Pass(1);
        grid.Client.Raise(there);
        int before = bot.Figures.RoundTripsMs.Count;
        grid.Pass(1);
        Assert.That(bot.Figures.RoundTripsMs.Count - before, Is.AtLeast(5), "round trips of 100 ms, one ping at a time");
    }

    private static RegionEvent ToChild(RegionEvent there) => there with { Kind = RegionEventKind.EnableSimulator, Seed = null };
}
