using System.Buffers.Binary;
using Mongoose.Mixer.Talkers;
using Mongoose.Runtime.Output;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Wav;

/// <summary>Speech from WAV files.</summary>
public static class WavSpeech
{
    private const long MaxFileBytes = 1 << 30;

    /// <summary>Bytes that show whether it is a WAV file at all.</summary>
    private const int RiffBytes = 12;

    /// <summary>Reads a file; two channels are mixed to one.</summary>
    /// <exception cref="FormatException">
    /// There is no such file, it is not a WAV file of 16-bit samples, it has no sample, or it is larger than 1 GiB; the message names it.
    /// </exception>
    /// <exception cref="IOException">It cannot be read; the message names the file.</exception>
    public static Speech Read(string path)
    {
        if (!File.Exists(path))
            throw new FormatException($"{path}: there is no such file");
        try
        {
            using FileStream file = new(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
            return Parse(Content(file));
        }
        catch (Exception exception) when (PathFault.Is(exception))
        {
            throw new IOException($"{path}: {exception.Message}", exception);
        }
        catch (FormatException exception)
        {
            throw new FormatException($"{path}: {exception.Message}", exception);
        }
    }

    /// <summary>
    /// Reads the content of a file; two channels are mixed to one. A program that writes into a pipe may have left out the length of the
    /// data.
    /// </summary>
    /// <exception cref="FormatException">The file is not a WAV file of 16-bit samples, or it has no sample.</exception>
    public static Speech Parse(ReadOnlySpan<byte> file)
    {
        if (!WavHeader.TryRead(file, out WavHeader header, out string? error))
            throw new FormatException(error);
        int length = (int)Math.Min(header.DataLength ?? long.MaxValue, file.Length - header.DataOffset);
        short[] samples = Mixed(file.Slice(header.DataOffset, length), header.Channels);
        return samples.Length > 0
            ? new Speech(samples, header.SampleRate)
            : throw new FormatException("it ends before the first sample; at least one is needed");
    }

    /// <summary>
    /// The content of a file, of a pipe or of a device. These have no length, and may have no end: what is no WAV file is not read on.
    /// </summary>
    private static ReadOnlySpan<byte> Content(FileStream file)
    {
        if (file.CanSeek && file.Length > MaxFileBytes)
            throw new FormatException("more than 1 GiB");
        MemoryStream content = new(file.CanSeek ? (int)file.Length : 0);
        byte[] part = new byte[1 << 16];
        for (int read = file.Read(part); read > 0; read = file.Read(part))
        {
            content.Write(part, 0, read);
            if (content.Length > MaxFileBytes)
                throw new FormatException("more than 1 GiB");
            if (content.Length >= RiffBytes && !WavHeader.IsWav(content.GetBuffer()))
                break;
        }
        return content.GetBuffer().AsSpan(0, (int)content.Length);
    }

    private static short[] Mixed(ReadOnlySpan<byte> data, int channels)
    {
        short[] mixed = new short[data.Length / sizeof(short) / channels];
        for (int i = 0; i < mixed.Length; i++)
            mixed[i] = channels == 1 ? Sample(data, i) : (short)MathF.Round((Sample(data, 2 * i) + Sample(data, 2 * i + 1)) / 2f);
        return mixed;
    }

    private static short Sample(ReadOnlySpan<byte> data, int index) =>
        BinaryPrimitives.ReadInt16LittleEndian(data[(index * sizeof(short))..]);
}
