namespace Mongoose.Voice.Audio;

/// <summary>Decodes PCMU, PCMA and L16, whose samples are independent of each other.</summary>
internal sealed class SampleDecoder(AudioFormat format) : AudioDecoder(format)
{
    private readonly Concealment _concealment = new(format.SampleRate, format.Channels);

    public override int Decode(ReadOnlySpan<byte> payload, Span<float> samples)
    {
        int length = payload.Length / Format.SampleBytes;
        if (length * Format.SampleBytes != payload.Length || length == 0)
            return 0;
        Span<float> decoded = samples[..(length * Format.Channels)];
        if (Format.Codec == AudioCodec.L16)
            Pcm16.ReadBigEndian(payload, decoded);
        else
            LookUp(Format.Codec == AudioCodec.Pcmu ? G711.MuLawSamples : G711.ALawSamples, payload, decoded);
        _concealment.Heard(decoded);
        return length;
    }

    public override void Conceal(Span<float> samples) => _concealment.Fill(samples);

    public override void Reset() => _concealment.Reset();

    private static void LookUp(float[] table, ReadOnlySpan<byte> codes, Span<float> samples)
    {
        for (int i = 0; i < codes.Length; i++)
            samples[i] = table[codes[i]];
    }
}
