using System.Runtime.InteropServices;
using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Conferences.Streams;
using Mongoose.Voice.Playout;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>
/// Sends a client a stream for each voice that is alone, and one for each mix. All share the frame clock, so voices change over between
/// frames. Streams that are encoded in Opus here are later than forwarded ones; their timestamps state the delay.
/// </summary>
internal sealed class SeparateSender(
    AudioFormat format, OpusOptions options, byte payloadType, ConferenceContext context, ClientSender.Output send)
    : ClientSender(format, options, payloadType, context, send)
{
    private readonly StreamPlan _plan = new(new MixStreams(context.Ids, format, options, ConversionTiming.Shortest, context.Frame));
    private readonly Duration _encodingDelay = format.Codec == AudioCodec.Opus ? AudioFormat.OpusDelay : Duration.Zero;

    public override (int Alone, int Mixed) Voices => (_plan.Alone, _plan.Mixed);

    public override void Send(ReadOnlySpan<Source> voices, Person? listener, int streams, Instant now)
    {
        _plan.Mixes.Begin();
        _plan.Assign(voices, streams, listener?.Ears, now);
        for (int i = 0; i < voices.Length; i++)
        {
            if (_plan.PlaceOf(i) is { } mix)
                mix.Add(voices[i]);
            else
                SendAlone(voices[i], now);
        }
        foreach (MixStream mix in _plan.Mixes.All)
        {
            if (mix.Voices.Count > 0)
                Send(mix.Ssrc, mix.Team.Length > 0 ? mix.Team : "mix", CollectionsMarshal.AsSpan(mix.Voices), mix.Encode(), _encodingDelay,
                    now);
        }
        _plan.End(voices);
        _plan.Mixes.GiveUpUnused(now);
    }

    public override void Dispose() => _plan.Mixes.Dispose();

    private void SendAlone(Source voice, Instant now)
    {
        ReadOnlySpan<byte> payload = voice.Audio.PayloadAs(Format, Options, out bool isForwarded);
        if (!payload.IsEmpty)
            Send(voice.Ssrc, voice.Name, [], payload, isForwarded ? Duration.Zero - voice.Audio.Lead.Time : _encodingDelay, now);
        else if (voice.Audio.Kind == PlayoutKind.Missing)
            Streams.Find(voice.Ssrc)?.Rtp.Skip(); // The receiver conceals a packet whose number is missing.
    }
}
