using System.Globalization;
using System.Runtime.Versioning;
using Mongoose.Tests.Simulators.Causes.Hosts;
using Mongoose.Tests.Simulators.Causes.Runs;

namespace Mongoose.Tests.Simulators.Causes.Setups;

/// <summary>The simulator's host stands still for a while in each second or so, as a virtual machine that is copied elsewhere.</summary>
[SupportedOSPlatform("linux")]
internal sealed class StoppedSetup : Setup
{
    private StoppedProcess? _stopped;

    /// <summary>How long it stands still each time, in seconds.</summary>
    public double Stopped { get; init; } = 0.8;

    /// <summary>How long it runs in between, in seconds.</summary>
    public double Running { get; init; } = 0.4;

    public override string Name => string.Create(CultureInfo.InvariantCulture, $"stopped for {Stopped} s, running for {Running} s");

    public override string By => "host";

    public override void Begin(Place place) =>
        _stopped = new StoppedProcess(place.Grid.ProcessId, TimeSpan.FromSeconds(Stopped), TimeSpan.FromSeconds(Running));

    public override void End(Place place) => _stopped?.Dispose();
}
