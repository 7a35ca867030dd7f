using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Hosts;
using Mongoose.Tests.Simulators.Causes.Runs;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>The thread of the region's frames stands still, as in a deadlock; all other threads run.</summary>
[SupportedOSPlatform("linux")]
internal sealed class FrozenSetup : Setup
{
    private StoppedThread? _stopped;

    public override string Name => "frozen heartbeat";

    public override string By => "simulator";

    public override IReadOnlyList<string> Parts => ["heartbeat"];

    public override void Begin(Place place) =>
        _stopped = new StoppedThread(place.Grid.ProcessId, ThreadActivity.ThreadsOf(place.Grid.ProcessId, "Heartbeat").Single());

    public override void End(Place place) => _stopped?.Dispose();
}
