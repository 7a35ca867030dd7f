using System.Buffers.Binary;

namespace Mongoose.Network.Packets;

/// <summary>The checksum of IPv4 and TCP headers (RFC 1071), kept correct while a middlebox changes a packet.</summary>
public static class InternetChecksum
{
    /// <summary>
    /// The checksum after one word that it covers has changed, by RFC 1624 equation 3: HC' = ~(~HC + ~m + m'). A checksum that was wrong
    /// stays wrong by the same amount.
    /// </summary>
    /// <param name="checksum">HC: the checksum until now.</param>
    /// <param name="before">m: the word until now.</param>
    /// <param name="after">m': the word from now on.</param>
    public static ushort Updated(ushort checksum, ushort before, ushort after)
    {
        uint sum = (uint)(ushort)~checksum + (ushort)~before + after;
        sum = (sum & 0xFFFF) + (sum >> 16);
        sum = (sum & 0xFFFF) + (sum >> 16);
        return (ushort)~sum;
    }

    /// <summary>Replaces a word of a header and updates the header's checksum.</summary>
    /// <param name="header">The bytes that the checksum covers, from an even offset on.</param>
    /// <param name="wordAt">Offset of the word; even.</param>
    /// <param name="value">The word from now on.</param>
    /// <param name="checksumAt">Offset of the checksum.</param>
    public static void Replace(Span<byte> header, int wordAt, ushort value, int checksumAt)
    {
        Span<byte> word = header[wordAt..], checksum = header[checksumAt..];
        ushort before = BinaryPrimitives.ReadUInt16BigEndian(word);
        BinaryPrimitives.WriteUInt16BigEndian(checksum, Updated(BinaryPrimitives.ReadUInt16BigEndian(checksum), before, value));
        BinaryPrimitives.WriteUInt16BigEndian(word, value);
    }
}
