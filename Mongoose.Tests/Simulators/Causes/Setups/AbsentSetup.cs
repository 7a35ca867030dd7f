using System.Runtime.Versioning;
using Mongoose.Simulators;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>A simulator and visitors as in a set-up, whose cause never begins.</summary>
[SupportedOSPlatform("linux")]
internal sealed class AbsentSetup(Setup setup) : Setup
{
    public override string Name => $"no {setup.Name}";

    public override string By => setup.By;

    public override OpenSimOptions Configure(OpenSimOptions options) => setup.Configure(options);

    public override VisitorPlan Plan(int index, VisitorPlan usual) => setup.Plan(index, usual);
}
