using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Network.Clamping.Options;

/// <summary>
/// How a gateway limits the windows of TCP flows whose data travels in one direction (C. E. Palazzi and others, "Ensuring Fair Coexistence
/// of Multimedia Applications in a Wireless Home": SAP-LAW). Where the paper leaves a choice, an option has the paper's reading as one of
/// its values.
/// </summary>
public sealed record ClampOptions : ISettingRules
{
    [Setting("rateKbps", Min = 8, Max = 1e6, Unit = "kbit/s",
        Text = "C, the capacity in IP bytes; with `auto` and queue `upstream`, the highest that is assumed; "
            + "not allowed with `auto` and queue `own`")]
    public DataRate? Rate { get; init; }

    [Setting("auto",
        Text = "whether the clamp measures the capacity, and stops limiting flows while a queue stands that it cannot shorten")]
    public bool Auto { get; init; }

    [Setting("queue", Text = "whose queue the flows would fill: `own` is the queue of this link, `upstream` one before it")]
    public ClampedQueue Queue { get; init; }

    [Setting("formula", Text = "[how windows follow from rates](../research/window-clamp.md#the-formula)")]
    public WindowFormula Formula { get; init; } = WindowFormula.CurrentRtt;

    [Setting("sharing",
        Text = "`count` divides the capacity by the number of active flows; `need` lends what a flow does not use to the others (max-min)")]
    public ClampSharing Sharing { get; init; } = ClampSharing.Need;

    [Setting("udp",
        Text = "`all` takes all traffic that cannot be clamped from the capacity; "
            + "`sparse` only flows below a tenth of it, and others count as flows")]
    public ClampUdp Udp { get; init; } = ClampUdp.Sparse;

    [Setting("margin", Min = 0.1, Max = 4, Text = "factor of the windows; 1 is the paper's")]
    public double Margin { get; init; } = 1;

    [Setting("payloadOnly", Text = "whether windows exclude the share of the headers")]
    public bool PayloadOnly { get; init; }

    [Setting("targetMs", Min = 0.1, Max = 1000, Unit = "ms",
        Text = "queueing delay above which a queue stands, with `auto`; at least 1.5 packets of 1500 bytes")]
    public Duration Target { get; init; } = Duration.FromMilliseconds(5);

    [Setting("holdSeconds", Min = 1, Max = 300, Unit = "s",
        Text = "time without limits after a queue stood that the clamp could not shorten; each failed try doubles it, up to 300 s")]
    public Duration Hold { get; init; } = Duration.FromSeconds(30);

    [Setting("floorSegments", Min = 1, Max = 100, Text = "least window in segments; below 2 the sender waits for its timer")]
    public int FloorSegments { get; init; } = 2;

    [Setting("activeSeconds", Min = 0.1, Max = 60, Unit = "s",
        Text = "time without data after which a flow holds no share; at least four round trips")]
    public Duration Active { get; init; } = Duration.FromSeconds(1);

    [Setting("rttErrorPercent", Min = -90, Max = 1000, Unit = "%", Text = "deviation of measured round trips, for experiments")]
    public double RttError { get; init; }

    [Setting("maxFlows", Min = 1, Max = 1_000_000,
        Text = "flows that the table holds; "
            + "when it is full, a new one replaces the one whose last packet is oldest; half-open ones have at most a quarter")]
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
