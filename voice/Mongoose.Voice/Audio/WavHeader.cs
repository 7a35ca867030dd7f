using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;

namespace Mongoose.Voice.Audio;

/// <summary>
/// The header of a WAV file of 16-bit PCM (RFC 2361 has the forms; EXTENSIBLE is Microsoft's). Its data are read by <see cref="Pcm16"/>.
/// </summary>
/// <param name="SampleRate">1000 to 384 000: speech synthesis and music have other rates than codecs, so that readers convert.</param>
/// <param name="Channels">1 or 2.</param>
/// <param name="DataOffset">Where the samples begin, in bytes.</param>
/// <param name="DataLength">
/// Bytes of whole samples, although the file may end before; null if the writer did not know it: to the end of the file.
/// </param>
public readonly record struct WavHeader(int SampleRate, int Channels, int DataOffset, long? DataLength)
{
    /// <summary>Bytes of the header that <see cref="Write"/> writes.</summary>
    public const int Length = 44;

    /// <summary>The maximum bytes of data in a file: its sizes are 32-bit numbers.</summary>
    public const long MaxDataBytes = uint.MaxValue - Length;

    private const int Riff = 12, ChunkHeader = 8, BytesPerSample = 2;

    /// <summary>Reads the header from the beginning of a file.</summary>
    /// <param name="file">The file, or as much of it as reaches to its samples. Chunks of other kinds are skipped.</param>
    /// <param name="error">The error, to be printed after the name of the file.</param>
    public static bool TryRead(ReadOnlySpan<byte> file, out WavHeader header, [NotNullWhen(false)] out string? error)
    {
        header = default;
        if (file.Length < Riff || !file[..4].SequenceEqual("RIFF"u8) || !file[8..Riff].SequenceEqual("WAVE"u8))
        {
            error = "no WAV file; allowed are WAV files of 16-bit PCM";
            return false;
        }
        error = ReadChunks(file, ref header);
        return error is null;
    }

    /// <summary>Writes a header of <see cref="Length"/> bytes.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The data are longer than <see cref="MaxDataBytes"/>.</exception>
    public static void Write(Span<byte> header, int sampleRate, int channels, long dataLength)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(dataLength);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(dataLength, MaxDataBytes);
        "RIFF"u8.CopyTo(header);
        BinaryPrimitives.WriteUInt32LittleEndian(header[4..], (uint)(Length - 8 + dataLength));
        "WAVEfmt "u8.CopyTo(header[8..]);
        BinaryPrimitives.WriteUInt32LittleEndian(header[16..], WavFormat.Length);
        new WavFormat(WavFormat.Pcm, channels, sampleRate, 8 * BytesPerSample).Write(header[20..]);
        "data"u8.CopyTo(header[36..]);
        BinaryPrimitives.WriteUInt32LittleEndian(header[40..], (uint)dataLength);
    }

    /// <summary>Reads up to the data. Returns the error, or null.</summary>
    private static string? ReadChunks(ReadOnlySpan<byte> file, ref WavHeader header)
    {
        WavFormat? format = null;
        long at = Riff;
        while (at + ChunkHeader <= file.Length)
        {
            ReadOnlySpan<byte> name = file.Slice((int)at, 4);
            uint length = BinaryPrimitives.ReadUInt32LittleEndian(file[((int)at + 4)..]);
            at += ChunkHeader;
            if (name.SequenceEqual("data"u8))
                return format is { } known ? Found(known, (int)at, length, ref header) : "no fmt chunk before the data";
            if (name.SequenceEqual("fmt "u8))
            {
                if (!WavFormat.TryRead(file[(int)at..(int)Math.Min(at + length, file.Length)], out WavFormat read))
                    return "the fmt chunk is cut short";
                if (read.Refusal() is { } refusal)
                    return refusal;
                format = read;
            }
            // Chunks begin at even places.
            at += length + length % 2;
        }
        return $"no data chunk within the first {file.Length} bytes";
    }

    private static string? Found(WavFormat format, int at, uint length, ref WavHeader header)
    {
        int sample = BytesPerSample * format.Channels;
        // A program that writes into a pipe does not know the length.
        header = new WavHeader(format.SampleRate, format.Channels, at, length is 0 or uint.MaxValue ? null : length - length % sample);
        return null;
    }
}
