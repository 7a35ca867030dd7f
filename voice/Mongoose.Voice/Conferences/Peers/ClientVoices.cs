using System.Text;
using System.Text.Unicode;
using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Rtp;
using Mongoose.Voice.Trunks;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>The voices of a client, with their names and reports.</summary>
internal sealed class ClientVoices
{
    private const int DefaultMaxSources = 8;

    private readonly List<ClientVoice> _voices = [];
    private readonly ReportBlock[] _blocks = new ReportBlock[RtcpPacket.MaxCount];
    private readonly ConferenceContext _context;
    private readonly PeerOptions _options;
    private readonly PeerSources _sources;
    private readonly AudioFormat _format;
    private readonly byte _payloadType;

    /// <summary>Missing frames of voices that have left, so that the total never decreases.</summary>
    private long _missingBefore;

    /// <summary>Counts the blocks of all reports.</summary>
    private uint _reported;

    /// <param name="format">The format that the client sends with <paramref name="payloadType"/>.</param>
    public ClientVoices(int peer, PeerOptions options, AudioFormat format, byte payloadType, ConferenceContext context)
    {
        (_options, _format, _payloadType, _context) = (options, format, payloadType, context);
        _sources = new PeerSources(context, peer, options.MaxSources ?? DefaultMaxSources) { Removing = Remove };
    }

    public int Count => _voices.Count;

    /// <summary>Active voices in this frame, frames missing so far, and the longest delay of a voice.</summary>
    public (int Heard, long Missing, Duration Delay) State
    {
        get
        {
            (int heard, long missing, Duration delay) = (0, _missingBefore, Duration.Zero);
            foreach (ClientVoice voice in _voices)
            {
                heard += voice.Source.IsActive ? 1 : 0;
                missing += voice.Missing;
                delay = voice.Source.IsActive ? Duration.Max(delay, voice.Delay) : delay;
            }
            return (heard, missing, delay);
        }
    }

    /// <summary>The longest delay so far.</summary>
    public Duration MaxDelay { get; private set; }

    public void BeginFrame(Instant now)
    {
        foreach (ClientVoice voice in _voices)
        {
            voice.BeginFrame(_context.NeedsLevels, now);
            MaxDelay = voice.Source.IsActive ? Duration.Max(MaxDelay, voice.Delay) : MaxDelay;
        }
    }

    /// <summary>Called with the SSRC of each new voice.</summary>
    public Action<uint>? VoiceBegan { get; init; }

    /// <summary>When the client last sent this mixer's own audio back; null if it never did.</summary>
    public Instant? LoopedAt { get; private set; }

    /// <summary>Takes a packet of audio.</summary>
    /// <returns>
    /// False if the packet's payload type is unknown, there are too many voices, the voice does not yet change to the packet's format, or
    /// this mixer sent the packet (RFC 3550 section 8.2).
    /// </returns>
    public bool Arrived(in RtpPacket packet, Instant now)
    {
        if (IsFromHere(packet))
        {
            LoopedAt = now;
            return false;
        }
        if (FormatOf(packet.Header.PayloadType) is not { } format || VoiceOf(packet.Header.Ssrc, format, now) is not { } voice)
            return false;
        voice.Arrived(packet, _options.LevelExtension > 0 && packet.TryGetLevel(_options.LevelExtension, out byte level) ? level : null,
            now);
        return true;
    }

    /// <summary>Takes a sender report.</summary>
    public void Heard(in SenderReport report, Instant now)
    {
        if (IndexOf(report.Ssrc) is >= 0 and int index)
            _voices[index].Reception.Heard(report, now);
    }

