using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// The queues and the socket of a circuit, as its sender uses them. The sender chooses the next channel and the time; the port takes the
/// packet from its queue and sends it. The sender calls all members on its own thread. <see cref="QueuedPackets"/> may be called on any
/// thread. Any member may throw; the sender then reports the failure and continues.
/// </summary>
public interface ICircuitPort : IChannelQueues
{
    /// <summary>Whether the visitor's avatar is in the circuit's region; otherwise the visitor has a child agent there.</summary>
    bool IsRoot => true;

    /// <summary>The current rates.</summary>
    CircuitRates Rates { get; }

    /// <summary>
    /// Reliable packets that were sent and not yet acknowledged, including packets that code other than the sender has sent. The count may
    /// follow an ack up to 100 ms late, but only acks reduce the count: it is the only evidence that a viewer has acknowledged everything.
    /// </summary>
    InFlight InFlight { get; }

    /// <summary>Round trip and resend timeout.</summary>
    PathTimes Path { get; }

    /// <summary>
    /// Finds packets that other threads have queued and returns the channels that have at least one. The sender calls it once per poll.
    /// </summary>
    ChannelSet FindBacklog();

    /// <summary>
    /// Packets in a channel's queue, as far as the region knows. A wrong count makes measured delays less accurate but loses no packet. Any
    /// thread may call it.
    /// </summary>
    int QueuedPackets(Channel channel);

    /// <summary>
    /// Sends the first packet of a queue, whose size <see cref="IChannelQueues.HeadBytes"/> has returned. The packet leaves the queue even
    /// if sending fails.
    /// </summary>
    /// <returns>The sequence number if the viewer is to acknowledge the packet; otherwise null.</returns>
    uint? Send(in Grant grant);

    /// <summary>
    /// Queues a lost packet again. Does nothing if the region no longer has the packet. A packet whose whole content later packets
    /// have replaced is left to the region's own timer.
    /// </summary>
    /// <returns>Whether the packet was queued.</returns>
    bool Resend(uint number);

    /// <summary>Whether a packet that <see cref="Send"/> has numbered still waits for its ack.</summary>
    bool IsUnacked(uint number);

    /// <summary>Sets the time without an ack after which the region sends a packet again; null restores the region's own timeout.</summary>
    void SetResendTimeout(Duration? timeout);

    /// <summary>
    /// Makes about <paramref name="bytes"/> of packets from the data pending on a channel, or orders them from another thread.
    /// </summary>
    RefillResult Refill(Channel channel, long bytes);
}

/// <summary>The rates that a circuit may send at.</summary>
/// <param name="Circuit">The circuit's total rate.</param>
/// <param name="Channels">Each channel's own share.</param>
/// <param name="IsCapped">Whether the region's cap, rather than the viewer's request, limits the rate.</param>
public readonly record struct CircuitRates(DataRate Circuit, ChannelRates Channels, bool IsCapped = false);

/// <summary>Reliable packets that were sent and not yet acknowledged.</summary>
/// <param name="Packets">Number of packets. A resend does not count as another packet.</param>
/// <param name="Bytes">Total UDP payload of the packets.</param>
/// <param name="Acked">Total UDP payload of the packets that were acknowledged so far.</param>
public readonly record struct InFlight(int Packets, long Bytes, long Acked);

/// <summary>Times measured on the path between region and viewer.</summary>
/// <param name="RoundTrip">The last round-trip time measured.</param>
/// <param name="ResendTimeout">Time without an ack after which the region sends a packet again.</param>
public readonly record struct PathTimes(Duration RoundTrip, Duration ResendTimeout);

/// <summary>The result of <see cref="ICircuitPort.Refill"/>.</summary>
public enum RefillResult
{
    /// <summary>No data is pending, or the region cannot make packets now.</summary>
    Nothing,

    /// <summary>The packets are in the queue.</summary>
    Made,

    /// <summary>
    /// Another thread will make the packets and then notify the sender (<see cref="CircuitEvents.TaskOrderDone"/>,
    /// <see cref="CircuitEvents.TextureOrderDone"/>).
    /// </summary>
    Ordered,
}

/// <summary>Events that a circuit's sender is notified of: see <see cref="CircuitSender{TPort}.Notify"/>.</summary>
[Flags]
public enum CircuitEvents
{
    None = 0,

    /// <summary>Packets were queued.</summary>
    Packets = 1,

    /// <summary>Entity updates are ready to be made into packets.</summary>
    TaskContent = 2,

    /// <summary>Textures are ready to be made into packets.</summary>
    TextureContent = 4,

    /// <summary>The rates have changed.</summary>
    Rates = 8,

    /// <summary>Acknowledgements have arrived.</summary>
    Acks = 16,

    /// <summary>Entity updates that the sender ordered have been made into packets.</summary>
    TaskOrderDone = 32,

    /// <summary>Textures that the sender ordered have been made into packets.</summary>
    TextureOrderDone = 64,
}
