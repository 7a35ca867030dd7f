using System.Buffers.Binary;

namespace Mongoose.Mixer.Talkers;

/// <summary>
/// Inserts a voice's level into an RTP packet that has no extension or contributing sources (RFC 6464, one-byte form of RFC 8285).
/// </summary>
internal static class LevelExtension
{
    /// <summary>Bytes by which the packet grows: the extension's header, one word.</summary>
    public const int Bytes = 8;

    private const int HeaderBytes = Voice.Rtp.RtpPacket.HeaderBytes;
    private const byte HasExtension = 0x10;
    private const ushort OneByteForm = 0xBEDE;
    private const byte VoiceActivity = 0x80;

    /// <param name="datagram">The packet, with room for <see cref="Bytes"/> more.</param>
    /// <param name="length">The length of the packet, in bytes.</param>
    /// <param name="id">1 to 14.</param>
    /// <param name="level">0 to 127, in -dBov.</param>
    /// <param name="speaks">Whether the packet contains speech.</param>
    /// <returns>The new length.</returns>
    public static int Insert(Span<byte> datagram, int length, int id, byte level, bool speaks)
    {
        datagram[HeaderBytes..length].CopyTo(datagram[(HeaderBytes + Bytes)..]);
        datagram[0] |= HasExtension;
        Span<byte> extension = datagram.Slice(HeaderBytes, Bytes);
        extension.Clear();
        BinaryPrimitives.WriteUInt16BigEndian(extension, OneByteForm);
        extension[3] = 1; // word of 32 bits
        extension[4] = (byte)(id << 4); // and a length of one byte, written as 0
        extension[5] = (byte)(level | (speaks ? VoiceActivity : 0));
        return length + Bytes;
    }
}
