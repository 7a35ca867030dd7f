using System.Buffers.Binary;
using Mongoose.Core.Units;

namespace Mongoose.Network.Games;

/// <summary>
/// What the datagrams of a game carry so that both ends can measure: little-endian, in this order; zeros fill the rest. Times are those of one
/// clock that both ends have.
/// </summary>
/// <param name="Sequence">From 0, one more with each datagram of a sender.</param>
/// <param name="SentAt">When it was sent.</param>
/// <param name="EchoedAt">When the latest datagram that the sender had got was sent; <see cref="Instant.Never"/> before the first.</param>
/// <param name="Held">How long the sender had had that one.</param>
public readonly record struct GameDatagram(int Sequence, Instant SentAt, Instant EchoedAt, Duration Held)
{
    /// <summary>The smallest payload.</summary>
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

    /// <summary>False: too short, or a number that no sender has.</summary>
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
