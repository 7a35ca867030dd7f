using System.Runtime.Versioning;
using Mongoose.Client.Viewers;
using Mongoose.Network.Links;
using Mongoose.Tests.Simulators.Causes.Lines;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>
/// All visitors, each with an address of its own, share a bottleneck that no setting names. Some can be at home, in the simulator's own
/// network: the bottleneck does not concern them.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class UplinkSetup : Setup
{
    /// <summary>The rate of the simulator's line, in Mbit/s.</summary>
    public double Megabits { get; init; } = 2;

    public override string Name => FormattableString.Invariant(
        $"uplink of {Megabits} Mbit/s, not configured{(Whom.Count < Crowd.Count ? $", {Crowd.Count - Whom.Count} at home" : "")}");

    /// <summary>At home, the line carries a packet at once, but a viewer holds its acks back.</summary>
    public override VisitorPlan Plan(int index, VisitorPlan usual) => Concerns(index) ? usual : usual with
    {
        LineNumber = VisitorNetwork.FirstNear + index,
        Down = new LinkOptions(),
        Acks = AckManner.Processed,
    };

    public override string By => "uplink";

    /// <summary>Round trips are compared for 9 to 13 seconds after the queue has filled.</summary>
    public override int Soon => 15;

    public override Setup Undone => new AbsentSetup(this);

    public override void Begin(Place place) => place.Network.SetUplink(VisitorPlan.Line(Megabits));

    public override void End(Place place) => place.Network.SetUplink(null);
}
