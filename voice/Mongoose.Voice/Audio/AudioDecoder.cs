using Mongoose.Voice.Audio.Opus;

namespace Mongoose.Voice.Audio;

/// <summary>Decodes the payloads of one stream, in their order.</summary>
public abstract class AudioDecoder(AudioFormat format) : IDisposable
{
    public AudioFormat Format { get; } = format;

    /// <summary>
    /// Creates the decoder of a format. A decoder of Opus gives <see cref="AudioFormat.Channels"/> channels whatever a packet has.
    /// </summary>
    /// <exception cref="ArgumentException">The codec does not have this sample rate or these channels.</exception>
    public static AudioDecoder Create(AudioFormat format) => Create(format, OpusLibrary.Current);

    /// <summary>Creates the decoder of a format, with a given implementation of Opus.</summary>
    /// <exception cref="ArgumentException">The codec does not have this sample rate or these channels.</exception>
    public static AudioDecoder Create(AudioFormat format, OpusLibrary library)
    {
        format.Check();
        return format.Codec == AudioCodec.Opus ? new OpusDecoder(format, library) : new SampleDecoder(format);
    }

    /// <summary>Decodes a payload.</summary>
    /// <param name="samples">Receives interleaved samples; it must have room for 120 ms of Opus, or for all samples of the payload.</param>
    /// <returns>Samples per channel; 0 if the payload is malformed.</returns>
    public abstract int Decode(ReadOnlySpan<byte> payload, Span<float> samples);

    /// <summary>Conceals a lost payload: continues the previous audio, fading out.</summary>
    public abstract void Conceal(Span<float> samples);

    /// <summary>Clears the decoder's memory, before a jump within the stream.</summary>
    public abstract void Reset();

    public virtual void Dispose()
    {
    }
}
