using System.Runtime.InteropServices;

namespace Mongoose.Voice.Audio.Opus;

/// <summary>libopus 1.x, the reference implementation. It is not shipped: the host's library is loaded when it is first needed.</summary>
internal sealed class Libopus : OpusLibrary
{
    public override string Name { get; } = Marshal.PtrToStringUTF8(OpusCalls.opus_get_version_string()) ?? "libopus";

    /// <summary>Whether the host has the library, and <see cref="OpusCalls"/> fit its calls.</summary>
    public static bool IsInstalled =>
        OperatingSystem.IsLinux() && Environment.Is64BitProcess && NativeLibrary.TryLoad(OpusCalls.File, out _);

    internal override OpusEncoder CreateEncoder(AudioFormat format, OpusOptions options) => new Encoder(format, options);

    internal override OpusDecoder CreateDecoder(AudioFormat format) => new Decoder(format);

    private static int Checked(int result) =>
        result >= 0 ? result : throw new InvalidOperationException($"libopus: error {result}");

    private sealed class Encoder : OpusEncoder
    {
        private readonly EncoderHandle _encoder;

        public Encoder(AudioFormat format, OpusOptions options) : base(format)
        {
            _encoder = OpusCalls.opus_encoder_create(SampleRate, format.Channels, OpusCalls.VoipApplication, out int error);
            Checked(error);
            Checked(OpusCalls.opus_encoder_ctl(_encoder, OpusCalls.SetBitRate, options.BitRate));
            Checked(OpusCalls.opus_encoder_ctl(_encoder, OpusCalls.SetComplexity, options.Complexity));
            Checked(OpusCalls.opus_encoder_ctl(_encoder, OpusCalls.GetLookahead, out int lookahead));
            Lookahead = lookahead;
        }

        public override int Lookahead { get; }

        protected override int Encode(ReadOnlySpan<float> frame, int length, Span<byte> payload) => Checked(OpusCalls.opus_encode_float(
            _encoder, in MemoryMarshal.GetReference(frame), length, ref MemoryMarshal.GetReference(payload), payload.Length));

        public override void Reset() => Checked(OpusCalls.opus_encoder_ctl(_encoder, OpusCalls.ResetState));

        public override void Dispose() => _encoder.Dispose();
    }

    private sealed class Decoder : OpusDecoder
    {
        private readonly DecoderHandle _decoder;

        public Decoder(AudioFormat format) : base(format)
        {
            _decoder = OpusCalls.opus_decoder_create(SampleRate, format.Channels, out int error);
            Checked(error);
        }

        // The reference of an empty span is null, which libopus takes for a lost packet.
        protected override int Decode(ReadOnlySpan<byte> payload, Span<float> samples, int length) =>
            Math.Max(0, OpusCalls.opus_decode_float(_decoder, in MemoryMarshal.GetReference(payload), payload.Length,
                ref MemoryMarshal.GetReference(samples), length, isFec: 0));

        public override void Reset() => Checked(OpusCalls.opus_decoder_ctl(_decoder, OpusCalls.ResetState));

        public override void Dispose() => _decoder.Dispose();
    }
}
