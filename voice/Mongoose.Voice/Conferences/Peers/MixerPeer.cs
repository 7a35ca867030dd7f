using Mongoose.Core.Units;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Conferences.Sources;
using Mongoose.Voice.Feedback;
using Mongoose.Voice.Mixing;
using Mongoose.Voice.Mixing.Streams;
using Mongoose.Voice.Playout;
using Mongoose.Voice.Rtp;
using Mongoose.Voice.Trunks;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>A neighbouring mixer, connected by a trunk.</summary>
internal sealed class MixerPeer : Peer
{
    private const int DefaultMaxSources = 1000;

    /// <summary>The minimum time between two renewals of the state about the neighbour.</summary>
    private static readonly Duration MinRunTime = Duration.FromMilliseconds(500);

    private readonly PeerSources _sources;
    private readonly TrunkSources _streams;
    private readonly byte[] _control = new byte[MaxBytes];
    private readonly List<SourceNotice> _read = [];
    private readonly MixingOptions _mixing;
    private readonly TrunkSender _sender;
    private TrunkReceiver _receiver;
    private FeedbackReader _feedback = new();
    private NoticeBoard _notices;
    private MixingController _controller;
    private MixingState _before;
    private uint? _run;
    private Instant _runSince, _incompatibleAt = Instant.Never;
    private int _alone, _mixed;
    private long _missingBefore;
    private Duration _maxDelay;

    /// <summary>
    /// Whether the previous packet had voices. A packet without voices ends them, so that the neighbour does not conceal them.
    /// </summary>
    private bool _hasVoices;

    public MixerPeer(int index, PeerOptions options, ConferenceContext context, Instant now)
        : base(index, options, context)
    {
        int perPacket = options.StreamsPerPacket(Format, context.Frame);
        if (perPacket < 1 || Format.Channels != 1)
            throw new ArgumentException(
                $"peer {options.Name}: codec {options.Codec}: allowed towards mixers are codecs of one channel " +
                "whose frames fit into one packet of 1500 bytes");
        _sources = new PeerSources(context, index, options.MaxSources ?? DefaultMaxSources);
        _streams = new TrunkSources(context, index, _sources);
        (_sender, _mixing) = (new TrunkSender(Format, Opus, context, MaxBytes), MixingOf(Math.Min(options.MaxStreams, perPacket)));
        (_receiver, _notices, _controller) = (new TrunkReceiver(context), new NoticeBoard(context), new MixingController(_mixing, now));
    }

    public override int Streams => IsOpen ? _controller.Streams : int.MaxValue;

    public override PeerState State =>
        new(Options.Name, PeerRole.Mixer, Status, _streams.Heard, _alone, _mixed, _controller.State.After(_before),
        Counters.SentPackets, Counters.SentBytes, Counters.ReceivedPackets, Counters.ReceivedBytes, Counters.Refused, Missing,
            _receiver.Delay,
        _maxDelay, Trips: 0, _sender.LeftOut, IsRendered: false);

    private long Missing => _missingBefore + _receiver.Missing;

    private bool IsOpen => Context.Tree.StateOf(Index) == LinkState.Open;

    private PeerStatus Status => _incompatibleAt != Instant.Never ? PeerStatus.Incompatible : Context.Tree.StateOf(Index) switch
    {
        LinkState.Silent => PeerStatus.Silent,
        LinkState.Closed => PeerStatus.Loop,
        _ => _controller.Streams == 0 ? PeerStatus.Probing : PeerStatus.Open,
    };

    public override void BeginFrame(Instant now)
    {
        PlayoutKind kind = _receiver.Next(_streams.BeginFrame(), now);
        while (_receiver.TryTake(out TrunkReader reader))
            Counters.Refused += _streams.Take(ref reader, now);
        _streams.EndFrame(kind, now);
        _maxDelay = Duration.Max(_maxDelay, _receiver.Delay);
    }

    /// <summary>Sends a hello: this mixer's position in the tree.</summary>
    public void SendHello() =>
        SendDatagram(_control.AsSpan(0, TrunkControl.Write(_control, Context.Self, Context.Hello(Index))));

    /// <summary>Removes stale state; called once a second.</summary>
    public void Tidy(Instant now)
    {
        _sources.RemoveSilent(now);
        _sender.Mixes.GiveUpUnused(now);
        if (_incompatibleAt != Instant.Never && now - _incompatibleAt >= SpanningTree.MaxAge)
            _incompatibleAt = Instant.Never;
    }

    public override void SendGoodbye(Instant now) =>
        SendDatagram(_control.AsSpan(0, SourceDescription.WriteGoodbye(_control, Context.Self)));

    public override void Dispose() => _sender.Dispose();

    protected override bool ReceivedAudio(ReadOnlySpan<byte> datagram, Instant now)
    {
        // The SSRC of a trunk is its mixer's id: other packets are from before a restart, or not the neighbour's.
        if (!TrunkReader.TryRead(datagram, out TrunkReader reader) || reader.Header.Ssrc != Context.Tree.NeighbourOf(Index))
            return false;
        Counters.ReceivedPackets++;
        _receiver.Arrived(reader.Header, datagram, reader.TryNext(out _, out _), IsOpen, now);
        SendReports(now);
        return true;
    }

