namespace Mongoose.Network.Enet;

/// <summary>
/// The options of a flow of ENet. These are fixed: one channel, no limit of bandwidth, at most 64 KiB of reliable data in flight, sockets
/// with buffers of 256 KiB, datagrams of at most 1400 bytes (1392 since ENet 1.3.18).
/// </summary>
public sealed record EnetOptions
{
    /// <summary>Maximum bytes of messages that wait to be sent or acknowledged: a message that does not fit is refused.</summary>
    public int SendBufferBytes { get; init; } = 256 * 1024;
}
