using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Client.Viewers;

/// <summary>The frames of a viewer, and the buffers in which packets wait for them.</summary>
public sealed record FrameOptions
{
    /// <summary>Linux's usual limit of a socket's buffer (net.core.rmem_max).</summary>
    public const int UsualSocketBytes = 212_992;

    /// <summary>What Linux counts of a datagram that one IP packet carries: a buffer of 2048 bytes and its description.</summary>
    public const int KernelBytes = 2304;

    [Setting("framesPerSecond", Min = 1, Max = 1000, Text = "frames that it draws")]
    public double FramesPerSecond { get; init; } = 45;

    [Setting("hitchSeconds", Min = 0, Max = 60, Unit = "s", Text = "some frames are so long; 0: none")]
    public Duration HitchLength { get; init; } = Duration.Zero;

    [Setting("hitchEverySeconds", Min = 0.001, Max = 86_400, Unit = "s", Text = "from the start of one of those to that of the next")]
    public Duration HitchInterval { get; init; } = Duration.FromSeconds(10);

    [Setting("socketBytes", Min = KernelBytes, Max = 1 << 30, Unit = "bytes", Text = "of the socket's buffer, as Linux counts: 2304 for up to 1472 bytes of payload")]
    public int SocketBytes { get; init; } = UsualSocketBytes;

    [Setting("ringPackets", Min = 1, Max = 1_000_000, Default = "by manner", Text = "packets that a ring behind the socket holds")]
    public int? RingPackets { get; init; }

    [Setting("packetMs", Min = 0.001, Max = 1000, Unit = "ms", Text = "what it takes to process a packet")]
    public Duration PacketTime { get; init; } = Duration.FromMilliseconds(0.1);

    [Setting("processingMs", Min = 0.001, Max = 1000, Unit = "ms", Text = "how long a frame processes packets, while none are left over")]
    public Duration ProcessingTime { get; init; } = Duration.FromMilliseconds(20);
}
