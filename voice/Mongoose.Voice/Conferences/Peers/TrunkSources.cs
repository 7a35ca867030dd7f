using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Playout;
using Mongoose.Voice.Trunks;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>Distributes the streams and notices of a trunk to its sources.</summary>
internal sealed class TrunkSources(ConferenceContext context, int peer, PeerSources sources)
{
    /// <summary>Active sources in this frame.</summary>
    public int Heard
    {
        get
        {
            int heard = 0;
            foreach (Source source in context.Sources.All)
                heard += source.Peer == peer && source.IsActive ? 1 : 0;
            return heard;
        }
    }

    /// <summary>Begins a frame.</summary>
    /// <returns>Whether the frame before was quiet.</returns>
    public bool BeginFrame()
    {
        bool wasQuiet = true;
        foreach (Source source in context.Sources.All)
        {
            if (source.Peer != peer)
                continue;
            wasQuiet &= source.IsQuiet;
            source.Audio.Begin();
        }
        return wasQuiet;
    }

    /// <summary>Takes the streams of a trunk packet.</summary>
    /// <returns>
    /// The number of refused streams: those that are not a whole frame, and those beyond the limit of sources.
    /// </returns>
    public int Take(ref TrunkReader reader, Instant now)
    {
        int refused = 0;
        while (reader.TryNext(out TrunkStream stream, out ReadOnlySpan<byte> audio))
        {
            if (IsUsable(stream.Format, audio) && sources.Of(stream.Ssrc, now) is { } source)
                Take(source, stream, audio, now);
            else
                refused++;
        }
        return refused;
    }

    /// <summary>Ends the frame of the sources for which no audio came: lost, paused, or at their end.</summary>
    public void EndFrame(PlayoutKind kind, Instant now)
    {
        foreach (Source source in context.Sources.All)
        {
            if (source.Peer != peer || source.Audio.Kind == PlayoutKind.Audio)
                continue;
            if (kind == PlayoutKind.Missing && source.IsActive && !source.Audio.HasEnded)
                source.Audio.Miss();
            else if (source.Audio.Kind == PlayoutKind.Idle)
                source.Audio.TakeTail();
            source.Measured(source.Audio.Kind == PlayoutKind.Idle ? LevelMeter.Silence : source.Level, now);
        }
    }

    /// <summary>Takes the neighbour's notice of a source.</summary>
    /// <returns>False if there are too many sources.</returns>
    public bool Learn(SourceNotice notice, Instant now)
    {
        if (sources.Of(notice.Ssrc, now) is not { } source)
            return false;
        if (source.Notice == notice)
            return true;
        (source.Notice, source.Name, source.IsMix) = (notice, notice.Name, notice.IsMix);
        (source.Origin, source.IsEcho) = ((notice.Origin, notice.OriginSsrc), notice.Origin == context.Self);
        source.IsDuplicate = context.Sources.HasOtherWay(source, now);
        source.Person = notice.Name.Length > 0 ? context.People.Find(notice.Name) : null;
        source.NoticeVersion++;
        return true;
    }

    private void Take(Source source, in TrunkStream stream, ReadOnlySpan<byte> audio, Instant now)
    {
        if (source.IsDuplicate || !source.IsHeardAt(now))
            source.IsDuplicate = context.Sources.HasOtherWay(source, now);
        (source.IsMix, source.HeardAt) = (stream.IsMix, now);
        source.Audio.State(stream.Fade, stream.Lead);
        if (audio.IsEmpty)
        {
            source.Audio.Miss(); // The neighbour sent no audio.
            return;
        }
        source.Audio.Add(stream.Format, audio, isWholeFrame: true);
        source.Measured(stream.Level, now);
    }

    /// <summary>Whether the audio is one whole frame, or empty because it is missing.</summary>
    private bool IsUsable(AudioFormat format, ReadOnlySpan<byte> audio) => audio.IsEmpty || (format.Codec == AudioCodec.Opus
        ? OpusPacket.Ticks(audio) == format.SamplesIn(context.Frame)
        : audio.Length == PayloadSizes.BytesOf(format, context.Frame, default));
}
