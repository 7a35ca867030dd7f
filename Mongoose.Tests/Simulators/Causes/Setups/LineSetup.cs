using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>The lines of two visitors carry less than they load. Their queues are long, or a policer drops what exceeds the rate.</summary>
[SupportedOSPlatform("linux")]
internal sealed class LineSetup(bool isPoliced) : Setup
{
    private const double Megabits = 0.5;

    public override string Name => isPoliced ? "slow line with a policer" : "slow line";

    public override string By => isPoliced ? "loss" : "delay";

    public override int Soon => 5;

    public override bool Concerns(int index) => index < 2;

    public override void Begin(Place place) => SetLines(place, isPoliced
        ? VisitorPlan.WideLine with { Policer = new Policer { Rate = DataRate.FromMegabitsPerSecond(Megabits), BucketBytes = 16_000 } }
        : VisitorPlan.Line(Megabits));

    public override void End(Place place) => SetLines(place, VisitorPlan.WideLine);

    private void SetLines(Place place, LinkOptions line)
    {
        for (int i = 0; i < Crowd.Count; i++)
        {
            if (Concerns(i))
                place.Network.SetLine(i, line);
        }
    }
}
