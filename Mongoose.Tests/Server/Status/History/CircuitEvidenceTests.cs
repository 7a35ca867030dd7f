using Mongoose.Core.Status.Findings;
using Mongoose.Server.Status.History;

namespace Mongoose.Server.Tests.Status.History;

/// <summary>What a diagnosis learns of a circuit.</summary>
public sealed class CircuitEvidenceTests
{
    [Test]
    public void The_delays_of_the_last_minute_and_the_round_trips_of_the_last_twenty_seconds()
    {
        RegionRig rig = RegionRig.WithPathControl();
        StatusHistory history = new(new FakeHealth(), () => 0);
        Outbound.PathTests.Download(rig, kilobits: 2000);
        for (int second = 0; second < 90; second++)
        {
            rig.Run(1);
            history.Sample([rig.Server], rig.Now);
        }
        RegionHistory region = history.Regions.Single();
        VisitorEvidence evidence = region.Circuits.Single().Evidence(region.Evidence);
        Assert.That(evidence.RoundTrips, Has.Count.EqualTo(20).And.All.InRange(50, 300));
        Assert.That(evidence.PathDelays, Has.Count.EqualTo(60).And.All.InRange(0, 300).And.Some.Positive);
    }
}
