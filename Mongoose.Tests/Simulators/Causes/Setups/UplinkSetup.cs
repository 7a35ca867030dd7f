using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>All visitors, each with an address of its own, share a bottleneck that no setting names.</summary>
[SupportedOSPlatform("linux")]
internal sealed class UplinkSetup : Setup
{
    /// <summary>The rate of the simulator's line, in Mbit/s.</summary>
    public double Megabits { get; init; } = 2;

    public override string Name => FormattableString.Invariant($"uplink of {Megabits} Mbit/s, not configured");

    public override string By => "uplink";

    public override Setup Undone => new AbsentSetup(this);

    public override void Begin(Place place) => place.Network.SetUplink(VisitorPlan.Line(Megabits));

    public override void End(Place place) => place.Network.SetUplink(null);
}
