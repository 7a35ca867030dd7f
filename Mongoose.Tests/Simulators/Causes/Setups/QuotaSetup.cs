using System.Globalization;
using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>A quota of the host holds the simulator to a part of a core, as on an oversold server. Visitors load what they can.</summary>
[SupportedOSPlatform("linux")]
internal sealed class QuotaSetup(double cores) : Setup
{
    public override string Name => string.Create(CultureInfo.InvariantCulture, $"quota of {100 * cores:0} % of a core");

    public override string By => "host";

    public override VisitorPlan Plan(int index, VisitorPlan usual) => Crowd.Eager(index, usual);

    public override void Begin(Place place) => place.Quota.Set(cores);

    public override void End(Place place) => place.Quota.Set(null);
}
