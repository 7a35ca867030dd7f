using Mongoose.Core.Units;
using Mongoose.Verse.CongestionControl;
using Mongoose.Verse.Wire;

namespace Mongoose.Verse.Connection;

/// <summary>The options of one end of a connection; those of the other end may differ.</summary>
public sealed record VerseOptions
{
    public static readonly VerseOptions Default = new();

    /// <summary>The congestion control of the packets that this end sends.</summary>
    public CongestionControlKind CongestionControl { get; init; } = CongestionControlKind.DelayTarget;

    /// <summary>A new value replaces a queued value of the same key. Without this rule every value is sent.</summary>
    public bool QueueRule { get; init; } = true;

    /// <summary>A value of a lost packet is sent again only if no newer value replaces it. Without this rule every value is.</summary>
    public bool ResendRule { get; init; } = true;

    /// <summary>
    /// The maximum length of a datagram, in bytes without IP and UDP headers; <see cref="MinMaxPacketBytes"/> to
    /// <see cref="DatagramHeaders.MaxPayloadBytes"/>.
    /// </summary>
    public int MaxPacketBytes { get; init; } = 1452;

    /// <summary>
    /// The maximum length of a value in both directions, in bytes; 0 to <see cref="MaxPacketBytes"/> less <see cref="RoomForCommands"/>.
    /// </summary>
    public int MaxValueBytes { get; init; } = 1024;

    /// <summary>The maximum number of keys that this end sets, and likewise of keys that it accepts from its peer; at least 1.</summary>
    public int MaxKeys { get; init; } = 65_536;

    /// <summary>
    /// The maximum number of queued values, at least 1: one more <c>Set</c> throws. With both rules, there are never more queued values
    /// than keys.
    /// </summary>
    public int MaxWaitingValues { get; init; } = 1 << 20;

    /// <summary>The size of this end's in-queue, which is the first window that it announces; 0 to 1 GiB.</summary>
    public int InQueueBytes { get; init; } = 1 << 20;

    /// <summary>The number of payload packets for which this end sends one acknowledgment; at least 1.</summary>
    public int AckRatio { get; init; } = 2;

    /// <summary>
    /// The maximum time for which this end delays an acknowledgment, and for which it expects its peer to do so; 0 to 500 ms.
    /// </summary>
    public Duration AckDelay { get; init; } = Duration.FromMilliseconds(25);

    /// <summary>After this time without a payload packet, this end sends an empty one; above 0.</summary>
    public Duration KeepAlive { get; init; } = Duration.FromSeconds(2);

    /// <summary>
    /// A peer is dead if no packet has arrived from it for this time; above <see cref="KeepAlive"/>. Opening and closing a connection may
    /// each take this long.
    /// </summary>
    public Duration DeadAfter { get; init; } = Duration.FromSeconds(30);

    /// <summary>Bytes of a packet that values never use: the header, all commands, and 64 for the coding of a value.</summary>
    public const int RoomForCommands = PacketHeader.Size + CommandWriter.MaxCommands * CommandWriter.VerdictBytes + 64;

    /// <summary>The maximum of <see cref="InQueueBytes"/>.</summary>
    public const int MaxInQueueBytes = 1 << 30;

    /// <summary>The minimum of <see cref="MaxPacketBytes"/>: the room for commands, and a value of 112 bytes.</summary>
    public const int MinMaxPacketBytes = 512;

    /// <exception cref="ArgumentException">An option is out of range; the message names it and what is allowed.</exception>
    public void Validate()
    {
        Check(MaxPacketBytes is >= MinMaxPacketBytes and <= DatagramHeaders.MaxPayloadBytes, nameof(MaxPacketBytes),
            $"{MinMaxPacketBytes} to {DatagramHeaders.MaxPayloadBytes}");
        Check(MaxValueBytes >= 0 && MaxValueBytes <= MaxPacketBytes - RoomForCommands, nameof(MaxValueBytes),
            $"0 to {MaxPacketBytes - RoomForCommands} with packets of {MaxPacketBytes}");
        Check(MaxKeys >= 1, nameof(MaxKeys), "at least 1");
        Check(MaxWaitingValues >= 1, nameof(MaxWaitingValues), "at least 1");
        Check(InQueueBytes is >= 0 and <= MaxInQueueBytes, nameof(InQueueBytes), "0 to 1 GiB");
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
