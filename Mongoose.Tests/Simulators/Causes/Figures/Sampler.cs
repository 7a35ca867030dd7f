using System.Runtime.Versioning;
using Mongoose.Core.Units;
using Mongoose.Runtime.Processes;
using Mongoose.Runtime.Time;
using Mongoose.Tests.Simulators.Causes.Hosts;
using Mongoose.Tests.Simulators.Causes.Runs;
using Mongoose.Tests.Simulators.Causes.Visitors;

namespace Mongoose.Tests.Simulators.Causes.Figures;

/// <summary>Samples a place by means outside the product.</summary>
[SupportedOSPlatform("linux")]
internal sealed class Sampler : IDisposable
{
    private const double MinCores = 0.01;

    private readonly Place _place;
    private readonly StatusHttp _region;
    private readonly Instant _began = RealTimeLoop.Clock;
    private Reading _last;

    public Sampler(Place place)
    {
        _place = place;
        _region = StatusHttp.At(place.Grid.Port, "jsonSimStats/", place.Network.Simulator.Namespace);
        _last = Read();
        foreach (Visitor visitor in place.Visitors)
            visitor.Take();
    }

    /// <summary>The time since the last sample, in figures.</summary>
    public Sample Take()
    {
        Reading now = Read(), before = _last;
        _last = now;
        double seconds = (now.At - before.At).Seconds;
        return new Sample
        {
            At = (now.At - _began).Seconds,
            Cores = (now.Used - before.Used).Seconds / seconds,
            Threads = now.Threads.Since(before.Threads).Where(thread => thread.Value.Seconds / seconds >= MinCores)
                .ToDictionary(thread => thread.Key, thread => thread.Value.Seconds / seconds),
            Throttled = (now.Throttled - before.Throttled).Seconds / seconds,
            HostCores = (now.Host - before.Host).Seconds / seconds,
            HeartbeatSleeps = (now.HeartbeatSleeps - before.HeartbeatSleeps) / seconds,
            Region = SimStats.Parse(_region.Text("")),
            Visitors = [.. _place.Visitors.Select((visitor, index) => Of(visitor, index, seconds))],
        };
    }

    public void Dispose() => _region.Dispose();

    private VisitorSample Of(Visitor visitor, int index, double seconds)
    {
        (long bytes, double age, double maxAge) = visitor.Take();
        return new VisitorSample(bytes * 8 / 1000.0 / seconds, age, maxAge, _place.Network.Waiting(visitor.Plan.LineNumber));
    }

    private Reading Read()
    {
        int process = _place.Grid.ProcessId;
        ProcStat stat = ProcStat.Read($"/proc/{process}") ?? throw new InvalidOperationException("the simulator has ended");
        ProcessorTimes host = ProcessorTimes.Of(process)!;
        return new Reading(RealTimeLoop.Clock, stat.Used, ThreadTimes.Read(process), _place.Quota.Throttled,
            host.All - host.Idle - host.Stolen,
            ThreadActivity.ThreadsOf(process, "Heartbeat").Sum(thread => ThreadActivity.Sleeps(process, thread)));
    }

    private sealed record Reading(Instant At, Duration Used, ThreadTimes Threads, Duration Throttled, Duration Host, long HeartbeatSleeps);
}
