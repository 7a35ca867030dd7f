using Mongoose.Core.Units;

namespace Mongoose.Network.Kernel;

/// <summary>A flow of the kernel's TCP, from the first byte to the last.</summary>
public sealed record KernelTcpOptions
{
    /// <summary>The smallest and the largest <see cref="SegmentBytes"/>: what TCP_MAXSEG takes at least, what fits 1500 bytes.</summary>
    public const int LeastSegmentBytes = 76, MostSegmentBytes = 1448;

    /// <summary>As the kernel names it, such as reno or cubic: never the system's default, which differs from host to host.</summary>
    public string CongestionControl { get; init; } = "cubic";

    /// <summary>Payload of a full segment, in bytes: <see cref="LeastSegmentBytes"/> to <see cref="MostSegmentBytes"/>.</summary>
    public int SegmentBytes { get; init; } = MostSegmentBytes;

    /// <summary>Whether small segments leave at once (TCP_NODELAY) instead of waiting for an ACK (RFC 896).</summary>
    public bool NoDelay { get; init; }

    /// <summary>Of the socket, in bytes; null leaves it to the kernel, which adapts it. The kernel doubles what it is given.</summary>
    public int? SendBufferBytes { get; init; }

    /// <inheritdoc cref="SendBufferBytes"/>
    public int? ReceiveBufferBytes { get; init; }

    /// <summary>
    /// The largest window that the receiver advertises (TCP_WINDOW_CLAMP), in bytes, and so the most in flight; null leaves it to the kernel.
    /// </summary>
    public int? ReceiveWindowBytes { get; init; }

    /// <summary>
    /// How much the kernel takes from the sender beyond what is in flight (TCP_NOTSENT_LOWAT), in bytes; null is as much as fits its buffer.
    /// What it has taken it sends.
    /// </summary>
    public int? UnsentBytes { get; init; }

    /// <summary>Between two looks at the kernel's state of the connection.</summary>
    public Duration SampleInterval { get; init; } = Duration.FromMilliseconds(100);
}
