using Mongoose.Core.Units;
using Mongoose.Mixer.Talkers;
using Mongoose.Voice.Audio;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>A voice in simulated time: a packet every 20 ms, none in pauses.</summary>
internal sealed class SimulatedVoice : IDisposable
{
    private readonly SimulatedMixer _mixer;
    private readonly int _peer;
    private readonly SpeechPackets _packets;

    /// <param name="mixer">The mixer that receives the voice.</param>
    /// <param name="peer">From which of its peers it comes.</param>
    /// <param name="speaker">Makes the voice and its SSRC.</param>
    /// <param name="levelExtension">The id of the header extension with its level; 0 for none.</param>
    /// <param name="talks">The length of talk before each pause.</param>
    public SimulatedVoice(SimulatedMixer mixer, int peer, int speaker, AudioFormat format, int levelExtension, Duration talks,
        Duration pause)
    {
        (_mixer, _peer) = (mixer, peer);
        TalkerOptions options = new()
        {
            Name = $"v{speaker}",
            Format = format,
            LevelExtension = levelExtension,
            IsLooping = true,
            SkipsSilence = true,
            Pause = pause,
            Opus = new OpusOptions(AudioBridge.BitRate, Complexity: 0),
        };
        _packets = new SpeechPackets(VoiceLike.Speak(speaker, talks, format.SampleRate), options, (uint)speaker + 1, (ushort)speaker,
            (uint)speaker * 7919);
    }

    public void Step()
    {
        if (_packets.Next() is { IsEmpty: false } packet)
            _mixer.Put(_peer, packet);
    }

    public void Dispose() => _packets.Dispose();
}
