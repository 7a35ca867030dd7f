using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Capacities;
using Mongoose.Network.Clamping.Flows;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Clamping.Sharing;

namespace Mongoose.Network.Clamping;

/// <summary>
/// Gives each flow its window: in every interval the capacity is divided among the active flows. A flow that is not active may start to
/// send at any time and would then use the window that it was given last, so its acknowledgments carry the share of an additional member;
/// no share is reserved for it.
/// </summary>
internal sealed class FlowWindows(ClampOptions options, LineWatch line, WindowShares shares)
{
    /// <summary>More than TCP can advertise (2^30 bytes, RFC 7323 section 2.2).</summary>
    private const double MaxWindowBytes = 1L << 40;

    /// <summary>
    /// The window while the capacity is not known: the largest without a scale. It fills lines of 10 Mbit/s at 50 ms, and the queue that it
    /// causes on a slower line has drained after a second.
    /// </summary>
    private const long UnmeasuredWindow = 65_535;

    /// <summary>Windows in force may exceed those wanted by this factor: shares move from one interval to the next.</summary>
    private const double FittingPart = 1.25;

    private FlowNeed[] _needs = new FlowNeed[16];
    private long[] _windows = new long[16];
    private long _division = 1;
    private int _members, _newcomers;
    private FlowNeed _newcomer;
    private long? _newcomerWindow;
    private bool _isNewcomerKnown;

    /// <summary>Divides the capacity among the active flows, after it has removed those that are no longer active.</summary>
    public void Divide(ActiveFlows active, Instant now)
    {
        RemoveIdle(active, now);
        ReadOnlySpan<ClampedFlow> flows = active.Flows;
        if (flows.Length >= _needs.Length)
            (_needs, _windows) = (new FlowNeed[2 * flows.Length], new long[2 * flows.Length]);
        for (int i = 0; i < flows.Length; i++)
            _needs[i] = NeedOf(flows[i], flows[i].Rate(now), flows[i].IsLimited);
        (_members, _newcomers, _isNewcomerKnown) = (flows.Length, 0, false);
        _division++;
        Compute(flows.Length);
        for (int i = 0; i < flows.Length; i++)
            flows[i].Assign(Limited(_windows[i]), _division);
    }

    /// <summary>
    /// Whether the windows in force are those that the clamp wants, as far as it can tell. Windows cannot be taken back, so after a
    /// reduction they are larger until the data in flight has been acknowledged. Flows that do not fill their windows put nothing into the
    /// queue, and may keep large ones for long.
    /// </summary>
    public bool Fit(ActiveFlows active)
    {
        (double wanted, double advertised) = (0, 0);
        foreach (ClampedFlow flow in active.Flows)
        {
            if (!flow.FillsWindow || flow.Share is not { } share || !line.IsCapacityKnown)
                continue;
            wanted += flow.Limit(share, options).WantedBytes;
            advertised += flow.AdvertisedBytes;
        }
        return advertised <= wanted * FittingPart;
    }

    /// <summary>Returns a measured flow's window as <see cref="Current"/> does; a flow that is not active is given one first.</summary>
    public long? Assign(ClampedFlow flow)
    {
        if (flow.Division != _division)
        {
            // Flows that begin in the same interval divide the share of a newcomer, since each of them is a member of the next division.
            if (flow.Division == 0)
                _newcomers++;
            flow.Assign(ShareOfNewcomer(flow), _division);
        }
        return Current(flow);
    }

    /// <summary>
    /// The window that the flow was given last, in bytes before the floor; null if the flow was given none, or has no limit.
    /// </summary>
    public long? Current(ClampedFlow flow) =>
        flow.Share is { } share && !line.IsCapacityKnown ? Math.Max(share, UnmeasuredWindow) : flow.Share;

    private long? ShareOfNewcomer(ClampedFlow flow)
    {
        FlowNeed need = NeedOf(flow, DataRate.Zero, isLimited: true);
        if (!_isNewcomerKnown)
        {
            (_needs[_members], _newcomer) = (need, need);
            Compute(_members + 1);
            (_newcomerWindow, _isNewcomerKnown) = (Limited(_windows[_members]), true);
        }
        if (_newcomerWindow is not { } window)
            return null;
        double members = (_members + 1.0) / (_members + Math.Max(1, _newcomers));
        return (long)Math.Min(window * members * RttRatio(need, _newcomer), MaxWindowBytes);
    }

    /// <summary>The factor between the windows of two flows: 1 by equation 1, the ratio of their round trips by equation 2.</summary>
    private double RttRatio(in FlowNeed need, in FlowNeed other) => options.Formula switch
    {
        WindowFormula.Equal => 1,
        WindowFormula.MinimumRtt => need.MinRtt / other.MinRtt,
        _ => need.CurrentRtt / other.CurrentRtt,
    };

    private void Compute(int count) => shares.Compute(_needs.AsSpan(0, count),
        DataRate.FromBitsPerSecond(line.Capacity.BitsPerSecond - line.Other.BitsPerSecond), line.Greedy, _windows.AsSpan(0, count));

    private void RemoveIdle(ActiveFlows active, Instant now)
    {
        for (int i = active.Count - 1; i >= 0; i--)
        {
            ClampedFlow flow = active.Flows[i];
            flow.OnInterval(WindowClamp.Interval, now);
            if (!flow.IsActive(options, now))
                active.Remove(flow);
        }
    }

    private FlowNeed NeedOf(ClampedFlow flow, DataRate rate, bool isLimited)
    {
        double factor = 1 + options.RttError;
        ref readonly FlowRoundTripMeter roundTrip = ref flow.RoundTrip;
        return new FlowNeed(AboveZero(roundTrip.Min * factor), AboveZero(roundTrip.Current * factor), rate, isLimited, flow.PayloadBytes);
    }

    /// <summary>In simulations an end may stand at the clamp itself.</summary>
    private static Duration AboveZero(Duration rtt) => Duration.Max(rtt, new Duration(1));

    private static long? Limited(long window) => window == long.MaxValue ? null : window;
}
