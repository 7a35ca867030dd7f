namespace Mongoose.Core.Shaping;

/// <summary>The order in which a circuit's backlogged channels are served.</summary>
public enum ServiceOrder
{
    /// <summary>
    /// Channels within their own tokens are served first: latency-critical channels ahead of bulk channels, in turn within each group. Then
    /// the remaining tokens are lent by deficit round robin.
    /// </summary>
    Sparse,

    /// <summary>
    /// As described in the Mongoose paper (section IV.A): while nothing is queued, the parent bucket alone decides. Once packets queue,
    /// channels are visited in turn, and a channel is served if its own bucket covers its packet.
    /// </summary>
    RoundRobin,
}
