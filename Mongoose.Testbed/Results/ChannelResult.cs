using Mongoose.Core.Channels;
using Mongoose.Runtime.Statistics;

namespace Mongoose.Testbed.Results;

/// <summary>
/// What one channel of a circuit carried in a run. Goodput is by the channel that paid, so that of resends stands with Resend, and leaves the
/// first second out; packets, delays, missing and resent are by the channel whose data it is, over the whole run, and Resend has none of its own.
/// </summary>
public sealed record ChannelResult
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
