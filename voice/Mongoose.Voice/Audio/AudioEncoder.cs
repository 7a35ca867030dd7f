using Mongoose.Voice.Audio.Opus;

namespace Mongoose.Voice.Audio;

/// <summary>Encodes the frames of one stream, in their order.</summary>
public abstract class AudioEncoder(AudioFormat format) : IDisposable
{
    public AudioFormat Format { get; } = format;

    /// <summary>
    /// The codec's delay from the encoder's input to the decoder's output, in samples per channel; 0 for all codecs but Opus.
    /// </summary>
    public abstract int Lookahead { get; }

    /// <summary>Creates the encoder of a format.</summary>
    /// <exception cref="ArgumentException">The codec does not have this sample rate or these channels.</exception>
    /// <exception cref="ArgumentOutOfRangeException">An option of Opus is out of range.</exception>
    public static AudioEncoder Create(AudioFormat format, OpusOptions options, OpusLibrary? library = null)
    {
        format.Check();
        return format.Codec == AudioCodec.Opus
            ? new OpusEncoder(format, options, library ?? OpusLibrary.Current)
            : new SampleEncoder(format);
    }

    /// <summary>Encodes a frame.</summary>
    /// <param name="frame">Interleaved samples; Opus takes frames of 10, 20, 40 and 60 ms.</param>
    /// <param name="payload">Receives the payload.</param>
    /// <returns>The payload's bytes.</returns>
    public abstract int Encode(ReadOnlySpan<float> frame, Span<byte> payload);

    /// <summary>Clears the encoder's memory, before audio that does not continue the previous frame.</summary>
    public virtual void Reset()
    {
    }

    public virtual void Dispose()
    {
    }
}

/// <summary>Options of an Opus encoder.</summary>
/// <param name="BitRate">In bit/s, 6000 to 510 000.</param>
/// <param name="Complexity">0 to 10: processor time against quality.</param>
public readonly record struct OpusOptions(int BitRate, int Complexity)
{
    /// <summary>Speech of good quality.</summary>
    public static readonly OpusOptions Default = new(32_000, 5);
}
