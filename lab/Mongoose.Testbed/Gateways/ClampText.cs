using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Queues;

namespace Mongoose.Testbed.Gateways;

/// <summary>Describes the state of a gateway's clamp in a line.</summary>
internal static class ClampText
{
    /// <summary>The settings of the clamp, in words.</summary>
    public static string Intent(ClampOptions clamp) => $"clamp: limits the windows of flows towards the home, for {Capacity(clamp)}";

    /// <summary>
    /// Capacity, traffic that is not clamped, standing queue, and whether the clamp limits flows; if it does not, what can keep the queue
    /// short instead.
    /// </summary>
    public static string State(ClampReading reading, ClampOptions clamp, QueueOptions queue) =>
        $"clamp: capacity {Capacity(reading, clamp)}, {Traffic(reading, clamp)}, "
        + $"standing queue {GatewayTable.Text(reading.QueueDelay.Milliseconds, "0.0")} ms, "
        + $"{(reading.Released ? Released(reading, queue) : Limits(reading))}";

    /// <summary>The part of the time in which the clamp limited no flow.</summary>
    public static string Total(Duration released, Duration time) =>
        $"clamp: released for {GatewayTable.Text(released.Seconds, "0.0")} s of {GatewayTable.Text(time.Seconds, "0.0")} s "
            + $"({GatewayTable.Text(100 * (released / time), "0")} %)";

    private static string Capacity(ClampOptions clamp) =>
        clamp.Rate is { } rate ? $"a capacity of {rate}" : "the capacity that it measures at its own queue";

    private static string Capacity(ClampReading reading, ClampOptions clamp) =>
        reading.Capacity is { } capacity ? $"{capacity} ({(clamp.Auto ? "measured" : "given")})" : "not measured yet";

    private static string Traffic(ClampReading reading, ClampOptions clamp) => clamp.Udp == ClampUdp.All
        ? $"other traffic {Rate(reading.Other)}"
        : $"sparse traffic {Rate(reading.Other)}, greedy traffic {Rate(reading.Greedy)}";

    private static string Rate(DataRate rate) => $"{GatewayTable.Text(rate.KilobitsPerSecond, "0.0")} kbit/s";

    private static string Limits(ClampReading reading) =>
        $"limits {reading.Flows.Count(flow => flow.TargetBytes is not null)} of {reading.Flows.Count} TCP flows";

    private static string Released(ClampReading reading, QueueOptions queue) => $"released: {Cause(reading)}; {Remedy(queue)}";

    /// <summary>The likely cause: other causes than greedy traffic are possible.</summary>
    private static string Cause(ClampReading reading) => reading.Greedy > DataRate.Zero
        ? "there is a flow that cannot be clamped (such as QUIC)"
        : "a queue stands although the windows fit, for example because there are more flows than the least windows allow";

    private static string Remedy(QueueOptions queue) => queue.Discipline is QueueDisciplines.FqCodel or QueueDisciplines.FqPie
        ? $"{queue.Discipline}, the queue of this gateway, keeps the delay of the other flows short"
        : "--queue fq_codel can help";
}
