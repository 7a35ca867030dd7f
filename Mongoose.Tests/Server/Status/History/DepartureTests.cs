using Mongoose.Core.Status.Health;
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
    public void A_thousand_visitors_who_suffered_and_left_leave_twenty_incidents_and_twenty_arrivals()
    {
        RegionRig rig = new();
        FakeHealth health = new();
        StatusHistory history = new(health, () => 0);
        ArrivalWatch arrivals = new(() => rig.State.Downloads);
        RegionHealth well = health.Region;
        for (int wave = 0; wave < 50; wave++)
        {
            Visitor[] visitors = [.. Enumerable.Range(0, 20).Select(i => rig.Enter(name: $"Ruth {20 * wave + i}"))];
            foreach (Visitor visitor in visitors)
                visitor.View.SceneAgent = new Agent(IsChildAgent: false);
            health.Region = well with { Frame = well.Frame * 20, Parts = new FrameParts(15, 0, 0, 0) };
            Pass(seconds: 5);
            health.Region = well;
            Pass(seconds: 20);
            foreach (Visitor visitor in visitors)
                visitor.Leave();
            Pass(seconds: 1);
        }
        Assert.Multiple(() =>
        {
            Assert.That(Names(history), Is.Empty);
            Assert.That(history.Diagnosis.Visitors, Is.Empty);
            Assert.That(history.Incidents.Incidents, Has.Count.EqualTo(20));
            Assert.That(arrivals.Newest, Has.Count.EqualTo(20));
        });

        void Pass(int seconds)
        {
            for (int i = 0; i < seconds; i++)
            {
                rig.Run(1);
                arrivals.Sample([rig.Server], rig.Now);
                history.Sample([rig.Server], rig.Now);
            }
        }
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
