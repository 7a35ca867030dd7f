namespace Mongoose.Core.Shaping;

/// <summary>In which order a circuit's backlogged channels are served.</summary>
public enum ServiceOrder
{
    /// <summary>
    /// Channels within their own tokens first, latency-critical ones ahead of bulk, in turn within each; then lending by
    /// deficit round robin.
    /// </summary>
    Sparse,

    /// <summary>
    /// As the Mongoose paper words it (section IV.A): while nothing queues, the parent bucket alone decides; once packets
    /// queue, channels are visited in turn and one is served if its own bucket covers its packet.
    /// </summary>
    RoundRobin,
}
