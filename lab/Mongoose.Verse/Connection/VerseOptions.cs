using Mongoose.Core.Units;
using Mongoose.Verse.CongestionControl;

namespace Mongoose.Verse.Connection;

/// <summary>The parameters of one end. The two ends may have different ones.</summary>
public sealed record VerseOptions
{
    public static readonly VerseOptions Default = new();

    /// <summary>The congestion control of what this end sends.</summary>
    public CongestionControlKind CongestionControl { get; init; } = CongestionControlKind.DelayTarget;

    /// <summary>A new value replaces the one of the same key that waits. Without this rule every value is sent.</summary>
    public bool QueueRule { get; init; } = true;

    /// <summary>Of a lost packet only values that nothing newer replaces are sent again. Without this rule all of its values are.</summary>
    public bool ResendRule { get; init; } = true;

    /// <summary>The longest datagram to send, in bytes without IP and UDP headers; <see cref="MinMaxPacketBytes"/> to 65507.</summary>
    public int MaxPacketBytes { get; init; } = 1452;

    /// <summary>
    /// The longest value, in bytes, 0 to <see cref="MaxPacketBytes"/> less <see cref="RoomForCommands"/>; applies to both directions.
    /// </summary>
    public int MaxValueBytes { get; init; } = 1024;

    /// <summary>The largest number of keys that this end sets, and the largest number that it accepts from its peer; at least 1.</summary>
    public int MaxKeys { get; init; } = 65_536;

    /// <summary>
    /// The largest number of values that wait to be sent, at least 1: a <c>Set</c> above it throws. With the queue rule the number of keys
    /// limits it.
    /// </summary>
    public int MaxWaitingValues { get; init; } = 1 << 20;

    /// <summary>The free bytes of this end's in-queue at the start: the window that it announces. 0 to 1 GiB.</summary>
    public int InQueueBytes { get; init; } = 1 << 20;

    /// <summary>Payload packets for which this end sends one acknowledgment; at least 1.</summary>
    public int AckRatio { get; init; } = 2;

    /// <summary>
    /// The longest time for which this end holds an acknowledgment back, and the time that it allows its peer for the same.
    /// </summary>
    public Duration AckDelay { get; init; } = Duration.FromMilliseconds(25);

    /// <summary>An empty payload packet follows after this time without another payload packet.</summary>
    public Duration KeepAlive { get; init; } = Duration.FromSeconds(2);

    /// <summary>
    /// A peer from which nothing has arrived for this time is dead. It also limits the opening and the closing of a connection.
    /// </summary>
    public Duration DeadAfter { get; init; } = Duration.FromSeconds(30);

    /// <summary>Bytes of a packet that values never use: the header, 64 acknowledgments and the coding of a value.</summary>
    public const int RoomForCommands = 400;

    /// <summary>Room for the commands and a value of 112 bytes.</summary>
    public const int MinMaxPacketBytes = 512;

    /// <exception cref="ArgumentException">An option is out of range; the message names it and what is allowed.</exception>
    public void Validate()
    {
        Check(MaxPacketBytes is >= MinMaxPacketBytes and <= 65507, nameof(MaxPacketBytes), $"{MinMaxPacketBytes} to 65507");
        Check(MaxValueBytes >= 0 && MaxValueBytes <= MaxPacketBytes - RoomForCommands, nameof(MaxValueBytes),
            $"0 to {MaxPacketBytes - RoomForCommands} with packets of {MaxPacketBytes}");
        Check(MaxKeys >= 1, nameof(MaxKeys), "at least 1");
        Check(MaxWaitingValues >= 1, nameof(MaxWaitingValues), "at least 1");
        Check(InQueueBytes is >= 0 and <= 1 << 30, nameof(InQueueBytes), "0 to 1 GiB");
        Check(AckRatio >= 1, nameof(AckRatio), "at least 1");
        Check(AckDelay >= Duration.Zero && AckDelay <= Duration.FromMilliseconds(500), nameof(AckDelay), "0 to 500 ms");
        Check(KeepAlive > Duration.Zero, nameof(KeepAlive), "above 0");
        Check(DeadAfter > KeepAlive, nameof(DeadAfter), $"above {nameof(KeepAlive)}");
    }

    private static void Check(bool isValid, string name, string allowed)
    {
        if (!isValid)
            throw new ArgumentException($"{name} must be {allowed}");
    }
}
