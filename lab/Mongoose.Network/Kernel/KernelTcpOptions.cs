using Mongoose.Core.Units;

namespace Mongoose.Network.Kernel;

/// <summary>The options of a flow of the kernel's TCP.</summary>
public sealed record KernelTcpOptions
{
    /// <summary>
    /// Bounds of <see cref="SegmentBytes"/> with 12 bytes of timestamps: the minimum that TCP_MAXSEG takes (88), and the maximum that fits
    /// into 1500 bytes. If timestamps are off, the kernel refuses less than 88.
    /// </summary>
    public const int MinSegmentBytes = 76, MaxSegmentBytes = 1448;

    /// <summary>The kernel's name, such as reno or cubic: never the system's default, which differs from host to host.</summary>
    public string CongestionControl { get; init; } = "cubic";

    /// <summary>Payload of a full segment, in bytes: <see cref="MinSegmentBytes"/> to <see cref="MaxSegmentBytes"/>.</summary>
    public int SegmentBytes { get; init; } = MaxSegmentBytes;

    /// <summary>Whether small segments are sent immediately (TCP_NODELAY) instead of waiting for an ACK (RFC 896).</summary>
    public bool NoDelay { get; init; }

    /// <summary>The socket's send buffer in bytes; null leaves it to the kernel, which adapts it. The kernel doubles the value.</summary>
    public int? SendBufferBytes { get; init; }

    /// <summary>
    /// The socket's receive buffer in bytes; null leaves it to the kernel, which adapts it. The kernel doubles the value.
    /// </summary>
    public int? ReceiveBufferBytes { get; init; }

    /// <summary>
    /// The maximum window that the receiver advertises (TCP_WINDOW_CLAMP) in bytes, which limits the data in flight; null leaves it to the
    /// kernel.
    /// </summary>
    public int? ReceiveWindowBytes { get; init; }

    /// <summary>
    /// How much data the kernel takes from the sender beyond the data in flight (TCP_NOTSENT_LOWAT), in bytes; null is as much as fits into
    /// its buffer. Data that the kernel has taken is sent.
    /// </summary>
    public int? UnsentBytes { get; init; }

    /// <summary>The interval at which the kernel's state of the connection is sampled.</summary>
    public Duration SampleInterval { get; init; } = Duration.FromMilliseconds(100);
}
