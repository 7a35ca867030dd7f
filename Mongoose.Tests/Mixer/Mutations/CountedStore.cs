using Mongoose.Mixer.Recordings;
using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Mixer.Mutations;

/// <summary>Counts the samples of each recording, without keeping them.</summary>
internal sealed class CountedStore : IVoiceStore
{
    /// <summary>Samples of each source, silence included.</summary>
    public Dictionary<uint, long> Samples { get; } = [];

    public IVoiceSink Open(uint ssrc, AudioFormat format)
    {
        Samples.TryAdd(ssrc, 0);
        return new Sink(samples => Samples[ssrc] += samples, format.Channels);
    }

    private sealed class Sink(Action<long> add, int channels) : IVoiceSink
    {
        public void Name(string name)
        {
        }

        public void Write(ReadOnlySpan<float> samples) => add(samples.Length / channels);

        public void Skip(long samples) => add(samples);

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
}
