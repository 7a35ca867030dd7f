using Mongoose.Voice.Audio.Opus;

namespace Mongoose.Voice.Audio;

/// <summary>Encodes Opus for speech.</summary>
/// <exception cref="ArgumentOutOfRangeException">An option is out of range.</exception>
internal sealed class OpusEncoder(AudioFormat format, OpusOptions options, OpusLibrary library) : AudioEncoder(format)
{
    private const int SamplesPerMs = 48;

    /// <summary>The longest frame.</summary>
    private const int MaxMs = 60;

    private readonly IOpusEncoder _encoder = library.CreateEncoder(
        format.Channels, Checked(options).BitRate, options.Complexity);
    private readonly float[] _frame = new float[MaxMs * SamplesPerMs * format.Channels];

    public override int Lookahead => _encoder.Lookahead;

    public override int Encode(ReadOnlySpan<float> frame, Span<byte> payload)
    {
        int length = frame.Length / Format.Channels;
        if (length * Format.Channels != frame.Length
            || length is not (10 * SamplesPerMs or 20 * SamplesPerMs or 40 * SamplesPerMs or MaxMs * SamplesPerMs))
            throw new ArgumentException(
                $"a frame of {frame.Length} samples; allowed are 10, 20, 40 and 60 ms of {Format.Channels} channels at 48 kHz");
        SampleBlocks.Scale(frame, 1 / AudioFormat.FullScale, _frame);
        return _encoder.Encode(_frame.AsSpan(0, frame.Length), length, payload);
    }

    public override void Reset() => _encoder.Reset();

    public override void Dispose() => _encoder.Dispose();

    private static OpusOptions Checked(OpusOptions options)
    {
        if (options.BitRate is < 6000 or > 510_000)
            throw new ArgumentOutOfRangeException(nameof(options), $"Opus at {options.BitRate} bit/s; allowed are 6000 to 510000");
        if (options.Complexity is < 0 or > 10)
            throw new ArgumentOutOfRangeException(nameof(options), $"Opus at complexity {options.Complexity}; allowed are 0 to 10");
        return options;
    }
}
