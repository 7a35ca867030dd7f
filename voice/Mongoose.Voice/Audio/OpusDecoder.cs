using Mongoose.Voice.Audio.Opus;

namespace Mongoose.Voice.Audio;

/// <summary>
/// Decodes Opus. The library conceals losses if it does so well (<see cref="OpusLibrary.Conceals"/>), otherwise <see cref="Concealment"/>.
/// </summary>
internal sealed class OpusDecoder(AudioFormat format, OpusLibrary library) : AudioDecoder(format)
{
    /// <summary>Opus conceals multiples of 2.5 ms: 120 samples per channel at 48 kHz.</summary>
    private const int ConcealedStep = 120;

    private readonly IOpusDecoder _decoder = library.CreateDecoder(format.Channels);
    private readonly Concealment? _concealment = library.Conceals ? null : new Concealment(format.SampleRate, format.Channels);

    public override int Decode(ReadOnlySpan<byte> payload, Span<float> samples)
    {
        int room = samples.Length / Format.Channels;
        if (room < AudioFormat.MaxOpusPacket)
            throw new ArgumentException($"room for {room} samples per channel; a packet of Opus may have {AudioFormat.MaxOpusPacket}",
                nameof(samples));
        // The library would take an empty payload for a lost one.
        if (payload.IsEmpty)
            return 0;
        Span<float> decoded = Scaled(samples, _decoder.Decode(payload, samples, room));
        if (!decoded.IsEmpty)
            _concealment?.Heard(decoded);
        return decoded.Length / Format.Channels;
    }

    public override void Conceal(Span<float> samples)
    {
        int wanted = samples.Length / Format.Channels;
        wanted -= wanted % ConcealedStep;
        Span<float> concealed = Scaled(samples, wanted == 0 ? 0 : _decoder.Decode([], samples, wanted));
        _concealment?.Fill(concealed);
        samples[concealed.Length..].Clear();
    }

    public override void Reset()
    {
        _decoder.Reset();
        _concealment?.Reset();
    }

    public override void Dispose() => _decoder.Dispose();

    /// <summary>
    /// Converts to units of 16-bit samples, and clips as the library does when it decodes to such samples: a malformed packet can be a
    /// hundred times louder than full scale, and would silence all other voices of a mix.
    /// </summary>
    private Span<float> Scaled(Span<float> samples, int length)
    {
        Span<float> decoded = samples[..(length * Format.Channels)];
        SampleBlocks.Scale(decoded, AudioFormat.FullScale, decoded);
        SampleBlocks.Clip(decoded, AudioFormat.FullScale);
        return decoded;
    }
}
