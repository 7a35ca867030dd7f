using System.Buffers.Binary;
using System.Diagnostics.CodeAnalysis;

namespace Mongoose.Voice.Audio;

/// <summary>
/// The header of a WAV file of 16-bit PCM: WAVE_FORMAT_PCM (RFC 2361) or Microsoft's WAVE_FORMAT_EXTENSIBLE. <see cref="Pcm16"/> reads
/// the samples.
/// </summary>
/// <param name="SampleRate">
/// Samples per second and channel, 1000 to 384 000. Speech synthesis and music use other rates than codecs; readers convert them.
/// </param>
/// <param name="Channels">1 or 2.</param>
/// <param name="DataOffset">The position of the first sample, in bytes.</param>
/// <param name="DataLength">
/// The bytes of whole samples that the header announces; the file may be shorter. Null if the header does not announce the length: the
/// samples then extend to the end of the file.
/// </param>
public readonly record struct WavHeader(int SampleRate, int Channels, int DataOffset, long? DataLength)
{
    /// <summary>Bytes of the header that <see cref="Write"/> writes.</summary>
    public const int Length = 44;

    /// <summary>The maximum bytes of data in a file: its sizes are 32-bit numbers.</summary>
    public const long MaxDataBytes = uint.MaxValue - Length;

    private const int RiffBytes = 12, ChunkHeaderBytes = 8, BytesPerSample = 2;

    /// <summary>Whether a file begins as WAV files do.</summary>
    public static bool IsWav(ReadOnlySpan<byte> file) =>
        file.Length >= RiffBytes && file[..4].SequenceEqual("RIFF"u8) && file[8..RiffBytes].SequenceEqual("WAVE"u8);

    /// <summary>Reads the header from the beginning of a file.</summary>
    /// <param name="file">The file, at least up to its samples. Chunks of other kinds are skipped.</param>
    /// <param name="error">The error, to be printed after the name of the file.</param>
    public static bool TryRead(ReadOnlySpan<byte> file, out WavHeader header, [NotNullWhen(false)] out string? error)
    {
        header = default;
        if (!IsWav(file))
        {
            error = "not a WAV file; allowed are WAV files of 16-bit PCM";
            return false;
        }
        error = ReadChunks(file, ref header);
        return error is null;
    }

    /// <summary>Writes a header of <see cref="Length"/> bytes.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The length of the data is negative, or above <see cref="MaxDataBytes"/>.</exception>
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

    /// <summary>Reads the chunks up to the samples. Returns the error, or null.</summary>
    private static string? ReadChunks(ReadOnlySpan<byte> file, ref WavHeader header)
    {
        WavFormat? format = null;
        long position = RiffBytes;
        while (position + ChunkHeaderBytes <= file.Length)
        {
            ReadOnlySpan<byte> name = file.Slice((int)position, 4);
            uint length = BinaryPrimitives.ReadUInt32LittleEndian(file[((int)position + 4)..]);
            position += ChunkHeaderBytes;
            if (name.SequenceEqual("data"u8))
            {
                if (format is not { } known)
                    return "no fmt chunk before the data";
                header = Header(known, (int)position, length);
                return null;
            }
            if (name.SequenceEqual("fmt "u8))
            {
                if (!WavFormat.TryRead(file[(int)position..(int)Math.Min(position + length, file.Length)], out WavFormat read))
                    return "the fmt chunk is cut short";
                if (read.Refusal() is { } refusal)
                    return refusal;
                format = read;
            }
            // Chunks begin at even positions.
            position += length + length % 2;
        }
        return $"no data chunk within the first {file.Length} bytes";
    }

    private static WavHeader Header(WavFormat format, int dataOffset, uint length)
    {
        // A program that writes into a pipe does not know the length, and announces one of these.
        long? dataLength = length is 0 or uint.MaxValue ? null : length - length % (BytesPerSample * format.Channels);
        return new WavHeader(format.SampleRate, format.Channels, dataOffset, dataLength);
    }
}
