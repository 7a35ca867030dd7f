using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Capacities;
using Mongoose.Network.Clamping.Flows;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Clamping.Sharing;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Clamping;

/// <summary>
/// Limits the windows that TCP receivers advertise, so that the flows together fill a line and no queue. It serves the data of one
/// direction and sees all packets of both, at one point: those that travel with the data before the queue, those that travel against it
/// after theirs. No clock and no socket: times are arguments and never decrease, except those of <see cref="OnDequeued"/>.
/// </summary>
public sealed class WindowClamp
{
    /// <summary>The time between two divisions of the capacity. They happen when packets pass.</summary>
    public static readonly Duration Interval = Duration.FromMilliseconds(50);

    private readonly LineWatch _line;
    private readonly FlowTable _flows;
    private readonly FlowWindows _windows;
    private Instant _nextDivision = Instant.LongAgo;

    /// <param name="options">How windows are limited.</param>
    public WindowClamp(ClampOptions options)
    {
        Options = options;
        _line = new LineWatch(options);
        _flows = new FlowTable(options.MaxFlows);
        _windows = new FlowWindows(options, _line, new WindowShares(options));
    }

    public ClampOptions Options { get; }

    /// <summary>C, as in <see cref="ClampReading.Capacity"/>.</summary>
    public DataRate? Capacity => _line.IsCapacityKnown ? _line.Capacity : null;

    /// <summary>Whether the flows are released, as in <see cref="ClampReading.Released"/>.</summary>
    public bool Released => _line.Released;

    /// <summary>A TCP segment travels with the data.</summary>
    /// <param name="flow">The packet's flow, from the data's sender to its receiver.</param>
    /// <param name="wireBytes">The segment's size on the wire, from the IP header on.</param>
    /// <param name="fields">The segment's header.</param>
    public void OnData(in FlowKey flow, int wireBytes, in TcpFields fields, Instant now)
    {
        Advance(now);
        _line.OnArrived(wireBytes);
        ClampedFlow? clamped = _flows.Take(flow, fromSender: true, fields);
        clamped?.OnSenderSegment(fields, wireBytes, now);
        if (clamped is { IsMeasured: true } && fields.PayloadBytes > 0)
            _flows.Active.Add(clamped);
        else
            _line.OnOther(flow, wireBytes, now);
        if (clamped is { IsClosed: true })
            _flows.Remove(clamped);
    }

    /// <summary>
    /// A TCP segment travels against the data. Returns the window field with which it must be passed on: never above its own.
    /// </summary>
    /// <param name="flow">The packet's flow, from the data's receiver to its sender.</param>
    /// <param name="fields">The segment's header.</param>
    public uint OnAck(in FlowKey flow, in TcpFields fields, Instant now)
    {
        Advance(now);
        if (_flows.Take(flow.Reversed, fromSender: false, fields) is not { } clamped)
            return fields.Window;
        clamped.OnReceiverSegment(fields, OwnQueueing, now);
        // As soon as a flow is measured, its windows are limited: a window that was passed on cannot be taken back.
        long? share = clamped.IsMeasured && !_line.Released ? _windows.Assign(clamped) : null;
        uint window = clamped.PassWindow(fields, share, Options, now);
        if (clamped.IsClosed)
            _flows.Remove(clamped);
        return window;
    }

    /// <summary>
    /// A packet that cannot be clamped travels with the data: UDP, another protocol, or TCP with a header that cannot be read. The data
    /// that such a TCP segment sends or announces is unknown, so its flow is no longer limited. A fragment other than the first has no
    /// ports, and so belongs to no flow.
    /// </summary>
    public void OnOther(in FlowKey flow, int wireBytes, Instant now)
    {
        Advance(now);
        StopLimiting(flow);
        _line.OnArrived(wireBytes);
        _line.OnOther(flow, wireBytes, now);
    }

    /// <summary>
    /// A packet without a TCP header that can be read travels against the data: its flow is no longer limited, as with
    /// <see cref="OnOther"/>.
    /// </summary>
    /// <param name="flow">The packet's flow, from the data's receiver to its sender; not only TCP.</param>
    public void OnUnreadable(in FlowKey flow) => StopLimiting(flow.Reversed);

    /// <summary>A packet has left the clamp's own queue.</summary>
    /// <param name="wireBytes">The packet's size.</param>
    /// <param name="sojourn">The time that it has spent in the queue.</param>
    /// <param name="departure">
    /// When it left. Departures are in order, but after a late wake-up of the host they may be before the time of another call.
    /// </param>
    public void OnDequeued(int wireBytes, Duration sojourn, Instant departure)
    {
        Advance(departure); // Has no effect if it is before the time of another call.
        _line.OnDequeued(wireBytes, sojourn, departure);
    }

    /// <summary>The state for tables and figures.</summary>
    public ClampReading Read(Instant now) => new(Capacity, _line.Other,
        _line.Greedy.ToArray().Aggregate(DataRate.Zero, (sum, rate) => sum + rate), Released, _line.QueueDelay,
        [.. _flows.InOrder.Select(flow => Read(flow, now))]);

    private ClampedFlowReading Read(ClampedFlow flow, Instant now)
    {
        ref readonly FlowRoundTripMeter roundTrip = ref flow.RoundTrip;
        long? target = _windows.Current(flow) is { } window && !_line.Released ? flow.Limit(window, Options).WantedBytes : null;
        return new ClampedFlowReading(flow.Key, MinOf(roundTrip.SenderHalf), MinOf(roundTrip.ReceiverHalf), target,
            flow.AdvertisedBytes, flow.Rate(now), flow.IsActive(Options, now));
    }

    private void StopLimiting(in FlowKey flow)
    {
        if (flow.Protocol == FlowKey.Tcp)
            _flows.Remove(flow);
    }

    private static Duration? MinOf(in RttHalf half) => half.HasSample ? half.Min : null;

    /// <summary>
    /// The delay of the clamp's own queue. Samples of round trips contain it, and without its subtraction a queue that never empties
    /// would become part of the minimum, and so of the windows, which would then make it longer.
    /// </summary>
    private Duration OwnQueueing => Options.Queue == ClampedQueue.Own ? _line.MinQueueDelay : Duration.Zero;

    private void Advance(Instant now)
    {
        if (now < _nextDivision)
            return;
        _nextDivision = now + Interval;
        // Whether the windows fit matters only to a clamp that can release its flows.
        bool fits = !Options.Auto || _windows.Fit(_flows.Active);
        _line.Update(Options.Queue == ClampedQueue.Upstream ? DelayUpstream(now) : null, fits, now);
        _windows.Divide(_flows.Active, now);
    }

    private Duration? DelayUpstream(Instant now)
    {
        UpstreamDelay delay = default;
        foreach (ClampedFlow flow in _flows.Active.Flows)
        {
            RttHalf half = flow.RoundTrip.SenderHalf;
            if (half.IsCurrent(now))
                delay.Add(half.Current, half.Min, now - half.SteadySince);
        }
        return delay.Value;
    }
}
