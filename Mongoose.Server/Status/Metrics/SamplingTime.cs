using System.Diagnostics;
using Mongoose.Core.Status.Metrics;

namespace Mongoose.Server.Status.Metrics;

/// <summary>What it costs to read the figures of page and metrics. Any thread measures and reads.</summary>
internal sealed class SamplingTime
{
    private long _ticks;

    public Metric Metric => new("mongoose_sampling_seconds_total", MetricKind.Counter,
        "Time that Mongoose spent on reading its figures, once a second.", () => [new Sample(Seconds)]);

    /// <summary>The time since the start, by the clock: it includes what the thread waited for a processor.</summary>
    private double Seconds => (double)Volatile.Read(ref _ticks) / Stopwatch.Frequency;

    /// <summary>Adds what began at a time stamp and ends now.</summary>
    public void AddSince(long began) => Interlocked.Add(ref _ticks, Stopwatch.GetTimestamp() - began);
}
