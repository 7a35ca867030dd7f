using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Playout;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>A source of a client: turns its packets into frames.</summary>
internal sealed class ClientVoice(Source source, AudioFormat format, Duration frame, Instant since)
{
    /// <summary>The assumed level of a voice while no decision depends on it: that of normal speech.</summary>
    private const byte UsualLevel = 25;

    /// <summary>The maximum bytes of a packet of Opus without sound (DTX, RFC 7587 section 3.1.3).</summary>
    private const int MaxSilentBytes = 2;

    /// <summary>The minimum time between two changes of the format.</summary>
    private static readonly Duration MinFormatTime = Duration.FromMilliseconds(500);

    private readonly PlayoutBuffer _buffer = new(format, frame);
    private readonly int _frameTicks = format.SamplesIn(frame);
    private byte? _level;
    private AudioFormat? _other;

    public Source Source { get; } = source;

    public AudioFormat Format { get; } = format;

    public ReceptionLog Reception { get; } = new(source.PeerSsrc, format.ClockRate);

    /// <summary>The time from the arrival of the latest frame's packet to its frame.</summary>
    public Duration Delay => _buffer.State.Delay;

    /// <summary>Frames that were lost or late.</summary>
    public long Missing => _buffer.State.Unheard;

    /// <summary>
    /// Whether its format changes: two packets in a row have the same new format. Changes are limited in rate, because each costs memory.
    /// </summary>
    /// <param name="format">The format of the packet that has arrived.</param>
    public bool Leaves(AudioFormat format, Instant now)
    {
        bool leaves = format != Format && _other == format && now - since >= MinFormatTime;
        _other = format == Format ? null : format;
        return leaves;
    }

    /// <summary>Takes a packet.</summary>
    /// <param name="level">The level from its header extension; null without one.</param>
    public void Arrived(in RtpPacket packet, byte? level, Instant now)
    {
        Reception.Arrived(packet.Header.Number, packet.Header.Timestamp, now);
        _buffer.Arrived(packet.Header, packet.Payload, now);
        (_level, Source.HeardAt) = (level, now);
    }

    /// <summary>Takes the frame.</summary>
    public void BeginFrame(bool needsLevels, Instant now)
    {
        SourceAudio audio = Source.Audio;
        audio.Begin();
        PlayoutKind kind = _buffer.Next(Source.IsQuiet, now);
        while (_buffer.TryTake(out ReadOnlySpan<byte> payload))
            audio.Add(Format, payload, Format.Codec != AudioCodec.Opus || OpusPacket.Ticks(payload) == _frameTicks);
        audio.TakeQueued();
        if (kind == PlayoutKind.Missing && audio.Kind == PlayoutKind.Idle)
            audio.Miss();
        // The header extension gives the level on arrival, before the packet is played.
        Source.Measured(LevelOf(audio, needsLevels), now, _level is null ? Duration.Zero : Delay);
    }

    private byte LevelOf(SourceAudio audio, bool needsLevels) => audio.Kind switch
    {
        PlayoutKind.Idle => LevelMeter.Silence,
        PlayoutKind.Missing => Source.Level,
        _ when _level is { } given => given,
        _ when Format.Codec == AudioCodec.Opus && !audio.Payload.IsEmpty && audio.Payload.Length <= MaxSilentBytes => LevelMeter.Silence,
        _ when Format.Codec == AudioCodec.Opus && !needsLevels => UsualLevel,
        _ => LevelMeter.Level(audio.Samples),
    };
}
