using System.Runtime.InteropServices;
using Mongoose.Voice.Audio.Opus;

namespace Mongoose.Voice.Audio;

/// <summary>Encodes Opus for speech (OPUS_APPLICATION_VOIP), with a variable bit rate.</summary>
internal sealed class OpusEncoder : AudioEncoder
{
    private const int SamplesPerMs = 48;

    /// <summary>The longest frame.</summary>
    private const int MaxMs = 60;

    private readonly EncoderHandle _encoder;
    private readonly float[] _frame;

    /// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
    /// <exception cref="NotSupportedException">libopus is missing.</exception>
    public OpusEncoder(AudioFormat format, OpusOptions options) : base(format)
    {
        Check(options);
        OpusLibrary.Require();
        _frame = new float[MaxMs * SamplesPerMs * format.Channels];
        _encoder = OpusCalls.opus_encoder_create(format.SampleRate, format.Channels, OpusCalls.VoipApplication, out int error);
        if (_encoder.IsInvalid)
            throw new InvalidOperationException($"libopus makes no encoder: error {error}");
        Checked(OpusCalls.opus_encoder_ctl(_encoder, OpusCalls.SetBitRate, options.BitRate));
        Checked(OpusCalls.opus_encoder_ctl(_encoder, OpusCalls.SetComplexity, options.Complexity));
        Checked(OpusCalls.opus_encoder_ctl(_encoder, OpusCalls.GetLookahead, out int lookahead));
        Lookahead = lookahead;
    }

    public override int Lookahead { get; }

    public override int Encode(ReadOnlySpan<float> frame, Span<byte> payload)
    {
        int length = frame.Length / Format.Channels;
        if (length * Format.Channels != frame.Length
            || length is not (10 * SamplesPerMs or 20 * SamplesPerMs or 40 * SamplesPerMs or MaxMs * SamplesPerMs))
            throw new ArgumentException(
                $"a frame of {frame.Length} samples; allowed are 10, 20, 40 and 60 ms of {Format.Channels} channels at 48 kHz");
        SampleBlocks.Scale(frame, 1 / AudioFormat.FullScale, _frame);
        return Checked(OpusCalls.opus_encode_float(_encoder, in _frame[0], length, ref MemoryMarshal.GetReference(payload),
            payload.Length));
    }

    public override void Reset() => Checked(OpusCalls.opus_encoder_ctl(_encoder, OpusCalls.ResetState));

    public override void Dispose() => _encoder.Dispose();

    private static void Check(OpusOptions options)
    {
        if (options.BitRate is < 6000 or > 510_000)
            throw new ArgumentOutOfRangeException(nameof(options), $"Opus at {options.BitRate} bit/s; allowed are 6000 to 510000");
        if (options.Complexity is < 0 or > 10)
            throw new ArgumentOutOfRangeException(nameof(options), $"Opus at complexity {options.Complexity}; allowed are 0 to 10");
    }

    private static int Checked(int result) =>
        result >= 0 ? result : throw new InvalidOperationException($"libopus: error {result}");
}
