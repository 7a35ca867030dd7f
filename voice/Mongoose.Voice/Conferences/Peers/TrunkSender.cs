using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Conferences.Streams;
using Mongoose.Voice.Playout;
using Mongoose.Voice.Rtp;
using Mongoose.Voice.Trunks;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>
/// The sending end of a trunk: one packet per frame with the voices that are alone and the mixes of the others. In the frame in which a
/// voice changes over, it is in both and cross-fades, if the packet has room.
/// </summary>
/// <param name="format">The format of mixes, and of voices that cannot be forwarded.</param>
/// <param name="maxBytes">The maximum size of a packet.</param>
internal sealed class TrunkSender(AudioFormat format, OpusOptions options, ConferenceContext context, int maxBytes) : IDisposable
{
    /// <summary>The factor by which a frame of a mix in Opus may exceed the size that its bit rate gives.</summary>
    private const double MaxMixFactor = 1.25;

    private readonly int _streamBytes = PayloadSizes.BytesOf(format, context.Frame, options);
    private readonly Forwarding _forwarding = new(context, PayloadSizes.BytesOf(format, context.Frame, options));
    private readonly byte[] _datagram = new byte[maxBytes];

    /// <summary>The mixes of this frame.</summary>
    private readonly HashSet<MixStream> _used = [];

    /// <summary>The bytes that the streams of this frame may have beyond those of the trunk's format.</summary>
    private int _spare;

    public StreamPlan Plan { get; } = new(new MixStreams(context.Ids, format, options, ConversionTiming.Even, context.Frame));

    public MixStreams Mixes => Plan.Mixes;

    /// <summary>
    /// Frames of streams that did not fit into their packet so far, because frames of Opus vary; the neighbour conceals them.
    /// </summary>
    public long LeftOut { get; private set; }

    /// <summary>The number of the next packet, extended to 32 bits.</summary>
    public uint Number { get; private set; } = 1 << 16;

    /// <summary>Makes a packet without streams: it ends all voices, or is a probe that measures the path.</summary>
    public ReadOnlySpan<byte> WriteEmpty() => _datagram.AsSpan(0, Begin().Length);

    /// <summary>Makes the packet of a frame. It is valid until the next call.</summary>
    /// <param name="streams">The streams that may be sent, at least 1.</param>
    public ReadOnlySpan<byte> Write(ReadOnlySpan<Source> voices, int streams, Instant now)
    {
        Mixes.Begin();
        Plan.Assign(voices, streams, listener: null, now);
        bool canFade = SpareBytes(StreamsOf(voices, withFades: true)) >= 0;
        _spare = SpareBytes(StreamsOf(voices, canFade));
        TrunkWriter writer = Begin();
        for (int i = 0; i < voices.Length; i++)
            Mix(voices[i], Plan.PlaceOf(i), canFade);
        // Mixes first: if anything does not fit, it is a single voice.
        foreach (MixStream mix in Mixes.All)
        {
            if (mix.Voices.Count > 0)
                WriteMix(ref writer, mix);
        }
        for (int i = 0; i < voices.Length; i++)
            WriteVoice(ref writer, voices[i], Plan.PlaceOf(i), canFade);
        Plan.End(voices);
        return _datagram.AsSpan(0, writer.Length);
    }

    public void Dispose() => Mixes.Dispose();

    private TrunkWriter Begin() => new(_datagram, (ushort)Number++, context.Timestamp(TrunkReader.ClockRate), context.Self);

    private void Mix(Source voice, MixStream? mix, bool canFade)
    {
        bool moves = Moves(voice, mix, out MixStream? before);
        mix?.Add(voice, moves ? 0 : 1, 1, canFade);
        if (moves && before is not null && (canFade || _used.Contains(before)))
            before.Add(voice, 1, 0, canFade);
    }

    private void WriteVoice(ref TrunkWriter writer, Source voice, MixStream? mix, bool canFade)
    {
        bool fades = Moves(voice, mix, out MixStream? before) && canFade;
        bool begins = before is not null || !Plan.WasHeard(voice, out _);
        if (mix is null)
            WriteAlone(ref writer, voice, fades ? TrunkFade.In : TrunkFade.None, begins);
        else if (fades && before is null)
            WriteAlone(ref writer, voice, TrunkFade.Out, begins: false);
    }

    /// <summary>Whether a voice was in another place in the previous frame.</summary>
    private bool Moves(Source voice, MixStream? mix, out MixStream? before) => Plan.WasHeard(voice, out before) && before != mix;

    /// <summary>Writes a voice, forwarded or encoded again, with its fade.</summary>
    private void WriteAlone(ref TrunkWriter writer, Source voice, TrunkFade fade, bool begins)
    {
        SourceAudio audio = voice.Audio;
        bool isForwarded = _forwarding.IsForwarded(voice, begins);
        if (isForwarded && audio.IsTail)
            return; // The neighbour plays the tail from the frames that it has.
        bool isOneFade = fade == TrunkFade.None || audio.Fade == TrunkFade.None;
        bool isWhole = !audio.Payload.IsEmpty || audio.Kind == PlayoutKind.Missing;
        if (isForwarded && isOneFade && isWhole)
            Add(ref writer, Forwarded(voice, fade == TrunkFade.None ? audio.Fade : fade), audio.Payload);
        else
            Add(ref writer, new TrunkStream(voice.Ssrc, format, voice.Level, voice.IsMix, TrunkFading.Late(fade)),
                audio.EncodedAs(format, options, ConversionTiming.Even));
    }

    private TrunkStream Forwarded(Source voice, TrunkFade fade) =>
        new(voice.Ssrc, voice.Audio.Format, voice.Level, voice.IsMix, fade, voice.Audio.Lead.AfterTrunk(format));

    private void WriteMix(ref TrunkWriter writer, MixStream mix)
    {
        ReadOnlySpan<byte> audio = mix.Encode((int)(_streamBytes * MaxMixFactor));
        Add(ref writer, new TrunkStream(mix.Ssrc, mix.Format, mix.Level, IsMix: true, TrunkFade.None), audio);
    }

    /// <summary>Adds a stream. If its audio is missing or does not fit, the stream is empty and the neighbour conceals it.</summary>
    private void Add(ref TrunkWriter writer, in TrunkStream stream, ReadOnlySpan<byte> audio)
    {
        if (audio.Length > _streamBytes + _spare)
        {
            audio = [];
            LeftOut++;
        }
        _spare -= audio.Length - _streamBytes;
        if (!writer.TryAdd(stream, audio))
            LeftOut++;
    }

    private int SpareBytes(int streams) => maxBytes - RtpPacket.HeaderBytes - streams * (TrunkReader.StreamHeaderBytes + _streamBytes);

    /// <summary>The streams of this frame; with fades, voices that change over count in both places.</summary>
    private int StreamsOf(ReadOnlySpan<Source> voices, bool withFades)
    {
        int streams = 0;
        _used.Clear();
        for (int i = 0; i < voices.Length; i++)
        {
            MixStream? mix = Plan.PlaceOf(i), before = mix;
            bool changes = withFades && Moves(voices[i], mix, out before);
            MarkUsed(mix);
            if (changes)
                MarkUsed(before);
            streams += mix is null || changes && before is null ? 1 : 0;
        }
        return streams + _used.Count;
    }

    private void MarkUsed(MixStream? mix)
    {
        if (mix is not null)
            _used.Add(mix);
    }
}
