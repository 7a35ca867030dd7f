using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>Two visitors have a bandwidth in their viewer's preferences that is less than they load.</summary>
[SupportedOSPlatform("linux")]
internal sealed class ViewerSetup : Setup
{
    private const double Megabits = 0.4, Enough = 4;

    public ViewerSetup() => Whom = [0, 1];

    public override string Name => "viewer's setting";

    public override string By => "viewer";

    public override int Soon => 5;

    public override void Begin(Place place) => Ask(place, Megabits);

    public override void End(Place place) => Ask(place, Enough);

    private void Ask(Place place, double megabits)
    {
        foreach (Visitor visitor in Concerned(place))
            visitor.Ask(megabits);
    }
}
