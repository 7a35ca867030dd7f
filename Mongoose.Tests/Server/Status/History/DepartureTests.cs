using Mongoose.Server.Regions;
using Mongoose.Server.Status.History;

namespace Mongoose.Server.Tests.Status.History;

/// <summary>The history forgets regions and visitors that have left, so that it does not grow with every restart and every visit.</summary>
public sealed class DepartureTests
{
    [Test]
    public void A_visitor_who_has_left_is_no_longer_in_the_region_s_history()
    {
        RegionRig rig = new();
        StatusHistory history = new(new FakeHealth(), () => 0);
        rig.Enter(name: "Ada Lovelace");
        Visitor leaving = rig.Enter(name: "Zoe Busy");
        Sample(history, rig, rig.Server);
        Assert.That(Names(history), Is.EquivalentTo(new[] { "Ada Lovelace", "Zoe Busy" }));
        leaving.Leave();
        Sample(history, rig, rig.Server);
        Assert.That(Names(history), Is.EqualTo(new[] { "Ada Lovelace" }));
    }

    [Test]
    public void A_region_that_was_removed_has_no_history_when_it_comes_again()
    {
        RegionRig rig = new();
        StatusHistory history = new(new FakeHealth(), () => 0);
        Sample(history, rig, rig.Server);
        RegionHistory before = history.Regions.Single();
        Sample(history, rig);
        Assert.That(history.Regions, Is.Empty);
        Sample(history, rig, rig.Server);
        Assert.That(history.Regions.Single(), Is.Not.SameAs(before));
    }

    private static void Sample(StatusHistory history, RegionRig rig, params MongooseUdpServer[] servers)
    {
        rig.Run(2);
        history.Sample(servers, rig.Now);
    }

    private static IEnumerable<string> Names(StatusHistory history) =>
        history.Regions.Single().Circuits.Select(circuit => circuit.Circuit.Port.View.Name);
}
