using Mongoose.Core.Settings;
using Mongoose.Core.Units;

namespace Mongoose.Client.Viewers;

/// <summary>A viewer's frames, and the buffers in which packets wait for them.</summary>
public sealed record FrameOptions
{
    /// <summary>Linux's usual limit of a socket's receive buffer (net.core.rmem_max).</summary>
    public const int UsualSocketBytes = 212_992;

    /// <summary>The memory that Linux charges for a datagram in one IP packet: a buffer of 2048 bytes and its metadata.</summary>
    public const int KernelBytes = 2304;

    [Setting("framesPerSecond", Min = 1, Max = 1000, Text = "frame rate")]
    public double FramesPerSecond { get; init; } = 45;

    [Setting("hitchSeconds", Min = 0, Max = 60, Unit = "s", Text = "length of long frames; 0: none")]
    public Duration HitchLength { get; init; } = Duration.Zero;

    [Setting("hitchEverySeconds", Min = 0.001, Max = 86_400, Unit = "s", Text = "from the start of a long frame to the next")]
    public Duration HitchInterval { get; init; } = Duration.FromSeconds(10);

    [Setting("socketBytes", Min = KernelBytes, Max = 1 << 30, Unit = "bytes",
        Text = "the socket's receive buffer in Linux's accounting: 2304 for a datagram of up to 1472 bytes")]
    public int SocketBytes { get; init; } = UsualSocketBytes;

    [Setting("ringPackets", Min = 1, Max = 1_000_000, Default = "by manner", Text = "packets in a ring after the socket")]
    public int? RingPackets { get; init; }

    [Setting("packetMs", Min = 0.001, Max = 1000, Unit = "ms", Text = "time to process a packet")]
    public Duration PacketTime { get; init; } = Duration.FromMilliseconds(0.1);

    [Setting("processingMs", Min = 0.001, Max = 1000, Unit = "ms", Text = "time per frame for packets, if the previous frame left none")]
    public Duration ProcessingTime { get; init; } = Duration.FromMilliseconds(20);
}