    protected override bool ReceivedReport(in RtcpPacket packet, Instant now)
    {
        if (TrunkControl.TryRead(packet, out Hello hello))
            return Greeted(hello, now);
        _read.Clear();
        if (TrunkControl.TryRead(packet, _read))
            return Learn(now);
        if (CongestionFeedback.TryRead(packet, out CongestionFeedback feedback))
        {
            _controller.Received(_feedback.ReadTrunk(feedback, Context.Self, _sender.Number - 1), now);
            return true;
        }
        if (packet.Type == RtcpPacket.GoodbyeType)
            return ReceivedGoodbye(packet, now);
        if (TrunkControl.IsOtherVersion(packet))
            _incompatibleAt = now;
        return packet.Type is RtcpPacket.ReceiverReportType or RtcpPacket.SenderReportType or RtcpPacket.SourceDescriptionType;
    }

    protected override void Send(ReadOnlySpan<Source> voices, Instant now)
    {
        _controller.Tick(voices.Length, now);
        (_alone, _mixed) = (0, 0);
        if (!IsOpen)
            return;
        if (_controller.Streams > 0 && voices.Length > 0)
            SendVoices(voices, now);
        else if (_hasVoices || _controller.Streams == 0 && now >= _controller.NextProbe)
            SendPacket(_sender.WriteEmpty(), now);
        _hasVoices = _controller.Streams > 0 && voices.Length > 0;
    }

    private void SendVoices(ReadOnlySpan<Source> voices, Instant now)
    {
        SendPacket(_sender.Write(voices, _controller.Streams, now), now);
        (_alone, _mixed) = (_sender.Plan.Alone, _sender.Plan.Mixed);
        int bytes = _notices.Write(_control, voices, _sender.Plan, _sender.Mixes.All, now);
        if (bytes > 0)
            SendDatagram(_control.AsSpan(0, bytes));
    }

    private void SendPacket(ReadOnlySpan<byte> datagram, Instant now)
    {
        Counters.SentPackets++;
        SendDatagram(datagram);
        _controller.Sent(_sender.Number - 1, datagram.Length + DatagramHeaders.Bytes, now);
    }

    public override void SendReports(Instant now)
    {
        if (_receiver.Log.NextReport > now)
            return;
        FeedbackBuilder builder = new(_control, Context.Self);
        builder.TryAdd(_receiver.Ssrc, _receiver.Log.Take(now));
        SendDatagram(_control.AsSpan(0, builder.End(now)));
    }

    private bool Greeted(in Hello hello, Instant now)
    {
        // A neighbour with other frames is not part of the tree: audio would not pass.
        if (hello.FrameMilliseconds != (byte)Context.Frame.Milliseconds)
        {
            _incompatibleAt = now;
            Context.AreHellosDue |= Context.Tree.Remove(Index, now);
            return true;
        }
        _incompatibleAt = Instant.Never;
        bool isFirst = Context.Tree.StateOf(Index) == LinkState.Silent;
        if ((isFirst || hello.Run != _run) && (_run is null || now - _runSince >= MinRunTime))
            Renew(hello, now);
        Context.AreHellosDue |= Context.Tree.Heard(Index, hello, now) | isFirst;
        return true;
    }

    /// <summary>The neighbour has restarted or returned: replaces all state about it and the path. Totals are kept.</summary>
    private void Renew(in Hello hello, Instant now)
    {
        (_run, _runSince, _missingBefore) = (hello.Run, now, Missing);
        _before = _controller.State.After(_before);
        (_receiver, _feedback, _notices, _controller) =
            (new TrunkReceiver(Context), new FeedbackReader(), new NoticeBoard(Context), new MixingController(_mixing, now));
    }

    private MixingOptions MixingOf(int maxStreams) => new()
    {
        Rule = Options.EffectiveRule,
        MaxStreams = maxStreams,
        FixedStreams = maxStreams,
        MaxRate = Options.MaxRate,
        Packets = new StreamPackets(PacketForm.Trunk, Context.Frame,
            TrunkReader.StreamHeaderBytes + PayloadSizes.BytesOf(Format, Context.Frame, Opus), PacketHeaderBytes),
    };

    private bool ReceivedGoodbye(in RtcpPacket packet, Instant now)
    {
        Span<uint> gone = stackalloc uint[RtcpPacket.MaxCount];
        if (Context.Tree.NeighbourOf(Index) is { } neighbour && gone[..SourceDescription.ReadGoodbye(packet, gone)].Contains(neighbour))
            Context.AreHellosDue |= Context.Tree.Remove(Index, now);
        return true;
    }

    private bool Learn(Instant now)
    {
        bool areLearned = true;
        foreach (SourceNotice notice in _read)
            areLearned &= _streams.Learn(notice, now);
        return areLearned;
    }
}
