using Mongoose.Mixer.Recordings;
using Mongoose.Voice.Audio;

namespace Mongoose.Testbed.Mixers;

/// <summary>
/// The recordings of all streams that a client received, with their samples if these are kept.
/// </summary>
/// <param name="keeps">Whether samples are kept.</param>
internal sealed class HeardVoices(bool keeps) : IVoiceStore
{
    private readonly List<HeardVoice> _voices = [];

    /// <summary>The recordings, in the order of their first packets.</summary>
    public IReadOnlyList<HeardVoice> Voices => _voices;

    /// <summary>
    /// All recordings at once, as loudspeakers play them: interleaved samples, and their format. Streams in another format than the first
    /// stream are left out.
    /// </summary>
    public (short[] Samples, AudioFormat Format) Together()
    {
        HeardVoice[] kept = _voices.Where(voice => voice.Samples.Count > 0 && voice.Format == _voices[0].Format).ToArray();
        float[] sum = new float[kept.Max(voice => (int?)voice.Samples.Count) ?? 0];
        foreach (HeardVoice voice in kept)
        {
            for (int i = 0; i < voice.Samples.Count; i++)
                sum[i] += voice.Samples[i];
        }
        short[] samples = Array.ConvertAll(sum, sample => (short)Math.Clamp(sample, short.MinValue, short.MaxValue));
        return (samples, _voices.Count == 0 ? AudioFormat.Pcmu : _voices[0].Format);
    }

    public IVoiceSink Open(uint ssrc, AudioFormat format)
    {
        HeardVoice voice = new(format, keeps);
        _voices.Add(voice);
        return voice;
    }
}

/// <summary>The recording of one stream.</summary>
internal sealed class HeardVoice(AudioFormat format, bool keeps) : IVoiceSink
{
    private readonly List<short> _samples = [];

    public AudioFormat Format => format;

    /// <summary>Interleaved samples from the recording's start on; empty if they are not kept.</summary>
    public IReadOnlyList<short> Samples => _samples;

    public void Name(string name)
    {
    }

    public void Write(ReadOnlySpan<float> samples)
    {
        if (!keeps)
            return;
        foreach (float sample in samples)
            _samples.Add((short)Math.Clamp(sample, short.MinValue, short.MaxValue));
    }

    public void Skip(long samples)
    {
        if (keeps)
            _samples.AddRange(new short[samples * format.Channels]);
    }

    public void Flush()
    {
    }

    public void Rest()
    {
    }

    public void Dispose()
    {
    }
}
