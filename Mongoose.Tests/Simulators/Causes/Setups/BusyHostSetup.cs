using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Hosts;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>Other programs of the host use its processors, and Linux prefers them to the simulator. Visitors load what they can.</summary>
[SupportedOSPlatform("linux")]
internal sealed class BusyHostSetup : Setup
{
    /// <summary>Little, because Linux may count all programs of a session as one.</summary>
    private const double SimulatorsPart = 0.25;

    private BusyPrograms? _programs;

    /// <summary>The number of programs for each core.</summary>
    public int PerCore { get; init; } = 4;

    public override string Name => $"other programs, {PerCore} for each core";

    public override string By => "host";

    public override VisitorPlan Plan(int index, VisitorPlan usual) => Crowd.Eager(index, usual);

    public override void Begin(Place place)
    {
        place.Quota.Prefer(SimulatorsPart);
        _programs = new BusyPrograms(PerCore * Environment.ProcessorCount);
    }

    public override void End(Place place)
    {
        _programs?.Dispose();
        place.Quota.Prefer(ProcessorQuota.UsualPrograms);
    }
}
