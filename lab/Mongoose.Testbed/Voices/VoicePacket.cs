using System.Buffers.Binary;
using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Testbed.Voices;

/// <summary>The own header of a mixer's packets, little-endian, in this order; zeros stand for the audio.</summary>
/// <param name="Number">Counts the packets of all streams of a flow, from 0.</param>
/// <param name="SentMicroseconds">When it was sent, in microseconds of the clock that both ends share; it wraps after 71 minutes.</param>
internal readonly record struct VoicePacket(uint Number, uint SentMicroseconds)
{
    /// <summary>Bytes of the header in the payload.</summary>
    public const int OwnBytes = 8;

    /// <summary>Bytes of all headers, with those of IP and UDP: those that the paper's packets have.</summary>
    public const int MinHeaderBytes = DatagramPacket.HeaderBytes + OwnBytes;

    private const int SentOffset = 4;

    public static VoicePacket Of(uint number, Instant sentAt) => new(number, Microseconds(sentAt));

    /// <summary>The time since it was sent; 0 to 71 minutes.</summary>
    public Duration DelayAt(Instant now) => Duration.FromMicroseconds(unchecked(Microseconds(now) - SentMicroseconds));

    /// <summary>Writes the header; the rest of the payload stays as it is.</summary>
    public void Write(Span<byte> payload)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(payload, Number);
        BinaryPrimitives.WriteUInt32LittleEndian(payload[SentOffset..], SentMicroseconds);
    }

    /// <summary>Returns false if the payload is too short.</summary>
    public static bool TryRead(ReadOnlySpan<byte> payload, out VoicePacket packet)
    {
        packet = default;
        if (payload.Length < OwnBytes)
            return false;
        packet = new VoicePacket(BinaryPrimitives.ReadUInt32LittleEndian(payload), BinaryPrimitives.ReadUInt32LittleEndian(payload[SentOffset..]));
        return true;
    }

    private static uint Microseconds(Instant time) => unchecked((uint)(time.Nanoseconds / 1000));
}
