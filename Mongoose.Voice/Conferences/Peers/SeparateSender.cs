using System.Runtime.InteropServices;
using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Conferences.Streams;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>Sends a client a stream for each voice that is alone, and one for each mix. All are on the same frame clock, so voices change over between frames.</summary>
internal sealed class SeparateSender : ClientSender
{
    private readonly MixStreams _mixes;
    private readonly StreamPlan _plan;

    public SeparateSender(AudioFormat format, OpusOptions options, byte payloadType, ConferenceContext context, Output send)
        : base(format, options, payloadType, context, send)
    {
        _mixes = new MixStreams(context.Ids, format, options, context.Frame);
        _plan = new StreamPlan(_mixes);
    }

    public override (int Alone, int Mixed) Voices => (_plan.Alone, _plan.Mixed);

    public override void Send(ReadOnlySpan<Source> voices, Person? listener, int streams, Instant now)
    {
        _mixes.Begin();
        _plan.Assign(voices, streams, listener?.Ears, now);
        for (int i = 0; i < voices.Length; i++)
        {
            if (_plan.PlaceOf(i) is { } mix)
                mix.Add(voices[i], 1, 1);
            else if (voices[i].Audio.PayloadAs(Format, Options) is { IsEmpty: false } payload)
                Send(voices[i].Ssrc, voices[i].Name, [], payload, now);
        }
        foreach (MixStream mix in _mixes.All)
        {
            if (mix.Voices.Count > 0)
                Send(mix.Ssrc, mix.Team.Length > 0 ? mix.Team : "mix", CollectionsMarshal.AsSpan(mix.Voices), mix.Encode(), now);
        }
        _plan.End(voices);
        _mixes.GiveUpUnused(now);
    }

    public override void Dispose() => _mixes.Dispose();
}
