using System.Globalization;
using System.Runtime.Versioning;
using Mongoose.Simulators;
using Mongoose.Tests.Simulators.Causes.Hosts;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>The host lacks memory: a part of the simulator's memory is in a swap file. Visitors load what they can.</summary>
[SupportedOSPlatform("linux")]
internal sealed class MemorySetup(double part) : Setup
{
    private ShortMemory? _memory;

    public override string Name => string.Create(CultureInfo.InvariantCulture, $"{100 * part:0} % of its memory");

    public override string By => "host";

    public override OpenSimOptions Configure(OpenSimOptions options)
    {
        ShortMemory.NeedOrSkip();
        return options;
    }

    public override VisitorPlan Plan(int index, VisitorPlan usual) => Crowd.Eager(index, usual);

    public override void Begin(Place place) => _memory = new ShortMemory(place.Grid.ProcessId, part);

    public override void End(Place place) => _memory?.Dispose();
}
