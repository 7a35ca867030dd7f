using Mongoose.Core.Units;

namespace Mongoose.Network.Games;

/// <summary>What one end of a game sends: small datagrams at a steady rate.</summary>
public sealed record PacketTrain
{
    /// <summary>The most that fits 1500 bytes.</summary>
    public const int MostPayloadBytes = 1472;

    /// <summary>From one datagram to the next; above 0.</summary>
    public Duration Interval { get; init; } = Duration.FromMilliseconds(50);

    /// <summary>How far a datagram is from its time in the rhythm at most, evenly spread to both sides; at most <see cref="Interval"/>.</summary>
    public Duration Jitter { get; init; } = Duration.Zero;

    /// <summary>Mean payload of a datagram: <see cref="GameDatagram.HeaderBytes"/> to <see cref="MostPayloadBytes"/> bytes, with the spread.</summary>
    public int PayloadBytes { get; init; } = 80;

    /// <summary>How far a payload is from the mean at most, evenly spread to both sides.</summary>
    public int PayloadSpreadBytes { get; init; }

    /// <exception cref="ArgumentException">A value is out of range; the message names it and the range.</exception>
    public void Validate()
    {
        if (Interval <= Duration.Zero)
            throw new ArgumentException($"game, interval {Interval}: allowed is above 0");
        if (Jitter < Duration.Zero || Jitter > Interval)
            throw new ArgumentException($"game, jitter {Jitter}: allowed are 0 to the interval, {Interval}");
        if (PayloadSpreadBytes < 0 || PayloadBytes - PayloadSpreadBytes < GameDatagram.HeaderBytes || PayloadBytes + PayloadSpreadBytes > MostPayloadBytes)
            throw new ArgumentException(
                $"game, payload {PayloadBytes} ± {PayloadSpreadBytes} bytes: allowed are {GameDatagram.HeaderBytes} to {MostPayloadBytes} bytes");
    }
}
