using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Testbed.OpenSim;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// Resends of entity updates under loss in both directions: what viewers see of avatars that walk and stand, and faults meanwhile.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public sealed class ModuleResendTests : ModuleFixture
{
    private const int Deadline = 400_000;
    private const int Walkers = 8, FirstWalker = 10;

    private static readonly Duration WalkTime = Duration.FromSeconds(3);

    /// <summary>A short form of opensim/current-data.</summary>
    private const string Lossy = """
        {
          "title": "Trimmed resends", "seconds": 45, "warmUpSeconds": 5, "regions": "openSim", "clocks": "real",
          "links": { "access": { "down": { "delayMs": 75, "loss": { "percent": 5 } }, "up": { "delayMs": 75, "loss": { "percent": 5 } } } },
          "flows": [ { "name": "viewer", "count": 3, "circuit": {
            "resendRule": "trimmed", "fastResend": false, "activity": "none", "textures": false, "walkers": 24, "walkersStopSeconds": 34,
              "viewer": { "acks": "processed" }
          } } ]
        }
        """;

    [Test, CancelAfter(Deadline)]
    public void No_obsolete_update_moves_an_avatar_that_has_stopped_and_every_packet_is_acked(CancellationToken deadline)
    {
        TestbedRun run = RealRun.Execute(ScenarioReader.Read(Lossy, "lossy.json"), seed: 1, deadline);
        foreach (string name in run.Stats.Names.Where(name => name.StartsWith("viewer.", StringComparison.Ordinal)))
            TestContext.Out.WriteLine($"{name} {run.Stats[name]:0.0##}");
        Assert.Multiple(() =>
        {
            Assert.That(run.Stats["viewer.stops"], Is.GreaterThan(25), "otherwise the test shows little");
            Assert.That(run.Stats["viewer.arrivedResends"], Is.GreaterThan(25));
            Assert.That(run.Stats["viewer.obsoletePer100Stops"], Is.Zero);
            // With few walkers a packet has one avatar or two, so an update without blocks is more than a tenth of it. The blocks that are
            // left: 0.05 in 22 runs, with a standard deviation of 0.025.
            Assert.That(run.Stats["viewer.resentBlockShare"], Is.LessThanOrEqualTo(0.15));
            Assert.That(run.Stats["viewer.resentUpdateShare"], Is.LessThanOrEqualTo(0.5));
            Assert.That(run.Stats["viewer.missingReliable"], Is.Zero);
            Assert.That(run.Stats["viewer.unackedBytes"], Is.Zero);
            Assert.That(run.Problems ?? [], Is.Empty, "errors in OpenSim.log");
        });
    }

    [Test]
    public void Switches_and_a_viewer_that_vanishes_lose_no_packet_of_the_others()
    {
        using GridWalkers walkers = new(Loop, Grid, Enumerable.Range(FirstWalker, Walkers), WalkTime, seed: 1);
        LinkOptions lossy = new() { Delay = Duration.FromMilliseconds(75), Loss = new BernoulliLoss(0.05), Seed = 5 };
        GridVisit[] visits =
            [Visit(new ViewerOptions()), Visit(new ViewerOptions(), lossy, lossy), Visit(new ViewerOptions(), lossy, lossy)];
        GridVisit vanishing = visits[2];
        walkers.Start();
        for (int i = 0; i < 40; i++)
        {
            Grid.Console.Send("mongoose disable");
            Thread.Sleep(100);
            Grid.Console.Send("mongoose enable");
            Thread.Sleep(300);
            if (i == 20)
                Loop.Invoke(vanishing.Viewer.Dispose);
        }
        walkers.Stop();
        foreach (GridVisit visit in visits[..2])
        {
            TestContext.Out.WriteLine($"{CircuitRow.Find(Grid, visit)}, {visit.Read(viewer => viewer.Sequences.Sent)} "
                + $"packets, {visit.Read(viewer => viewer.Sequences.Missing)} lost at first");
            Assert.That(visit.Read(viewer => viewer.Sequences.Sent), Is.GreaterThan(200), "otherwise there was no load");
            Assert.That(() => CircuitRow.Find(Grid, visit)?.UnackedKilobytes, Is.Zero.After(PatienceMs, 200), "every packet is acked");
        }
        Assert.That(visits[0].Read(viewer => viewer.Sequences.Missing), Is.Zero, "on the link without loss");
        Assert.That(visits[1].Read(viewer => viewer.Sequences.Missing), Is.Positive, "on the link with loss");
    }
}
