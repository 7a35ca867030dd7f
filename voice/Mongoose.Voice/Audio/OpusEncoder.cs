namespace Mongoose.Voice.Audio;

/// <summary>Encodes Opus for speech (OPUS_APPLICATION_VOIP), with a variable bit rate.</summary>
internal abstract class OpusEncoder(AudioFormat format) : AudioEncoder(format)
{
    private const int SamplesPerMs = 48;

    /// <summary>The longest frame.</summary>
    private const int MaxMs = 60;

    private readonly float[] _frame = new float[MaxMs * SamplesPerMs * format.Channels];

    public sealed override int Encode(ReadOnlySpan<float> frame, Span<byte> payload)
    {
        int length = frame.Length / Format.Channels;
        if (length * Format.Channels != frame.Length
            || length is not (10 * SamplesPerMs or 20 * SamplesPerMs or 40 * SamplesPerMs or MaxMs * SamplesPerMs))
            throw new ArgumentException(
                $"a frame of {frame.Length} samples; allowed are 10, 20, 40 and 60 ms of {Format.Channels} channels at 48 kHz");
        SampleBlocks.Scale(frame, 1 / AudioFormat.FullScale, _frame);
        return Encode(_frame.AsSpan(0, frame.Length), length, payload);
    }

    /// <summary>Encodes a frame whose length Opus has. Its samples have a full scale of 1.</summary>
    /// <param name="length">Samples per channel.</param>
    /// <returns>The payload's bytes.</returns>
    /// <exception cref="InvalidOperationException">The frame does not fit into the payload.</exception>
    protected abstract int Encode(ReadOnlySpan<float> frame, int length, Span<byte> payload);
}
