using System.Buffers.Binary;
using Mongoose.Core.Units;

namespace Mongoose.Network.Games;

/// <summary>
/// The header of a game's datagrams, by which both ends measure: little-endian, in this order; zeros fill the rest. All times are those of
/// one clock that both ends share.
/// </summary>
/// <param name="Sequence">Counts the datagrams of a sender, from 0.</param>
/// <param name="SentAt">When the datagram was sent.</param>
/// <param name="EchoedAt">
/// When the latest datagram received by the sender had been sent; <see cref="Instant.Never"/> before the first.
/// </param>
/// <param name="Held">The time since the sender received that datagram.</param>
public readonly record struct GameDatagram(int Sequence, Instant SentAt, Instant EchoedAt, Duration Held)
{
    /// <summary>The minimum payload.</summary>
    public const int HeaderBytes = 28;

    private const int SentOffset = 4, EchoOffset = 12, HeldOffset = 20;

    public void Write(Span<byte> payload)
    {
        payload.Clear();
        BinaryPrimitives.WriteInt32LittleEndian(payload, Sequence);
        BinaryPrimitives.WriteInt64LittleEndian(payload[SentOffset..], SentAt.Nanoseconds);
        BinaryPrimitives.WriteInt64LittleEndian(payload[EchoOffset..], EchoedAt.Nanoseconds);
        BinaryPrimitives.WriteInt64LittleEndian(payload[HeldOffset..], Held.Nanoseconds);
    }

    /// <summary>Returns false if the payload is too short or the sequence number is negative.</summary>
    public static bool TryRead(ReadOnlySpan<byte> payload, out GameDatagram datagram)
    {
        datagram = default;
        if (payload.Length < HeaderBytes || BinaryPrimitives.ReadInt32LittleEndian(payload) < 0)
            return false;
        datagram = new GameDatagram(
            BinaryPrimitives.ReadInt32LittleEndian(payload),
            new Instant(BinaryPrimitives.ReadInt64LittleEndian(payload[SentOffset..])),
            new Instant(BinaryPrimitives.ReadInt64LittleEndian(payload[EchoOffset..])),
            new Duration(BinaryPrimitives.ReadInt64LittleEndian(payload[HeldOffset..])));
        return true;
    }
}
