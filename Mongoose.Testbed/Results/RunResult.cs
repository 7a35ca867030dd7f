using Mongoose.Core.Channels;
using Mongoose.Runtime.Statistics;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Testbed.Results;

/// <summary>
/// One server on one circuit. The first eight members are promised to scripts (see <see cref="DemoResult.SchemaName"/>);
/// rates are of 1000 bit/s.
/// </summary>
internal sealed record RunResult
{
    public const string Stock = OutboundNames.Stock;
    public const string Mongoose = OutboundNames.Mongoose;

    public required string Server { get; init; }
    public required double ThrottleKbps { get; init; }
    public required double RttMs { get; init; }
    public required double GoodputKbps { get; init; }

    /// <summary>The share that the goodput is of the circuit, or of the line where that carries less, 0 to 1.</summary>
    public double Utilisation { get; init; }

    public DelaySummary TaskDelayMs { get; init; } = DelaySummary.Empty;

    /// <summary>Until the last of the timed textures was complete, from arrival; null when that was not within the run.</summary>
    public double? TextureSeconds { get; init; }

    /// <summary>Of one core: the region's thread of the embedded server, the whole process of an OpenSimulator.</summary>
    public double CpuPercent { get; init; }

    /// <summary>Rate of the downstream line, IP headers included, if it carries less than the throttle; else null.</summary>
    public double? LineKbps { get; init; }

    /// <summary>Packets that the viewer found missing, resends not counted.</summary>
    public double LossPercent { get; init; }
    public long Resends { get; init; }

    /// <summary>How often the server held a packet back because too much was unacknowledged; null when it does not tell.</summary>
    public long? AckStalls { get; init; }

    /// <summary>Circuits that the figures are the mean of.</summary>
    public int Circuits { get; init; } = 1;

    /// <summary>Jain's index of the circuits' goodputs: 1 when all are alike.</summary>
    public double FairnessIndex { get; init; } = 1;

    public ChannelResult[] Channels { get; init; } = [];
    public RunSeries Series { get; init; } = RunSeries.Empty;
}

/// <summary>
/// What one channel of a circuit carried in a run. Goodput is by the channel that paid, so that of resends stands with Resend, and leaves the
/// first second out; packets, delays, missing and resent are by the channel whose data it is, over the whole run, and Resend has none of its own.
/// </summary>
internal sealed record ChannelResult
{
    public required Channel Name { get; init; }
    public double GoodputKbps { get; init; }
    public long Packets { get; init; }
    public DelaySummary DelayMs { get; init; } = DelaySummary.Empty;

    /// <summary>Packets that had not come by the end, though later ones had: on their way, given up, or refused by a full queue of the region.</summary>
    public long Missing { get; init; }

    /// <summary>Packets that came only when they were sent again. Loss on the link is known of the circuit as a whole.</summary>
    public long Resent { get; init; }
}

/// <summary>What the charts of a run are drawn from.</summary>
internal sealed record RunSeries
{
    public static readonly RunSeries Empty = new();

    /// <summary>Width of one time bin, in milliseconds.</summary>
    public double BinMs { get; init; }

    /// <summary>kbit/s by channel (outer, as <see cref="Channel"/>) and time bin (inner); rows may be empty.</summary>
    public double[][] Kbps { get; init; } = [];

    /// <summary>Task delays at evenly spaced quantiles: entry i of n is quantile i / (n - 1), the last the maximum.</summary>
    public double[] TaskDelayMs { get; init; } = [];

    /// <summary>The bins of one channel; empty when the channel was not recorded.</summary>
    public double[] Of(Channel channel) => (int)channel < Kbps.Length ? Kbps[(int)channel] : [];
}
