using Mongoose.Mixer.Recordings;
using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Mixer.Recordings;

/// <summary>Keeps recordings in memory.</summary>
internal sealed class MemoryStore : IVoiceStore
{
    public Dictionary<uint, MemorySink> Sinks { get; } = [];

    /// <summary>What opening and writing throw.</summary>
    public IOException? Failure { get; set; }

    public IVoiceSink Open(uint ssrc, AudioFormat format) => Failure is null ? Sinks[ssrc] = new MemorySink(this, format) : throw Failure;
}

/// <summary>A recording in memory.</summary>
internal sealed class MemorySink(MemoryStore store, AudioFormat format) : IVoiceSink
{
    private readonly List<short> _samples = [];

    public string CName { get; private set; } = "";

    public short[] Samples => [.. _samples];

    public void Name(string name) => CName = name;

    public void Write(ReadOnlySpan<float> samples)
    {
        if (store.Failure is not null)
            throw store.Failure;
        Rests = false;
        foreach (float sample in samples)
            _samples.Add((short)sample);
    }

    public void Skip(long samples) => _samples.AddRange(new short[samples * format.Channels]);

    public bool Rests { get; private set; }

    public void Flush()
    {
    }

    public void Rest() => Rests = true;

    public void Dispose()
    {
    }
}
