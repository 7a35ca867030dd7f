using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Options;

/// <summary>
/// How a gateway limits the windows of TCP flows whose data travels in one direction (C. E. Palazzi and others, "Ensuring Fair Coexistence
/// of Multimedia Applications in a Wireless Home": SAP-LAW). Where the paper is ambiguous, or this clamp departs from it, an option has the
/// paper's way as one of its values.
/// </summary>
public sealed record ClampOptions : ISettingRules
{
    [Setting("rateKbps", Min = 8, Max = 1e6, Unit = "kbit/s",
        Text = "C, the capacity; with `auto` and `upstream` the maximum, with `auto` and `own` not allowed")]
    public DataRate? Rate { get; init; }

    [Setting("auto", Text = "measure the capacity, and set no limits while a queue stands that the clamp cannot shorten")]
    public bool Auto { get; init; }

    [Setting("queue", Text = "the queue that the flows would fill: of this link, or one before it")]
    public ClampedQueue Queue { get; init; }

    [Setting("formula", Text = "[how windows follow from rates](../research/window-clamp.md#the-formula)")]
    public WindowFormula Formula { get; init; } = WindowFormula.CurrentRtt;

    [Setting("sharing", Text = "`count`: equal shares of active flows; `need`: unused shares are lent (max-min)")]
    public ClampSharing Sharing { get; init; } = ClampSharing.Need;

    [Setting("udp", Text = "other traffic: `all` subtracts it from the capacity; `sparse` only flows below a tenth, others count as flows")]
    public ClampUdp Udp { get; init; } = ClampUdp.Sparse;

    [Setting("margin", Min = 0.1, Max = 4, Text = "factor of the windows; the paper's is 1")]
    public double Margin { get; init; } = 1;

    [Setting("payloadOnly", Text = "windows exclude the headers' share")]
    public bool PayloadOnly { get; init; }

    [Setting("targetMs", Min = 0.1, Max = 1000, Unit = "ms",
        Text = "with `auto`: delay above which a queue stands; at least 1.5 packets of 1500 bytes")]
    public Duration Target { get; init; } = Duration.FromMilliseconds(5);

    [Setting("holdSeconds", Min = 1, Max = 300, Unit = "s",
        Text = "longest time without limits after a queue that the clamp could not shorten; each failed try doubles it, up to 300 s")]
    public Duration Hold { get; init; } = Duration.FromSeconds(30);

    [Setting("floorSegments", Min = 1, Max = 100, Text = "minimum window in segments; below 2 the sender waits for its timer")]
    public int FloorSegments { get; init; } = 2;

    [Setting("activeSeconds", Min = 0.1, Max = 60, Unit = "s",
        Text = "a flow without data for this long, and four round trips, loses its share")]
    public Duration Active { get; init; } = Duration.FromSeconds(1);

    [Setting("rttErrorPercent", Min = -90, Max = 1000, Unit = "%", Text = "error of measured round trips, for experiments")]
    public double RttError { get; init; }

    [Setting("maxFlows", Min = 1, Max = 1_000_000,
        Text = "size of the table; a new flow replaces the least recently active, or the oldest half-open one if more than a quarter are "
            + "half-open")]
    public int MaxFlows { get; init; } = 4096;

    object ISettingRules.Finish(ISettingReport report)
    {
        bool measures = Auto && Queue == ClampedQueue.Own;
        if (measures && Rate is not null)
            report.Problem("rateKbps", "is not allowed with auto and queue own, which measures the capacity");
        if (!measures && Rate is null)
            report.Problem("rateKbps", "is missing; give it, or set \"auto\": true with queue own");
        return this;
    }
}

/// <summary>Whose queue the clamp keeps short.</summary>
public enum ClampedQueue
{
    /// <summary>The queue of the clamp's own link, whose packets it sees before and after.</summary>
    Own,
    /// <summary>A queue before the clamp, such as the provider's: it shows in round trips only.</summary>
    Upstream,
}

/// <summary>How the window of a flow follows from its share of the capacity.</summary>
public enum WindowFormula
{
    /// <summary>Equation 1: one window for all flows, the share times the mean round trip.</summary>
    Equal,
    /// <summary>Equation 2 with RTT_i the minimum of each flow: the share times that minimum.</summary>
    MinimumRtt,
    /// <summary>
    /// Equation 2 with RTT_i the current round trips: the sum of the windows is the capacity times the mean minimum, whatever queue there
    /// is.
    /// </summary>
    CurrentRtt,
}

/// <summary>How the capacity is divided among flows.</summary>
public enum ClampSharing
{
    /// <summary>Max-min by need.</summary>
    Need,
    /// <summary>Equal parts, as in the paper.</summary>
    Count,
}

/// <summary>Which traffic without a clampable window reduces the capacity for the others.</summary>
public enum ClampUdp
{
    /// <summary>Sparse flows only.</summary>
    Sparse,
    /// <summary>All of it, as in the paper.</summary>
    All,
}
