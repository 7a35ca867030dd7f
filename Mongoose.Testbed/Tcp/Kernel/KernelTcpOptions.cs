using Mongoose.Core.Units;

namespace Mongoose.Testbed.Tcp.Kernel;

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

    /// <summary>In which delivered bytes are counted.</summary>
    public Duration Bin { get; init; } = Duration.FromMilliseconds(100);

    /// <summary>Between two looks at the kernel's state of the connection.</summary>
    public Duration SampleInterval { get; init; } = Duration.FromMilliseconds(100);
}
