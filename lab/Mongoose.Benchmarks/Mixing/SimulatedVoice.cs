using Mongoose.Core.Units;
using Mongoose.Mixer.Talkers;
using Mongoose.Voice.Audio;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>A voice in simulated time: a packet every 20 ms, none in pauses.</summary>
/// <param name="mixer">The mixer that receives the voice.</param>
/// <param name="peer">The mixer's peer from which the voice comes.</param>
/// <param name="speaker">Makes the voice and its SSRC.</param>
/// <param name="levelExtension">The id of the header extension with the voice's level; 0 for none.</param>
/// <param name="talks">The length of talk before each pause.</param>
internal sealed class SimulatedVoice(SimulatedMixer mixer, int peer, int speaker, AudioFormat format, int levelExtension, Duration talks,
    Duration pause) : IDisposable
{
    private readonly SpeechPackets _packets = new(
        VoiceLike.Speak(speaker, talks, format.SampleRate),
        new TalkerOptions
        {
            Name = $"v{speaker}",
            Format = format,
            LevelExtension = levelExtension,
            IsLooping = true,
            SkipsSilence = true,
            Pause = pause,
            Opus = new OpusOptions(AudioBridge.BitRate, Complexity: 0),
        },
        (uint)speaker + 1, (ushort)speaker, (uint)speaker * 7919);

    public void Step()
    {
        if (_packets.Next() is { IsEmpty: false } packet)
            mixer.Put(peer, packet);
    }

    public void Dispose() => _packets.Dispose();
}
