using Mongoose.Core.Status.Health;
using Mongoose.Core.Status.Metrics;
using Mongoose.Server.Status.Health;

namespace Mongoose.Server.Status.Metrics;

/// <summary>
/// The metrics of the simulator's health. They give the last sample, so that a scrape costs nothing more; before the first one there are
/// none.
/// </summary>
/// <param name="latest">Returns the last sample.</param>
internal sealed class HealthMetrics(Func<HealthSample> latest)
{
    public IReadOnlyList<Metric> All => [.. OfProcess, .. OfRegions];

    private IReadOnlyList<Metric> OfProcess =>
    [
        Process("mongoose_process_cpu_seconds_total", MetricKind.Counter, "Processor time that the simulator used.",
            sample => sample.Totals.ProcessorSeconds),
        Process("mongoose_process_allowed_cores", MetricKind.Gauge,
            "Cores that the simulator may use: those of the host, or less if affinity or a quota limits it.",
            sample => sample.Process?.AllowedCores),
        Process("mongoose_process_throttled_seconds_total", MetricKind.Counter,
            "Time in which a quota stopped the simulator.",
            sample => sample.Process?.Throttled is null ? null : sample.Totals.ThrottledSeconds),
        Process("mongoose_process_paused_seconds_total", MetricKind.Counter, "Time in which garbage collections paused the simulator.",
            sample => sample.Totals.PausedSeconds),
        Process("mongoose_process_queued_work", MetricKind.Gauge, "Work items that wait for a thread of the simulator's thread pools.",
            sample => sample.Process?.QueuedWork),
        Process("mongoose_process_work_wait_seconds", MetricKind.Gauge,
            "Time that work waits for a thread of .NET's pool, which also receives packets.",
            sample => sample.Process?.WorkWait.Seconds),
        Process("mongoose_process_memory_bytes", MetricKind.Gauge, "Memory that the simulator occupies.",
            sample => sample.Process?.MemoryBytes),
        Process("mongoose_process_read_pages_rate", MetricKind.Gauge,
            "Pages of memory per second for which the simulator waited, because they were on a disk.", sample => sample.Process?.PagesRead),
        Process("mongoose_host_cores", MetricKind.Gauge, "Cores of the host.", sample => sample.Process?.HostCores),
        Process("mongoose_host_used_cores", MetricKind.Gauge, "Cores that all programs of the host used in the last second.",
            sample => sample.Process?.HostUsedCores),
        Process("mongoose_host_stolen_part", MetricKind.Gauge,
            "Part of the processor time that the programs of the host, a virtual machine, wanted and did not get.",
            sample => sample.Process?.Stolen),
    ];

    private IReadOnlyList<Metric> OfRegions =>
    [
        Region("mongoose_region_frames_total", MetricKind.Counter, "Frames of the region's simulation.",
            region => [new Sample(region.Frames)]),
        Gauge("mongoose_region_frame_seconds", "Mean time of a frame in the last second; if none ended, the time since the last one.",
            health => health.Frame.Seconds),
        Gauge("mongoose_region_frame_target_seconds", "Time that a frame should take.", health => health.TargetFrame.Seconds),
        Gauge("mongoose_region_since_frame_seconds", "Time since the last frame ended.", health => health.SinceFrame.Seconds),
        Gauge("mongoose_region_dilation", "Time dilation of the physics engine, 0 to 1; 1 is undelayed.", health => health.Dilation),
        Region("mongoose_region_frame_part", MetricKind.Gauge, "Part of a frame's target time that each of its parts took; 1 fills it.",
            region => region.Health is { } health ? Parts(health.Parts) : []),
        Region("mongoose_region_script_seconds_total", MetricKind.Counter, "Time that scripts ran.",
            region => region.ScriptSeconds is { } seconds ? [new Sample(seconds)] : []),
        Gauge("mongoose_region_active_scripts", "Scripts that run.", health => health.ActiveScripts),
        Gauge("mongoose_region_objects", "Objects, their parts counted singly.", health => health.Objects),
    ];

    private Metric Process(string name, MetricKind kind, string help, Func<HealthSample, double?> value) => new(name, kind, help,
        () => latest() is var sample && sample != HealthSample.None && value(sample) is { } known ? [new Sample(known)] : []);

    private Metric Gauge(string name, string help, Func<RegionHealth, double> value) =>
        Region(name, MetricKind.Gauge, help, region => region.Health is { } health ? [new Sample(value(health))] : []);

    private Metric Region(string name, MetricKind kind, string help, Func<RegionSample, IEnumerable<Sample>> read) => new(name, kind, help,
        () => latest().Regions.SelectMany(region => read(region.Value).Select(sample => sample.With(("region", region.Key.RegionName)))));

    private static IEnumerable<Sample> Parts(FrameParts parts) =>
    [
        new Sample(parts.Physics, ("part", "physics")),
        new Sample(parts.Agents, ("part", "agents")),
        new Sample(parts.Network, ("part", "network")),
        new Sample(parts.Other, ("part", "other")),
    ];
}
