using System.Text;
using Mongoose.Core.Units;
using Mongoose.Mixer.Reports;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Rtp;

namespace Mongoose.Mixer.Recordings;

/// <summary>
/// A listener without loudspeakers: records each source separately, all on the recorder's time, and reports arrivals. Use it on its
/// scheduler's thread.
/// </summary>
public sealed class Recorder : IDisposable
{
    private static readonly Duration ReportInterval = Duration.FromSeconds(1), AdvanceInterval = Duration.FromMilliseconds(100);

    private readonly IScheduler _scheduler;
    private readonly RecorderOptions _options;
    private readonly RecordedVoices _voices;
    private readonly IDatagramPort _port;
    private readonly Alarm _advanceAlarm, _reportAlarm, _feedbackAlarm;
    private readonly CompoundReport _report;
    private readonly FeedbackReports _feedback;
    private Instant _start;
    private bool _isRecording;
    private Duration? _length;
    private int _reportedFrom;

    /// <param name="full">
    /// Called once, when the first voice is refused because <see cref="RecordedVoices.MaxSpeaking"/> already speak.
    /// </param>
    /// <exception cref="IOException">The port cannot be opened; the message names it.</exception>
    public Recorder(IScheduler scheduler, INetwork network, RecorderOptions options, IVoiceStore store, Action? full = null)
    {
        (_scheduler, _options) = (scheduler, options);
        _voices = new RecordedVoices(options, store, full);
        uint ssrc = (uint)new Random(options.Seed).NextInt64(1, 1L << 32);
        _report = new CompoundReport(ssrc, options.Name);
        _feedback = new FeedbackReports(ssrc, datagram => Send(datagram.Span));
        _advanceAlarm = new Alarm(scheduler, Advance);
        _reportAlarm = new Alarm(scheduler, Report);
        _feedbackAlarm = new Alarm(scheduler, GiveFeedback);
        _port = network.Open(options.Local, Received);
    }

    public UdpAddress Address => _port.Address;

    /// <summary>The error that ended the recording; null without one.</summary>
    public string? Failure => _voices.Failure;

    /// <summary>Datagrams so far, but those of other hosts than the given one.</summary>
    public long Datagrams { get; private set; }

    /// <summary>
    /// Datagrams that are neither RTP in a known format nor RTCP, come from another host or outside the recording, or belong to a voice
    /// that is refused.
    /// </summary>
    public long Refused { get; private set; }

    /// <summary>The time that is recorded.</summary>
    public Duration Length => _length ?? (_isRecording ? _scheduler.Now - _start : Duration.Zero);

    /// <summary>The recordings so far, in the order of first packets.</summary>
    public IReadOnlyList<RecordedSource> Sources => _voices.All.Select(source => source.Result()).ToArray();

    private bool IsRecording => _isRecording && _length is null && Failure is null;

    /// <summary>Begins to record.</summary>
    public void Start()
    {
        _start = _scheduler.Now;
        _isRecording = true;
        _advanceAlarm.Set(_start + AdvanceInterval);
        Report();
    }

    /// <summary>Says goodbye, and ends all recordings at the same time.</summary>
    public void Stop()
    {
        if (_length is not null)
            return;
        _length = _scheduler.Now - _start;
        Send(_report.Goodbye());
        _advanceAlarm.Cancel();
        _reportAlarm.Cancel();
        _feedbackAlarm.Cancel();
        _voices.End(Length);
    }

    public void Dispose()
    {
        Stop();
        _port.Dispose();
    }

    private void Advance()
    {
        Instant now = _scheduler.Now;
        _voices.Advance(now);
        if (Failure is null)
            _advanceAlarm.Set(now + AdvanceInterval);
        else
            Stop();
    }

    private void Received(UdpAddress peer, ReadOnlySpan<byte> datagram)
    {
        bool isExpected = _options.To is not { } to || peer.Host == to.Host;
        Datagrams += isExpected ? 1 : 0;
        if (!isExpected || !IsRecording)
            Refused++;
        else if (RtcpPacket.IsRtcp(datagram))
            ReadReports(datagram);
        else if (RtpPacket.TryRead(datagram, out RtpPacket packet) && _voices.Speaks(packet.Header, _start, _scheduler.Now) is { } source)
        {
            source.Arrived(packet, datagram.Length, _scheduler.Now);
            if (_options.To is not null)
                _feedbackAlarm.SetNoLaterThan(source.Arrivals.NextReport);
        }
        else
            Refused++;
    }

    private void ReadReports(ReadOnlySpan<byte> datagram)
    {
        while (RtcpPacket.TryTake(ref datagram, out RtcpPacket packet))
        {
            if (packet.Type == RtcpPacket.SenderReportType && SenderReport.TryRead(packet.Body, out SenderReport report))
                _voices.Find(report.Ssrc)?.Heard(report, _scheduler.Now);
            else if (packet.Type == RtcpPacket.SourceDescriptionType)
                ReadNames(packet.Body);
        }
    }

    private void ReadNames(ReadOnlySpan<byte> body)
    {
        while (SourceDescription.TryTake(ref body, out uint ssrc, out ReadOnlySpan<byte> cname))
        {
            _voices.Name(ssrc, Encoding.UTF8.GetString(cname));
        }
    }

    /// <summary>Announces itself, reports, and makes the recordings durable.</summary>
    private void Report()
    {
        Instant now = _scheduler.Now;
        int first = _reportedFrom < _voices.Speaking.Count ? _reportedFrom : 0;
        ReportBlock[] blocks = _voices.Speaking.Skip(first).Take(SenderReport.MaxBlocks).Select(source => source.Report(now)).ToArray();
        _reportedFrom = first + blocks.Length;
        Send(_report.Receiver(blocks));
        _voices.Flush(now);
        _reportAlarm.Set(now + ReportInterval);
    }

    private void GiveFeedback()
    {
        Instant next = _feedback.Send(_voices.Speaking, _scheduler.Now);
        if (next != Instant.Never)
            _feedbackAlarm.Set(next);
    }

    private void Send(ReadOnlySpan<byte> datagram)
    {
        if (_options.To is { } to)
            _port.Send(to, datagram);
    }
}
