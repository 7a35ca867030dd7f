using System.Globalization;
using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Queues;

namespace Mongoose.Testbed.Gateways;

/// <summary>Describes the state of a gateway's clamp in a line.</summary>
internal static class ClampText
{
    /// <summary>What the clamp is set to do.</summary>
    public static string Intent(ClampOptions clamp) => $"clamp: limits the windows of flows towards the home, for {Capacity(clamp)}";

    /// <summary>Capacity, other traffic, standing queue, and whether the clamp limits flows; if it does not, what can keep the queue short instead.</summary>
    public static string State(ClampReading reading, ClampOptions clamp, QueueOptions queue) =>
        $"clamp: capacity {Capacity(reading, clamp)}, other traffic {Number(reading.Other.KilobitsPerSecond, "0.0")} kbit/s, "
        + $"standing queue {Number(reading.QueueDelay.Milliseconds, "0.0")} ms, {(reading.Released ? Released(clamp, queue) : Limits(reading))}";

    /// <summary>For how much of the time the clamp had let go.</summary>
    public static string Total(Duration released, Duration time) =>
        $"clamp: had let go for {Number(released.Seconds, "0.0")} s of {Number(time.Seconds, "0.0")} s ({Number(100 * (released / time), "0")} %)";

    private static string Capacity(ClampOptions clamp) => clamp switch
    {
        { Rate: null } => "the capacity that it measures at its own queue",
        { Auto: true } => $"a capacity of at most {clamp.Rate}",
        _ => $"a capacity of {clamp.Rate}",
    };

    private static string Capacity(ClampReading reading, ClampOptions clamp) => clamp switch
    {
        { Auto: false } => $"{reading.Capacity} (given)",
        { Queue: ClampedQueue.Upstream } => $"{reading.Capacity} (estimated)",
        _ when reading.Capacity is null => "not measured yet",
        _ => $"{reading.Capacity} (measured)",
    };

    private static string Limits(ClampReading reading) =>
        $"limits {reading.Flows.Count(flow => flow.TargetBytes is not null)} of {reading.Flows.Count} TCP flows";

    private static string Released(ClampOptions clamp, QueueOptions queue) =>
        $"has let go: a flow that cannot be clamped (such as QUIC) keeps the queue full. The clamp cannot help here; {Remedy(clamp, queue)}";

    private static string Remedy(ClampOptions clamp, QueueOptions queue)
    {
        if (clamp.Queue == ClampedQueue.Upstream)
            return "a shaper below the line's rate with fq_codel as its queue can";
        return queue.Discipline is QueueDisciplines.FqCodel or QueueDisciplines.FqPie
            ? $"{queue.Discipline}, the queue of this gateway, keeps the delay of the other flows short"
            : "--queue fq_codel can";
    }

    private static string Number(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
