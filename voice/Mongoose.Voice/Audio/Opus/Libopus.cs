using System.Runtime.InteropServices;

namespace Mongoose.Voice.Audio.Opus;

/// <summary>libopus 1.x, the reference implementation. It is not shipped: the host's library is loaded when it is first needed.</summary>
internal sealed class Libopus : OpusLibrary
{
    public override string Name { get; } = Marshal.PtrToStringUTF8(OpusCalls.opus_get_version_string()) ?? "libopus";

    /// <summary>Whether the host has the library, and <see cref="OpusCalls"/> matches its calling convention.</summary>
    public static bool IsInstalled =>
        OperatingSystem.IsLinux() && Environment.Is64BitProcess && NativeLibrary.TryLoad(OpusCalls.LibraryName, out _);

    internal override bool Conceals => true;

    internal override IOpusEncoder CreateEncoder(int channels, int bitRate, int complexity) =>
        new Encoder(channels, bitRate, complexity);

    internal override IOpusDecoder CreateDecoder(int channels) => new Decoder(channels);

    private static int Checked(int result) =>
        result >= 0 ? result : throw new InvalidOperationException($"libopus: error {result}");

    private sealed class Encoder : IOpusEncoder
    {
        private readonly EncoderHandle _encoder;

        public Encoder(int channels, int bitRate, int complexity)
        {
            _encoder = OpusCalls.opus_encoder_create(SampleRate, channels, OpusCalls.VoipApplication, out int error);
            Checked(error);
            Checked(OpusCalls.opus_encoder_ctl(_encoder, OpusCalls.SetBitRate, bitRate));
            Checked(OpusCalls.opus_encoder_ctl(_encoder, OpusCalls.SetComplexity, complexity));
            Checked(OpusCalls.opus_encoder_ctl(_encoder, OpusCalls.GetLookahead, out int lookahead));
            Lookahead = lookahead;
        }

        public int Lookahead { get; }

        public int Encode(ReadOnlySpan<float> frame, int length, Span<byte> payload) => Checked(OpusCalls.opus_encode_float(
            _encoder, in MemoryMarshal.GetReference(frame), length, ref MemoryMarshal.GetReference(payload), payload.Length));

        public void Reset() => Checked(OpusCalls.opus_encoder_ctl(_encoder, OpusCalls.ResetState));

        public void Dispose() => _encoder.Dispose();
    }

    private sealed class Decoder : IOpusDecoder
    {
        private readonly DecoderHandle _decoder;

        public Decoder(int channels)
        {
            _decoder = OpusCalls.opus_decoder_create(SampleRate, channels, out int error);
            Checked(error);
        }

        // The reference of an empty span is null, which libopus takes for a lost packet.
        public int Decode(ReadOnlySpan<byte> payload, Span<float> samples, int length) => Math.Max(0, OpusCalls.opus_decode_float(
            _decoder, in MemoryMarshal.GetReference(payload), payload.Length, ref MemoryMarshal.GetReference(samples), length, isFec: 0));

        public void Reset() => Checked(OpusCalls.opus_decoder_ctl(_decoder, OpusCalls.ResetState));

        public void Dispose() => _decoder.Dispose();
    }
}
