using Mongoose.Voice.Audio.Opus;

namespace Mongoose.Voice.Audio;

/// <summary>Decodes Opus. The library conceals losses itself, from the state of its decoder.</summary>
internal sealed class OpusDecoder(AudioFormat format, OpusLibrary library) : AudioDecoder(format)
{
    /// <summary>Opus conceals multiples of 2.5 ms.</summary>
    private const int ConcealedStep = 120;

    private readonly IOpusDecoder _decoder = library.CreateDecoder(format.Channels);

    public override int Decode(ReadOnlySpan<byte> payload, Span<float> samples)
    {
        int room = samples.Length / Format.Channels;
        if (room < AudioFormat.MaxOpusPacket)
            throw new ArgumentException($"room for {room} samples per channel; a packet of Opus may have {AudioFormat.MaxOpusPacket}",
                nameof(samples));
        // The library would take an empty payload for a lost one.
        return payload.IsEmpty ? 0 : Scaled(samples, _decoder.Decode(payload, samples, room));
    }

    public override void Conceal(Span<float> samples)
    {
        int wanted = samples.Length / Format.Channels;
        wanted -= wanted % ConcealedStep;
        int length = wanted == 0 ? 0 : _decoder.Decode([], samples, wanted);
        samples[(Scaled(samples, length) * Format.Channels)..].Clear();
    }

    public override void Reset() => _decoder.Reset();

    public override void Dispose() => _decoder.Dispose();

    private int Scaled(Span<float> samples, int length)
    {
        Span<float> decoded = samples[..(length * Format.Channels)];
        SampleBlocks.Scale(decoded, AudioFormat.FullScale, decoded);
        return length;
    }
}
