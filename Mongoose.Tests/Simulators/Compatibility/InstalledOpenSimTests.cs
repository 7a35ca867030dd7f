
namespace Mongoose.Tests.Simulators.Compatibility;

/// <summary>The region module and a real OpenSimulator.</summary>
[Category("OpenSim")]
public sealed class InstalledOpenSimTests : InstalledTests
{
    private protected override string Compiled => Built.Module;

    private protected override string References => Built.References;

    private protected override string FindOrSkip() => InstalledOpenSim.FindOrSkip().Directory;
}
