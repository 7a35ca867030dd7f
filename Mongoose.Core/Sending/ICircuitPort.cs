using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Core.Sending;

/// <summary>
/// One circuit of a region as its sender sees it. The sender decides what goes when; the port knows queues, packets and sockets. All members
/// are called on the sender's thread, but <see cref="QueuedPackets"/>, which any thread may call. Any of them may throw; then the sender reports
/// the failure and goes on.
/// </summary>
public interface ICircuitPort : IChannelQueues
{
    /// <summary>The rates in force.</summary>
    CircuitRates Rates { get; }

    /// <summary>Reliable packets that were sent and are not acknowledged.</summary>
    InFlight InFlight { get; }

    /// <summary>Round trip and resend timeout.</summary>
    PathTimes Path { get; }

    /// <summary>Looks for packets that other threads have queued; the channels that have one. The sender calls it once per look.</summary>
    ChannelSet FindBacklog();

    /// <summary>
    /// Packets in a channel's queue, as far as the region knows: a wrong count costs accuracy of delays and no packet. Any thread may call it.
    /// </summary>
    int QueuedPackets(Channel channel);

    /// <summary>
    /// Takes the packet that <see cref="IChannelQueues.HeadBytes"/> measured from its queue and sends it. If the sending fails, the packet has
    /// left the queue all the same.
    /// </summary>
    /// <returns>The sequence number, if the viewer is to acknowledge the packet; else null.</returns>
    uint? Send(in Grant grant);

    /// <summary>Queues a packet again that was sent and is lost. If the region does not have it any more, nothing happens.</summary>
    void Resend(uint number);

    /// <summary>From now the region sends a packet again when so long no ack has come; null: when the region thinks fit.</summary>
    void SetResendTimeout(Duration? timeout);

    /// <summary>Makes data that waits on a channel into about <paramref name="bytes"/> of packets, or has another thread make them.</summary>
    RefillResult Refill(Channel channel, long bytes);
}

/// <summary>What a circuit may send.</summary>
/// <param name="Circuit">In all.</param>
/// <param name="Channels">Each channel's own share.</param>
/// <param name="IsCapped">Whether the region allows the circuit no more, rather than the viewer asks for no more.</param>
public readonly record struct CircuitRates(DataRate Circuit, ChannelRates Channels, bool IsCapped = false);

/// <summary>Reliable packets that were sent and are not acknowledged.</summary>
/// <param name="Packets">Their number; a resend is the same packet.</param>
/// <param name="Bytes">Their size as UDP payload.</param>
/// <param name="Acks">A count that grows whenever acknowledgements arrive.</param>
public readonly record struct InFlight(int Packets, long Bytes, long Acks);

/// <summary>Times of the path between region and viewer.</summary>
/// <param name="RoundTrip">The last measurement.</param>
/// <param name="ResendTimeout">Time without an ack after which the region sends a packet again.</param>
public readonly record struct PathTimes(Duration RoundTrip, Duration ResendTimeout);

/// <summary>What came of <see cref="ICircuitPort.Refill"/>.</summary>
public enum RefillResult
{
    /// <summary>No data waits, or the region cannot make packets now.</summary>
    Nothing,

    /// <summary>The packets are in the queue.</summary>
    Made,

    /// <summary>Another thread makes them, and then notifies the sender (<see cref="News.TaskOrderDone"/>, <see cref="News.TextureOrderDone"/>).</summary>
    Ordered,
}

/// <summary>What is new on a circuit: see <see cref="CircuitSender{TPort}.Notify"/>.</summary>
[Flags]
public enum News
{
    None = 0,

    /// <summary>Packets were queued.</summary>
    Packets = 1,

    /// <summary>Entity updates wait to be made into packets.</summary>
    TaskContent = 2,

    /// <summary>Textures wait to be made into packets.</summary>
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
