namespace Mongoose.Voice.Audio;

/// <summary>Encodes PCMU, PCMA and L16, whose samples are independent of each other: frames may have any length.</summary>
internal sealed class SampleEncoder(AudioFormat format) : AudioEncoder(format)
{
    public override int Lookahead => 0;

    public override int Encode(ReadOnlySpan<float> frame, Span<byte> payload)
    {
        int bytes = frame.Length / Format.Channels * Format.SampleBytes;
        Span<byte> encoded = payload[..bytes];
        if (Format.Codec == AudioCodec.L16)
            Pcm16.WriteBigEndian(frame[..(bytes / 2)], encoded);
        else if (Format.Codec == AudioCodec.Pcmu)
        {
            for (int i = 0; i < encoded.Length; i++)
                encoded[i] = G711.EncodeMuLaw(Pcm16.Round(frame[i]));
        }
        else
        {
            for (int i = 0; i < encoded.Length; i++)
                encoded[i] = G711.EncodeALaw(Pcm16.Round(frame[i]));
        }
        return bytes;
    }
}
