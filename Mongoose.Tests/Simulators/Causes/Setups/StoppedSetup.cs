using System.Globalization;
using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Hosts;
using Mongoose.Tests.Simulators.Causes.Runs;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>The simulator's host stands still for a while in each second or so, as a virtual machine that is copied elsewhere.</summary>
[SupportedOSPlatform("linux")]
internal sealed class StoppedSetup : Setup
{
    private Repetition? _hold;

    /// <summary>How long it stands still each time, in seconds.</summary>
    public double Stopped { get; init; } = 0.8;

    /// <summary>How long it runs in between, in seconds.</summary>
    public double Running { get; init; } = 0.4;

    public override string Name => string.Create(CultureInfo.InvariantCulture, $"stopped for {Stopped} s, running for {Running} s");

    public override string By => "host";

    public override void Begin(Place place) =>
        _hold = new Repetition(ending => Hold(place.Grid.ProcessId, ending), TimeSpan.FromSeconds(Running));

    public override void End(Place place) => _hold?.Dispose();

    private void Hold(int process, ManualResetEventSlim ending)
    {
        using StoppedProcess stopped = new(process);
        ending.Wait(TimeSpan.FromSeconds(Stopped));
    }
}
