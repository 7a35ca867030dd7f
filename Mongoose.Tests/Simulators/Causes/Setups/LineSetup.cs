using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>Visitors' lines carry less than they load. The lines' queues are long, or a policer drops what exceeds the rate.</summary>
[SupportedOSPlatform("linux")]
internal sealed class LineSetup : Setup
{
    private readonly bool _isPoliced;

    /// <param name="isPoliced">Whether a policer drops what exceeds the rate; otherwise it waits in a long queue.</param>
    public LineSetup(bool isPoliced) => (_isPoliced, Whom) = (isPoliced, [0, 1]);

    /// <summary>The rate of the line, in Mbit/s.</summary>
    public double Megabits { get; init; } = 0.5;

    public override string Name =>
        FormattableString.Invariant($"{Whom.Count} lines of {Megabits} Mbit/s{(_isPoliced ? " with a policer" : "")}");

    /// <summary>Who only looks on must load something, too, to fill a line.</summary>
    public override VisitorPlan Plan(int index, VisitorPlan usual) =>
        Concerns(index) && !Crowd.IsBusy(index) ? usual with { Loads = 1 } : usual;

    public override string By => _isPoliced ? "loss" : "delay";

    public override int Soon => 5;

    public override Setup Undone => new AbsentSetup(this);

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
