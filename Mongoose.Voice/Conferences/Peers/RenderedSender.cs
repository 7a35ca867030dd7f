using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Conferences.Streams;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>Sends a client one stream without pauses, made for it.</summary>
internal sealed class RenderedSender(
    AudioFormat format, OpusOptions options, byte payloadType, ConferenceContext context, ClientSender.Output send)
    : ClientSender(format, options, payloadType, context, send)
{
    private readonly ListenerMix _mix = new(format, options, context.Frame);
    private readonly uint _ssrc = context.Ids.Draw();
    private int _voices;

    public override (int Alone, int Mixed) Voices => (0, _voices);

    public override void Send(ReadOnlySpan<Source> voices, Person? listener, int streams, Instant now)
    {
        _voices = voices.Length;
        Send(_ssrc, "mix", [], _mix.Encode(voices, listener), now);
    }

    public override void Dispose() => _mix.Dispose();
}
