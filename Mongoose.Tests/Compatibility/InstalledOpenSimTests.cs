using Mongoose.Tests.OpenSim;

namespace Mongoose.Tests.Compatibility;

/// <summary>The region module and a real OpenSimulator.</summary>
[Category("OpenSim")]
public sealed class InstalledOpenSimTests : InstalledTests
{
    private protected override string Compiled => Built.Module;

    private protected override string References => Built.References;

    private protected override string FindOrSkip() => OpenSimFixture.FindOrSkip().Directory;
}
