using System.Numerics;
using Mongoose.Client.Viewers;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Flows;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios.Flows;

/// <summary>What a viewer sees of walkers in the testbed's region, in simulated time.</summary>
public sealed class AvatarFiguresTests
{
    private const string NoLoss = "", Loss = """, "loss": { "percent": 5 }""";

    [Test]
    public void Without_loss_every_update_is_as_old_as_the_path_is_long_and_nothing_is_resent()
    {
        OrderedMap<double> stats = Run(NoLoss, """ "resendRule": "off" """);
        Assert.Multiple(() =>
        {
            Assert.That(stats["flow.walkingAgeMs.p50"], Is.EqualTo(75).Within(5));
            Assert.That(stats["flow.walkingAgeMs.p99"], Is.EqualTo(75).Within(15));
            Assert.That(stats["flow.stops"], Is.EqualTo(20 * 60 / 12).Within(30).Percent);
            foreach (string none in (string[])["obsoletePer100Stops", "lostLastUpdates", "shownLosses", "missingReliable",
                "resentUpdateBytes", "arrivedResends", "unackedBytes", "unknownStates"])
                Assert.That(stats[$"flow.{none}"], Is.Zero, none);
            Assert.That(stats["flow.lostLastUpdateMs"], Is.NaN);
        });
    }

    [Test]
    public void Unchanged_resends_arrive_after_stops_and_late()
    {
        OrderedMap<double> stats = Run(Loss, """ "resendRule": "off", "fastResend": false """);
        Assert.Multiple(() =>
        {
            Assert.That(stats["flow.obsoletePer100Stops"], Is.GreaterThan(10));
            Assert.That(stats["flow.walkingAgeMs.p50"], Is.EqualTo(75).Within(5));
            Assert.That(stats["flow.walkingAgeMs.p99"], Is.GreaterThan(500));
            Assert.That(stats["flow.resentUpdateShare"], Is.EqualTo(1));
            Assert.That(stats["flow.lostLastUpdates"], Is.Positive);
            Assert.That(stats["flow.lostLastUpdateMs"], Is.InRange(400, 2000));
            Assert.That(stats["flow.needlessResends"], Is.InRange(1, stats["flow.arrivedResends"]));
            Assert.That(stats["flow.missingReliable"], Is.Zero);
            Assert.That(stats["flow.unackedBytes"], Is.Zero);
        });
    }

    [Test]
    public void Trimmed_resends_neither_move_avatars_that_stand_nor_bring_old_states()
    {
        OrderedMap<double> stats = Run(Loss, """ "resendRule": "trimmed", "fastResend": false """);
        Assert.Multiple(() =>
        {
            Assert.That(stats["flow.obsoletePer100Stops"], Is.Zero);
            Assert.That(stats["flow.walkingAgeMs.p99"], Is.EqualTo(75).Within(15));
            Assert.That(stats["flow.resentUpdateShare"], Is.LessThan(0.1));
            Assert.That(stats["flow.lostLastUpdateMs"], Is.InRange(400, 2000), "these are resent as late as ever");
            Assert.That((stats["flow.missingReliable"], stats["flow.unackedBytes"]), Is.EqualTo((0.0, 0.0)));
        });
    }

    [Test]
    public void Data_that_is_not_acked_at_the_end_is_reported() =>
        Assert.That(Run(NoLoss, """ "resendRule": "off" """, stop: 72)["flow.unackedBytes"], Is.Positive, "the round trip takes 150 ms");

    [Test]
    public void Walkers_that_stop_at_once_have_no_stats_of_stops()
    {
        OrderedMap<double> stats = Run(NoLoss, """ "resendRule": "off" """, stop: 0);
        Assert.That((stats["flow.stops"], stats["flow.obsoletePer100Stops"], stats["flow.walkingAgeMs.p50"]),
            Is.EqualTo((0.0, double.NaN, double.NaN)));
    }

    [Test]
    public void A_state_that_was_not_seen_to_leave_the_region_counts_in_no_age()
    {
        SimulatedScheduler clock = new();
        Scenario scenario =
            ScenarioTexts.Read("""{ "title": "t", "seconds": 60, "links": {}, "flows": [ { "name": "f", "circuit": {} } ] }""");
        FlowRecord record = new(scenario, scenario.Flows[0], "f");
        Viewer viewer = new(clock, new SimulatedNetwork(clock), new ViewerOptions { Region = UdpAddress.Loopback(1) });
        UpdateTap tap = new(clock, new RegionStates());
        AvatarFigures figures = new(viewer, clock, clock.Now, tap, record);
        tap.States.Seen(State(1, walks: true), clock.Now);
        clock.RunUntil(clock.Now + Duration.FromSeconds(3));

        Arrive(1, PacketFlags.Reliable, State(1, walks: true), State(2, walks: true));
        Arrive(2, PacketFlags.Reliable | PacketFlags.Resent, State(2, walks: false));
        figures.Finish();
        Dictionary<string, double> stats = record.Extra.ToDictionary(stat => stat.Name, stat => stat.Value);
        Assert.That((stats["walkingAgeMs.p50"], stats["walkingAgeMs.p99"]), Is.EqualTo((3000.0, 3000.0)));
        Assert.That((stats["stops"], stats["lostLastUpdates"], stats["unknownStates"]), Is.EqualTo((1.0, 0.0, 2.0)));

        void Arrive(uint number, PacketFlags flags, params TerseMotion[] states)
        {
            figures.Add(new ReceivedDatagram(clock.Now, number, MessageId.ImprovedTerseObjectUpdate, flags, 100, IsNew: true));
            foreach (TerseMotion state in states)
                viewer.ObjectMoved!(state);
        }
    }

    private static TerseMotion State(uint avatar, bool walks) =>
        new(avatar, 0, new ObjectMotion { CollisionPlane = Vector4.UnitZ, Velocity = walks ? Vector3.UnitX : Vector3.Zero });

    private static OrderedMap<double> Run(string loss, string circuit, double stop = 62) => SimulatedRun.Execute(ScenarioTexts.Read($$"""
        {
          "title": "Walkers", "seconds": 72, "warmUpSeconds": 2,
          "links": { "access": { "down": { "delayMs": 75{{loss}} }, "up": { "delayMs": 75{{loss}} } } },
          "flows": [ { "name": "flow",
            "circuit": { "activity": "none", "textures": false, "walkers": 20, "walkersStopSeconds": {{stop}},
              "viewer": { "acks": "atOnce" }, {{circuit}} } } ]
        }
        """), 1, default).Stats;
}
