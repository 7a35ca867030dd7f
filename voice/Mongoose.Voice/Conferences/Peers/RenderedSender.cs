using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Conferences.Streams;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>Sends a client one continuous stream, rendered for it.</summary>
internal sealed class RenderedSender(
    AudioFormat format, OpusOptions options, byte payloadType, ConferenceContext context, ClientSender.Output send)
    : ClientSender(format, options, payloadType, context, send)
{
    private readonly ListenerMix _mix = new(format, options, context.Frame);
    private readonly uint[] _heard = new uint[RtpPacket.MaxSources];
    private readonly uint _ssrc = context.Ids.Draw();
    private int _voices;

    public override (int Alone, int Mixed) Voices => (0, _voices);

    public override void Send(ReadOnlySpan<Source> voices, Person? listener, int streams, Instant now)
    {
        _voices = voices.Length;
        int heard = Math.Min(voices.Length, _heard.Length);
        for (int i = 0; i < heard; i++)
            _heard[i] = voices[i].Ssrc;
        Send(_ssrc, "mix", _heard.AsSpan(0, heard), _mix.Encode(voices, listener), Duration.Zero, now);
    }

    public override void Dispose() => _mix.Dispose();
}
