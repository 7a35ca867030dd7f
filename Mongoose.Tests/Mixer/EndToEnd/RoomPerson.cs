using Mongoose.Mixer.Janus;
using Mongoose.Mixer.Recordings;
using Mongoose.Mixer.Talkers;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Tests.Mixer.Janus;
using Mongoose.Tests.Mixer.Recordings;
using Mongoose.Voice.Audio;

namespace Mongoose.Tests.Mixer.EndToEnd;

/// <summary>Somebody in a room of a Janus who speaks and records what the room sends.</summary>
internal sealed class RoomPerson : IAsyncDisposable
{
    private readonly RealTimeLoop _loop;
    private readonly RoomGuest _guest;
    private readonly MemoryStore _store = new();
    private readonly Recorder _recorder;
    private readonly TalkerPort _mouth;

    public RoomPerson(RealTimeLoop loop, Uri janus, RoomOptions room)
    {
        (_loop, Format) = (loop, room.Format);
        _guest = new RoomGuest(loop, janus, room);
        RecorderOptions options = new() { Local = _guest.Mixer, To = _guest.MixerSide, Format = room.Format };
        (_recorder, _mouth) = loop.Invoke(() =>
            (new Recorder(loop, loop, options, _store), new TalkerPort(loop, loop, UdpAddress.Loopback(), _guest.MixerSide)));
        loop.Invoke(_recorder.Start);
    }

    public Task Joined => _guest.Joined;

    public bool IsSilent => _loop.Invoke(() => _mouth.IsOver);

    private AudioFormat Format { get; }

    public void Say(Speech speech, int seed) =>
        _loop.Invoke(_mouth.Add(speech, new TalkerOptions { Name = $"person {seed}", Format = Format, Seed = seed }).Start);

    /// <summary>
    /// What it has heard of a voice until now, from the voice's second second on: in the first, AudioBridge fills its buffers.
    /// </summary>
    /// <param name="voice">The voice.</param>
    /// <param name="matching">The correlation from which a window counts as found.</param>
    public AlignedRecording HeardOf(Speech voice, double matching = AlignedRecording.Matching)
    {
        short[] samples = _loop.Invoke(() =>
            _recorder.Sources.Select(source => _store.Sinks.GetValueOrDefault(source.Ssrc)?.Samples).LastOrDefault()) ?? [];
        return AlignedRecording.Compare(voice.Samples.Span[voice.Rate..], Heard.At(voice.Rate, new Speech(samples, Format.SampleRate)),
            voice.Rate, matching);
    }

    public async ValueTask DisposeAsync()
    {
        _loop.Invoke(_recorder.Dispose);
        _loop.Invoke(_mouth.Dispose);
        await _guest.DisposeAsync();
    }
}
