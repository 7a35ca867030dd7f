using Mongoose.Core.Units;

namespace Mongoose.Client.Viewers;

/// <summary>The frames of a viewer, and the buffers in which packets wait for them.</summary>
public sealed record FrameOptions
{
    /// <summary>Linux's usual limit of a socket's buffer (net.core.rmem_max).</summary>
    public const int UsualSocketBytes = 212_992;

    /// <summary>What Linux counts of a datagram that one IP packet carries: a buffer of 2048 bytes and its description.</summary>
    public const int KernelBytes = 2304;

    public double FramesPerSecond { get; init; } = 45;

    /// <summary>How long the frames are that hang; zero: none does.</summary>
    public Duration HitchLength { get; init; } = Duration.Zero;

    /// <summary>From the start of one such frame to that of the next.</summary>
    public Duration HitchInterval { get; init; } = Duration.FromSeconds(10);

    /// <summary>Of the socket's buffer, as the kernel counts: <see cref="KernelBytes"/> for each packet.</summary>
    public int SocketBytes { get; init; } = UsualSocketBytes;

    /// <summary>Packets that a ring behind the socket holds; null: as the manner of acking has it.</summary>
    public int? RingPackets { get; init; }

    /// <summary>What it takes to process a packet.</summary>
    public Duration PacketTime { get; init; } = Duration.FromMilliseconds(0.1);

    /// <summary>How long a frame processes packets, while there is no backlog.</summary>
    public Duration ProcessingTime { get; init; } = Duration.FromMilliseconds(20);
}
