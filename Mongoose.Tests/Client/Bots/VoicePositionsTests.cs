using System.Numerics;
using Mongoose.Client.Bots;
using Mongoose.Mixer.Nodes;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Client.Bots;

/// <summary>What bots say to a mixer's control port.</summary>
internal sealed class VoicePositionsTests
{
    [Test]
    public void A_mixers_control_port_understands_where_the_avatars_are_and_look()
    {
        SimulatedGrid grid = new();
        Dictionary<string, SpatialUpdate> heard = [];
        using ControlPort control = new(grid.Clock, grid.Network, 5999, (in SpatialUpdate update) => heard[update.Name] = update);
        BotRun run = new(grid.Clock, grid.Engine, SimulatedGrid.Options(2));
        using VoicePositions positions = new(grid.Clock, grid.Network, run.Bots, UdpAddress.Loopback(5999));
        run.Begin();
        grid.Pass(5);
        Assert.That(heard.Keys, Is.EquivalentTo(run.Bots.Select(bot => bot.Name)));
        Assert.That(control.WrongLines, Is.Zero);
        foreach (Bot bot in run.Bots)
        {
            SpatialUpdate update = heard[bot.Name];
            Vector3 onGrid = new Vector3(256_000, 256_000, 0) + bot.Place!.Value.Position.Metres;
            Assert.That(Vector3.Distance(update.Speaker!.Value, onGrid), Is.LessThan(2), "a walking avatar moves between two lines");
            Assert.That(update.Listener, Is.EqualTo(update.Speaker));
            Assert.That(Vector3.Transform(Vector3.UnitX, update.SpeakerHeading!.Value).Z, Is.EqualTo(0).Within(0.01),
                "avatars look along the ground");
        }
    }

    [Test]
    public void An_avatar_that_is_in_no_region_has_no_place()
    {
        SimulatedGrid grid = new();
        BotRun run = new(grid.Clock, grid.Engine, SimulatedGrid.Options());
        int lines = 0;
        using ControlPort control = new(grid.Clock, grid.Network, 5999, (in SpatialUpdate _) => lines++);
        using VoicePositions positions = new(grid.Clock, grid.Network, run.Bots, UdpAddress.Loopback(5999));
        grid.Pass(2);
        Assert.That(lines, Is.Zero);
    }
}
