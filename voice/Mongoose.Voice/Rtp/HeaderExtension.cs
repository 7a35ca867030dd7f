using System.Buffers.Binary;

namespace Mongoose.Voice.Rtp;

/// <summary>
/// The header extension of an RTP packet (RFC 3550 section 5.3.1), whose elements have one of two forms (RFC 8285 sections 4.2 and 4.3).
/// </summary>
internal readonly ref struct HeaderExtension(ushort profile, ReadOnlySpan<byte> elements)
{
    private const int HeaderBytes = 4;
    private const ushort OneByteForm = 0xbede, TwoByteForm = 0x1000, TwoByteMask = 0xfff0;

    /// <summary>The id that ends the elements of the one-byte form.</summary>
    private const int EndId = 15;

    private readonly ReadOnlySpan<byte> _elements = elements;

    /// <summary>Takes the extension from the bytes that begin with it; returns false if it is longer than they are.</summary>
    public static bool TryTake(scoped ref ReadOnlySpan<byte> rest, out HeaderExtension extension)
    {
        extension = default;
        if (rest.Length < HeaderBytes)
            return false;
        int end = HeaderBytes + BinaryPrimitives.ReadUInt16BigEndian(rest[2..]) * sizeof(uint);
        if (end > rest.Length)
            return false;
        extension = new HeaderExtension(BinaryPrimitives.ReadUInt16BigEndian(rest), rest[HeaderBytes..end]);
        rest = rest[end..];
        return true;
    }

    /// <summary>Finds the first element with an id; the form is that of the extension.</summary>
    public bool TryFind(int id, out ReadOnlySpan<byte> data)
    {
        data = default;
        bool hasTwoBytes = (profile & TwoByteMask) == TwoByteForm;
        if (id <= 0 || !hasTwoBytes && profile != OneByteForm)
            return false;
        ReadOnlySpan<byte> rest = _elements;
        while (TryTakeElement(ref rest, hasTwoBytes, out int found, out data))
            if (found == id)
                return true;
        return false;
    }

    /// <summary>Takes the next element; returns false at the end, and if the element is longer than the rest.</summary>
    private static bool TryTakeElement(scoped ref ReadOnlySpan<byte> rest, bool hasTwoBytes, out int id, out ReadOnlySpan<byte> data)
    {
        id = 0;
        data = default;
        rest = rest.TrimStart((byte)0);
        int header = hasTwoBytes ? 2 : 1;
        if (rest.Length < header)
            return false;
        id = hasTwoBytes ? rest[0] : rest[0] >> 4;
        int length = hasTwoBytes ? rest[1] : (rest[0] & 0x0f) + 1;
        // In the one-byte form an id of 0 with a length ends the elements too (RFC 8285 section 4.2).
        bool isEnd = !hasTwoBytes && id is (0 or EndId);
        if (isEnd || rest.Length < header + length)
            return false;
        data = rest.Slice(header, length);
        rest = rest[(header + length)..];
        return true;
    }
}
