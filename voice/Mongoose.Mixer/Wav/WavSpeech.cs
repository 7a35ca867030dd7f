using System.Buffers.Binary;
using Mongoose.Mixer.Talkers;
using Mongoose.Runtime.Output;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Wav;

/// <summary>Speech from WAV files.</summary>
public static class WavSpeech
{
    private const long MaxFileBytes = 1 << 30;

    /// <summary>Reads a file; two channels are mixed to one.</summary>
    /// <exception cref="FormatException">
    /// There is no such file, it is not a WAV file of 16-bit samples, or it is larger than 1 GiB; the message names the file.
    /// </exception>
    /// <exception cref="IOException">It cannot be read; the message names the file.</exception>
    public static Speech Read(string path)
    {
        if (!File.Exists(path))
            throw new FormatException($"{path}: there is no such file");
        try
        {
            if (new FileInfo(path) is { Length: > MaxFileBytes })
                throw new FormatException("more than 1 GiB");
            return Parse(File.ReadAllBytes(path));
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
    /// <exception cref="FormatException">The file is not a WAV file of 16-bit samples.</exception>
    public static Speech Parse(ReadOnlySpan<byte> file)
    {
        if (!WavHeader.TryRead(file, out WavHeader header, out string? error))
            throw new FormatException(error);
        int length = (int)Math.Min(header.DataLength ?? long.MaxValue, file.Length - header.DataOffset);
        return new Speech(Mixed(file.Slice(header.DataOffset, length), header.Channels), header.SampleRate);
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
