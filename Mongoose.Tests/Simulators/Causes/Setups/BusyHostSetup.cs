using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Hosts;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>
/// Other programs compute on the host's processors, with the simulator's priority: each of its threads waits for its turn. Visitors load
/// what they can.
/// </summary>
[SupportedOSPlatform("linux")]
internal sealed class BusyHostSetup : Setup
{
    private BusyPrograms? _programs;

    /// <summary>The number of programs for each core.</summary>
    public int PerCore { get; init; } = 12;

    public override string Name => $"other programs, {PerCore} for each core";

    public override string By => "host";

    public override VisitorPlan Plan(int index, VisitorPlan usual) => Crowd.Eager(index, usual);

    public override void Begin(Place place) =>
        _programs = new BusyPrograms(place.Quota.Starter, PerCore * Environment.ProcessorCount);

    public override void End(Place place) => _programs?.Dispose();
}
