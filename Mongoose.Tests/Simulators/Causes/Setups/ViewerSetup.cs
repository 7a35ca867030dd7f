using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>Two visitors have a bandwidth in their viewer's preferences that is less than they load.</summary>
[SupportedOSPlatform("linux")]
internal sealed class ViewerSetup : Setup
{
    private const double Enough = 4;

    public ViewerSetup() => Whom = [0, 1];

    /// <summary>What the viewers ask for, in Mbit/s.</summary>
    public double Megabits { get; init; } = 0.4;

    public override string Name => FormattableString.Invariant($"viewer's setting of {Megabits} Mbit/s");

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
