using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Clamping.Capacities;

/// <summary>
/// What the clamp knows of its line: the capacity, the traffic that it cannot clamp, the standing queue, and whether it must let go.
/// </summary>
internal sealed class LineWatch(ClampOptions options)
{
    /// <summary>The options.</summary>
    public ClampOptions Options => options;

    /// <summary>C.</summary>
    public DataRate Capacity => options.Rate ?? DataRate.Zero;

    /// <summary>U: what is taken from the capacity.</summary>
    public DataRate Other => DataRate.Zero;

    /// <summary>The rates of other flows that count as members of the division.</summary>
    public ReadOnlySpan<DataRate> Greedy => [];

    /// <summary>The least queueing delay of the last interval.</summary>
    public Duration QueueDelay => Duration.Zero;

    /// <summary>Whether the clamp must let go: a queue stands although the windows fit.</summary>
    public bool Released => false;

    /// <summary>A packet of any kind passes with the data.</summary>
    public void OnArrived(int wireBytes, Instant now)
    {
    }

    /// <summary>A packet that cannot be clamped passes with the data; <see cref="OnArrived"/> is called too.</summary>
    public void OnOther(in FlowKey flow, int wireBytes, Instant now)
    {
    }

    /// <summary>A packet has left the clamp's own queue.</summary>
    public void OnDequeued(int wireBytes, Duration sojourn, Instant now)
    {
    }

    /// <summary>Ends an interval; called at least every <c>WindowClamp.Interval</c> while packets pass.</summary>
    /// <param name="upstreamDelay">
    /// The least, over the active flows, of current less minimum of the sender's half; null if no flow has both. For a queue upstream only.
    /// </param>
    /// <param name="now">The time.</param>
    public void Update(Duration? upstreamDelay, Instant now)
    {
    }
}
