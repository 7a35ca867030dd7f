using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>Two visitors of one household share a line that carries less than both load.</summary>
[SupportedOSPlatform("linux")]
internal sealed class NeighbourSetup : Setup
{
    public NeighbourSetup() => Whom = [0, 1];

    /// <summary>The rate of their line, in Mbit/s.</summary>
    public double Megabits { get; init; } = 1.2;

    public override string Name => FormattableString.Invariant($"two visitors on a line of {Megabits} Mbit/s");

    public override string By => "neighbour";

    public override Setup Undone => new AbsentSetup(this);

    public override VisitorPlan Plan(int index, VisitorPlan usual) => Concerns(index) ? usual with { LineNumber = Whom[0] } : usual;

    public override void Begin(Place place) => place.Network.SetLine(Whom[0], VisitorPlan.Line(Megabits));

    public override void End(Place place) => place.Network.SetLine(Whom[0], VisitorPlan.WideLine);
}
