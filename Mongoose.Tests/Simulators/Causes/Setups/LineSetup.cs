using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>The lines of two visitors carry less than they load. Their queues are long, or a policer drops what exceeds the rate.</summary>
[SupportedOSPlatform("linux")]
internal sealed class LineSetup : Setup
{
    private const double Megabits = 0.5;

    private readonly bool _isPoliced;

    /// <param name="isPoliced">Whether a policer drops what exceeds the rate; otherwise it waits in a long queue.</param>
    public LineSetup(bool isPoliced) => (_isPoliced, Whom) = (isPoliced, [0, 1]);

    public override string Name => _isPoliced ? "slow line with a policer" : "slow line";

    public override string By => _isPoliced ? "loss" : "delay";

    public override int Soon => 5;

    public override void Begin(Place place) => SetLines(place, _isPoliced
        ? VisitorPlan.WideLine with { Policer = new Policer { Rate = DataRate.FromMegabitsPerSecond(Megabits), BucketBytes = 16_000 } }
        : VisitorPlan.Line(Megabits));

    public override void End(Place place) => SetLines(place, VisitorPlan.WideLine);

    private void SetLines(Place place, LinkOptions line)
    {
        foreach (Visitor visitor in Concerned(place))
            place.Network.SetLine(visitor.Plan.LineNumber, line);
    }
}
