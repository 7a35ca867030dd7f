using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Rtp;

namespace Mongoose.Mixer.Talkers;

/// <summary>
/// A port that talkers share: it counts returned packets, and passes reports to the talkers. Use it on its scheduler's thread.
/// </summary>
public sealed class TalkerPort : IDisposable
{
    private readonly IScheduler _scheduler;
    private readonly IDatagramPort _port;
    private readonly UdpAddress _to;
    private readonly List<Talker> _talkers = [];
    private readonly HashSet<uint> _sources = [];

    /// <param name="to">The address to which all talkers send.</param>
    /// <exception cref="IOException">The port cannot be opened; the message names it.</exception>
    public TalkerPort(IScheduler scheduler, INetwork network, UdpAddress local, UdpAddress to)
    {
        (_scheduler, _to) = (scheduler, to);
        _port = network.Open(local, Received);
    }

    public IReadOnlyList<Talker> Talkers => _talkers;

    /// <summary>Whether all talkers have stopped.</summary>
    public bool IsOver => _talkers.TrueForAll(talker => talker.IsOver);

    /// <summary>RTP packets that came back.</summary>
    public long ReturnedPackets { get; private set; }

    /// <summary>RTCP datagrams that came back.</summary>
    public long ReturnedReports { get; private set; }

    /// <summary>RFC 8888 packets that came back.</summary>
    public long ReturnedFeedback { get; private set; }

    /// <summary>Sources of RTP that came back.</summary>
    public int ReturnedSources => _sources.Count;

    /// <summary>Adds a talker; start it with <see cref="Talker.Start"/>.</summary>
    public Talker Add(Speech speech, TalkerOptions options)
    {
        Talker talker = new(_scheduler, _port, _to, speech, options);
        _talkers.Add(talker);
        return talker;
    }

    /// <summary>Stops all talkers and closes the port.</summary>
    public void Dispose()
    {
        foreach (Talker talker in _talkers)
            talker.Dispose();
        _port.Dispose();
    }

    private void Received(UdpAddress peer, ReadOnlySpan<byte> datagram)
    {
        if (peer.Host != _to.Host)
            return;
        if (RtcpPacket.IsRtcp(datagram))
            ReadReports(datagram);
        else if (RtpPacket.TryRead(datagram, out RtpPacket packet))
        {
            ReturnedPackets++;
            if (_sources.Count < 10_000)
                _sources.Add(packet.Header.Ssrc);
        }
    }

    private void ReadReports(ReadOnlySpan<byte> datagram)
    {
        ReturnedReports++;
        while (RtcpPacket.TryTake(ref datagram, out RtcpPacket packet))
        {
            if (packet.Type is RtcpPacket.SenderReportType or RtcpPacket.ReceiverReportType)
                ReadBlocks(packet);
            else if (packet.Type == RtcpPacket.FeedbackType && packet.Count == CongestionFeedback.Format)
                ReturnedFeedback++;
        }
    }

    private void ReadBlocks(in RtcpPacket packet)
    {
        Span<ReportBlock> blocks = stackalloc ReportBlock[RtcpPacket.MaxCount];
        foreach (ref readonly ReportBlock block in blocks[..SenderReport.ReadBlocks(packet, blocks)])
        {
            uint ssrc = block.Ssrc;
            if (_talkers.Find(talker => talker.Ssrc == ssrc) is { } talker)
                talker.Reported(block);
        }
    }
}
