using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Mixing;
using Mongoose.Voice.Mixing.Streams;
using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>A program that speaks RTP: it sends voices, and receives one stream rendered for it, or separate streams.</summary>
internal sealed class ClientPeer : Peer
{
    /// <summary>How often reports are sent (RFC 4585 section 3.4 allows less than the 5 s of RFC 3550).</summary>
    private static readonly Duration ReportInterval = Duration.FromSeconds(2);

    /// <summary>
    /// A client counts as silent after this time without a datagram. Listeners report every 2.05 to 6.16 s (RFC 3550 section 6.2), and a
    /// report may be lost.
    /// </summary>
    private static readonly Duration SilentAfter = Duration.FromSeconds(15);

    /// <summary>How long a detected loop is shown as the status.</summary>
    private static readonly Duration LoopTime = Duration.FromSeconds(5);

    private readonly ClientVoices _voices;
    private readonly ClientSender _sender;
    private readonly ClientReports _reports = new();
    private readonly ClientBreaker _breaker;
    private readonly MixingController _controller;
    private readonly byte[] _report = new byte[MaxBytes];
    private Instant _reportAt;
    private bool _isHeard, _isLoop, _isSent;
    private uint? _reporter;

    public ClientPeer(int index, PeerOptions options, ConferenceContext context, Instant now)
        : base(index, options, context)
    {
        byte payloadType = PayloadTypes.Of(Format, (byte?)options.PayloadType);
        bool isSeparate = options.Form == PeerForm.Separate;
        if ((options.Form == PeerForm.Stereo) != (Format.Channels == 2))
            throw new ArgumentException(
                $"peer {options.Name}: codec {options.Codec}: a stereo form needs a codec of two channels, " +
                "L16/RATE/2 or opus/48000/2, and other forms one channel");
        _sender = isSeparate
            ? new SeparateSender(Format, Opus, payloadType, context, SendPacket)
            : new RenderedSender(Format, Opus, payloadType, context, SendPacket);
        _voices = new ClientVoices(index, options, Format, payloadType, context) { VoiceBegan = _sender.Streams.Leave };
        _breaker = new ClientBreaker(now);
        _controller = new MixingController(new MixingOptions
        {
            Rule = options.EffectiveRule,
            MaxStreams = isSeparate ? options.MaxStreams : 1,
            FixedStreams = isSeparate ? options.MaxStreams : 1,
            MaxRate = options.MaxRate,
            Packets =
                new StreamPackets(PacketForm.Plain, context.Frame, PayloadSizes.BytesOf(Format, context.Frame, Opus), PacketHeaderBytes),
        }, now);
        _reportAt = now + ReportInterval;
    }

    public override int Streams => Options.Form == PeerForm.Separate ? _controller.Streams : int.MaxValue;

    public override PeerState State
    {
        get
        {
            (int heard, long missing, Duration delay) = _voices.State;
            (int alone, int mixed) = _isSent ? _sender.Voices : (0, 0);
            return new PeerState(Options.Name, PeerRole.Client, Status, heard, alone, mixed, _controller.State,
                Counters.SentPackets, Counters.SentBytes, Counters.ReceivedPackets, Counters.ReceivedBytes, Counters.Refused, missing,
                delay,
                _voices.MaxDelay, _breaker.Trips, LeftOut: 0, IsRendered: Options.Form != PeerForm.Separate);
        }
    }

    private PeerStatus Status => _isLoop ? PeerStatus.Loop
        : _breaker.IsOpen ? PeerStatus.Stopped
        : !IsReachable || !_isHeard ? PeerStatus.Silent
        : _controller.Streams == 0 ? PeerStatus.Probing
        : PeerStatus.Open;

    public override void StartOver(Instant now)
    {
        _breaker.StartOver(now);
        _reporter = null;
    }

    public override void BeginFrame(Instant now)
    {
        _isHeard = HeardAt is { } at && now - at < SilentAfter;
        _isLoop = _voices.LoopedAt is { } looped && now - looped < LoopTime;
        _voices.BeginFrame(now);
    }

    public override void SendReports(Instant now)
    {
        _breaker.Tick(now);
        if (now < _reportAt)
            return;
        _reportAt = now + ReportInterval;
        _voices.RemoveSilent(now);
        if (!IsReachable)
            return;
        _sender.SendReports(NtpClock.TimeOf(now), now);
        if (_voices.Count > 0)
            SendDatagram(_report.AsSpan(0, _voices.WriteReport(_report, now)));
    }

    public override void SendGoodbye(Instant now)
    {
        if (IsReachable)
            _sender.SendGoodbye(now);
    }

    public override void Dispose() => _sender.Dispose();

    protected override bool ReceivedAudio(ReadOnlySpan<byte> datagram, Instant now)
    {
        if (!RtpPacket.TryRead(datagram, out RtpPacket packet) || !_voices.Arrived(packet, now))
            return false;
        Counters.ReceivedPackets++;
        return true;
    }

    protected override bool ReceivedReport(in RtcpPacket packet, Instant now)
    {
        switch (packet.Type)
        {
            case RtcpPacket.SenderReportType or RtcpPacket.ReceiverReportType:
                ReceivedBlocks(packet, now);
                break;
            case RtcpPacket.SourceDescriptionType:
                return _voices.Named(packet.Body);
            case RtcpPacket.GoodbyeType:
                _voices.Gone(packet, now);
                Left(packet, now);
                break;
            default:
                if (CongestionFeedback.TryRead(packet, out CongestionFeedback feedback))
                    _sender.Received(feedback, _controller, now);
                break;
        }
        return true;
    }

    protected override void Send(ReadOnlySpan<Source> voices, Instant now)
    {
        _controller.Tick(voices.Length, now);
        _isSent = IsReachable && !_breaker.IsOpen && (_controller.Streams > 0 || now >= _controller.NextProbe);
        if (_isSent)
            _sender.Send(voices, Context.People.Find(Options.Name), Math.Max(_controller.Streams, 1), now);
    }

    private void SendPacket(uint? number, ReadOnlySpan<byte> datagram, Instant now)
    {
        SendDatagram(datagram);
        if (number is not { } counted)
            return;
        Counters.SentPackets++;
        _breaker.Sent(datagram.Length + DatagramHeaders.Bytes);
        _controller.Sent(counted, datagram.Length + DatagramHeaders.Bytes, now);
    }

    private void ReceivedBlocks(in RtcpPacket packet, Instant now)
    {
        if (packet.Type == RtcpPacket.SenderReportType && SenderReport.TryRead(packet.Body, out SenderReport report))
            _voices.Heard(report, now);
        ReportBlock? block = _reports.Read(packet, _sender.Streams);
        _breaker.Received(block, NtpClock.TimeOf(now), now);
        if (block is not null && SenderReport.TryReadSsrc(packet, out uint reporter))
            _reporter = reporter;
    }

    /// <summary>
    /// A listener that says goodbye stops reporting, so its silence must not open the breaker. A breaker that is open already stays open.
    /// </summary>
    private void Left(in RtcpPacket packet, Instant now)
    {
        Span<uint> gone = stackalloc uint[RtcpPacket.MaxCount];
        if (!_breaker.IsOpen && _reporter is { } reporter && gone[..SourceDescription.ReadGoodbye(packet, gone)].Contains(reporter))
            StartOver(now);
    }
}
