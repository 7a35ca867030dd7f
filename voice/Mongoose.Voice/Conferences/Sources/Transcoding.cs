using Mongoose.Voice.Audio;

namespace Mongoose.Voice.Conferences.Sources;

/// <summary>A source's frames in another format, encoded once per frame for all peers that need it.</summary>
internal sealed class Transcoding(AudioFormat format, OpusOptions options, ConversionTiming timing) : IDisposable
{
    private readonly AudioEncoder _encoder = AudioEncoder.Create(format, options);
    private byte[] _payload = [];
    private float[] _stereo = [];
    private int _bytes;
    private long _frame = -1;

    public ReadOnlySpan<byte> Encode(SourceAudio audio, long frame)
    {
        if (_frame == frame)
            return _payload.AsSpan(0, _bytes);
        if (_frame != frame - 1)
            _encoder.Reset();
        (_bytes, _frame) = (_encoder.Encode(InChannels(audio.SamplesAt(format.SampleRate, timing)), Room(audio)), frame);
        return _payload.AsSpan(0, _bytes);
    }

    public void Dispose() => _encoder.Dispose();

    private Span<byte> Room(SourceAudio audio)
    {
        int maxBytes = Math.Max(PayloadSizes.MaxOpusBytes, audio.SamplesAt(format.SampleRate, timing).Length * format.SampleBytes);
        if (_payload.Length < maxBytes)
            _payload = new byte[maxBytes];
        return _payload;
    }

    private ReadOnlySpan<float> InChannels(ReadOnlySpan<float> mono)
    {
        if (format.Channels == 1)
            return mono;
        if (_stereo.Length != 2 * mono.Length)
            _stereo = new float[2 * mono.Length];
        for (int i = 0; i < mono.Length; i++)
            _stereo[2 * i] = _stereo[2 * i + 1] = mono[i];
        return _stereo;
    }
}
