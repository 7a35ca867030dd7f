namespace Mongoose.Core.Lludp;

/// <summary>
/// Run-length coding of zeros: n zeros (1 to 255) become a zero and the byte n; all other bytes are unchanged. In the worst case, encoded
/// data is 1.5 times the source, rounded up (single zeros), and decoded data 127.5 times.
/// </summary>
public static class ZeroCoding
{
    private const int MaxRun = 255;

    /// <summary>Returns false if <paramref name="destination"/> is too short; its content is then unusable.</summary>
    public static bool TryEncode(ReadOnlySpan<byte> source, Span<byte> destination, out int written)
    {
        written = 0;
        while (!source.IsEmpty)
        {
            int literals = source.IndexOf((byte)0);
            if (literals < 0)
                literals = source.Length;
            if (literals > destination.Length - written)
                return false;
            source[..literals].CopyTo(destination[written..]);
            written += literals;
            source = source[literals..];

            int zeros = source.IndexOfAnyExcept((byte)0);
            if (zeros < 0)
                zeros = source.Length;
            source = source[zeros..];
            for (; zeros > 0; zeros -= MaxRun)
            {
                if (destination.Length - written < 2)
                    return false;
                destination[written++] = 0;
                destination[written++] = (byte)Math.Min(zeros, MaxRun);
            }
        }
        return true;
    }

    /// <summary>
    /// On an error, <paramref name="written"/> is the number of bytes decoded before it; a destination that is too small is filled. A zero
    /// at the very end and a count of zero are refused: no known encoder sends them, and implementations differ (LibreMetaverse decodes one
    /// zero or none, viewers a longer run).
    /// </summary>
    public static LludpError TryDecode(ReadOnlySpan<byte> source, Span<byte> destination, out int written)
    {
        written = 0;
        while (!source.IsEmpty)
        {
            int literals = source.IndexOf((byte)0);
            if (literals < 0)
                literals = source.Length;
            int fitting = Math.Min(literals, destination.Length - written);
            source[..fitting].CopyTo(destination[written..]);
            written += fitting;
            if (fitting < literals)
                return LludpError.ZeroCodeOverflow;
            source = source[literals..];
            if (source.IsEmpty)
                break;

            if (source.Length < 2 || source[1] == 0)
                return LludpError.ZeroCodeMalformed;
            int zeros = source[1];
            fitting = Math.Min(zeros, destination.Length - written);
            destination.Slice(written, fitting).Clear();
            written += fitting;
            if (fitting < zeros)
                return LludpError.ZeroCodeOverflow;
            source = source[2..];
        }
        return LludpError.None;
    }
}
