namespace Mongoose.Voice.Audio;

/// <summary>Decodes Opus. The library conceals losses, from the state of its decoder, if it does so well.</summary>
/// <param name="concealment">Conceals losses if the library does not; its decoder then only follows.</param>
internal abstract class OpusDecoder(AudioFormat format, Concealment? concealment = null) : AudioDecoder(format)
{
    /// <summary>Opus conceals multiples of 2.5 ms.</summary>
    private const int ConcealedStep = 120;

    public sealed override int Decode(ReadOnlySpan<byte> payload, Span<float> samples)
    {
        int room = samples.Length / Format.Channels;
        if (room < AudioFormat.MaxOpusPacket)
            throw new ArgumentException($"room for {room} samples per channel; a packet of Opus may have {AudioFormat.MaxOpusPacket}",
                nameof(samples));
        // The library would take an empty payload for a lost one.
        if (payload.IsEmpty)
            return 0;
        Span<float> decoded = Scaled(samples, Decode(payload, samples, room));
        if (!decoded.IsEmpty)
            concealment?.Heard(decoded);
        return decoded.Length / Format.Channels;
    }

    public sealed override void Conceal(Span<float> samples)
    {
        int wanted = samples.Length / Format.Channels;
        wanted -= wanted % ConcealedStep;
        Span<float> concealed = Scaled(samples, wanted == 0 ? 0 : Decode([], samples, wanted));
        concealment?.Fill(concealed);
        samples[concealed.Length..].Clear();
    }

    public override void Reset() => concealment?.Reset();

    /// <summary>Decodes a packet, or conceals a lost one. Samples have a full scale of 1.</summary>
    /// <param name="payload">Empty for a lost packet.</param>
    /// <param name="length">Samples per channel: the room for a packet, or what to conceal, a multiple of 2.5 ms.</param>
    /// <returns>Samples per channel; 0 if the payload is malformed.</returns>
    protected abstract int Decode(ReadOnlySpan<byte> payload, Span<float> samples, int length);

    private Span<float> Scaled(Span<float> samples, int length)
    {
        Span<float> decoded = samples[..(length * Format.Channels)];
        SampleBlocks.Scale(decoded, AudioFormat.FullScale, decoded);
        return decoded;
    }
}