    /// <summary>Takes a source description. A client's only voice keeps the client's name, unless its CNAME is a known person's.</summary>
    /// <returns>False if a name is not UTF-8; that name is ignored.</returns>
    public bool Named(ReadOnlySpan<byte> description)
    {
        bool areValid = true;
        while (SourceDescription.TryTake(ref description, out uint ssrc, out ReadOnlySpan<byte> cname))
        {
            bool isValid = Utf8.IsValid(cname);
            areValid &= isValid;
            if (!isValid || _sources.Find(ssrc) is not { } source)
                continue;
            string name = Encoding.UTF8.GetString(SourceDescription.Cut(cname, SourceNotice.MaxNameBytes));
            if (_voices.Count > 1 || _context.People.Find(name) is not null)
                Name(source, name);
        }
        return areValid;
    }

    /// <summary>Takes a BYE.</summary>
    public void Gone(in RtcpPacket packet, Instant now)
    {
        Span<uint> gone = stackalloc uint[RtcpPacket.MaxCount];
        foreach (uint ssrc in gone[..SourceDescription.ReadGoodbye(packet, gone)])
        {
            if (_sources.Find(ssrc) is { } source)
                PeerSources.End(source, now);
        }
    }

    public void RemoveSilent(Instant now) => _sources.RemoveSilent(now);

    /// <summary>Writes a receiver report. If there are more voices than blocks, the voices take turns.</summary>
    /// <returns>Its bytes.</returns>
    public int WriteReport(Span<byte> datagram, Instant now)
    {
        int count = Math.Min(_voices.Count, _blocks.Length);
        for (int i = 0; i < count; i++)
            _blocks[i] = _voices[(int)(_reported++ % (uint)_voices.Count)].Reception.Report(now);
        int bytes = SenderReport.WriteReceiverReport(datagram, _context.Self, _blocks.AsSpan(0, count));
        return bytes + SourceDescription.Write(datagram[bytes..], _context.Self, "mongoose"u8);
    }

    /// <summary>
    /// The format of a payload type: the peer's own, and the static ones that every program may send (RFC 3551 section 6).
    /// </summary>
    private AudioFormat? FormatOf(byte payloadType) => payloadType == _payloadType ? _format
        : payloadType == AudioFormat.Pcmu.StaticPayloadType ? AudioFormat.Pcmu
        : payloadType == AudioFormat.Pcma.StaticPayloadType ? AudioFormat.Pcma
        : null;

    /// <summary>Whether this mixer drew the packet's SSRC or one of its CSRCs.</summary>
    private bool IsFromHere(in RtpPacket packet)
    {
        bool isFromHere = _context.Ids.IsDrawn(packet.Header.Ssrc);
        for (int i = 0; i < packet.SourceCount; i++)
            isFromHere |= _context.Ids.IsDrawn(packet.SourceAt(i));
        return isFromHere;
    }

    private ClientVoice? VoiceOf(uint ssrc, AudioFormat format, Instant now)
    {
        int known = IndexOf(ssrc);
        if (known >= 0 && !_voices[known].Leaves(format, now))
            return _voices[known].Format == format ? _voices[known] : null;
        if (_sources.Of(ssrc, now) is not { } source)
            return null;
        ClientVoice made = new(source, format, _context.Frame, now);
        if (known >= 0)
        {
            // The source has changed its format.
            _missingBefore += _voices[known].Missing;
            _voices[known] = made;
        }
        else
            _voices.Add(made);
        VoiceBegan?.Invoke(ssrc);
        if (source.Name.Length == 0)
            Name(source, _options.Name);
        source.Origin = (_context.Self, source.Ssrc);
        return made;
    }

    private void Remove(Source source)
    {
        if (IndexOf(source.PeerSsrc) is not (>= 0 and int index))
            return;
        _missingBefore += _voices[index].Missing;
        _voices.RemoveAt(index);
    }

    private int IndexOf(uint ssrc)
    {
        for (int i = 0; i < _voices.Count; i++)
        {
            if (_voices[i].Source.PeerSsrc == ssrc)
                return i;
        }
        return -1;
    }

    private void Name(Source source, string name)
    {
        if (source.Name == name)
            return;
        (source.Name, source.Person) = (name, _context.People.Find(name));
        source.NoticeVersion++;
    }
}
