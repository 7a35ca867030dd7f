using System.Runtime.InteropServices;
using Mongoose.Voice.Audio.Opus;

namespace Mongoose.Voice.Audio;

/// <summary>Decodes Opus. libopus conceals losses itself, from the state of its decoder.</summary>
internal sealed class OpusDecoder : AudioDecoder
{
    /// <summary>libopus conceals multiples of 2.5 ms.</summary>
    private const int ConcealedStep = 120;

    private readonly DecoderHandle _decoder;

    /// <exception cref="NotSupportedException">libopus is missing.</exception>
    public OpusDecoder(AudioFormat format) : base(format)
    {
        OpusLibrary.Require();
        _decoder = OpusCalls.opus_decoder_create(format.SampleRate, format.Channels, out int error);
        if (_decoder.IsInvalid)
            throw new InvalidOperationException($"libopus makes no decoder: error {error}");
    }

    public override int Decode(ReadOnlySpan<byte> payload, Span<float> samples)
    {
        int room = samples.Length / Format.Channels;
        if (room < AudioFormat.MaxOpusPacket)
            throw new ArgumentException($"room for {room} samples per channel; a packet of Opus may have {AudioFormat.MaxOpusPacket}",
                nameof(samples));
        // libopus takes an empty payload for a lost one.
        if (payload.IsEmpty)
            return 0;
        int length = OpusCalls.opus_decode_float(_decoder, in MemoryMarshal.GetReference(payload), payload.Length,
            ref MemoryMarshal.GetReference(samples),
            room, isFec: 0);
        return Scaled(samples, Math.Max(length, 0));
    }

    public override void Conceal(Span<float> samples)
    {
        int wanted = samples.Length / Format.Channels;
        wanted -= wanted % ConcealedStep;
        int length = wanted == 0 ? 0
            : OpusCalls.opus_decode_float(_decoder, noPayload: 0, bytes: 0, ref MemoryMarshal.GetReference(samples), wanted, isFec: 0);
        samples[(Scaled(samples, Math.Max(length, 0)) * Format.Channels)..].Clear();
    }

    public override void Reset() => _ = OpusCalls.opus_decoder_ctl(_decoder, OpusCalls.ResetState);

    public override void Dispose() => _decoder.Dispose();

    private int Scaled(Span<float> samples, int length)
    {
        Span<float> decoded = samples[..(length * Format.Channels)];
        SampleBlocks.Scale(decoded, AudioFormat.FullScale, decoded);
        return length;
    }
}
