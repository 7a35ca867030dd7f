using Mongoose.Core.Units;
using Mongoose.Voice.Conferences;
using Mongoose.Voice.Conferences.Running;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Conferences;

/// <summary>
/// A listener that reports as RFC 3550 section 6.2 says: every 2.05 to 6.16 s, and in each report the streams that it has heard since the
/// one before.
/// </summary>
public sealed class ClientBreakerTests : IDisposable
{
    private const uint Reporter = 4711;

    private readonly ConferenceRig _rig = new();
    private readonly Random _random = new(1);
    private Conference? _mixer;
    private ReceptionLog? _log;
    private RigClient? _speaker;
    private bool _isHeard, _isReporting = true, _reportsStreams = true, _isCongested;
    private double _lostReports;

    [Test]
    public void A_listener_that_loses_nothing_is_never_stopped([Values(PeerForm.Mono, PeerForm.Separate)] PeerForm form)
    {
        Start(form);
        Assert.That(SecondsStopped(600), Is.Zero);
    }

    [Test]
    public void Nor_if_reports_are_lost()
    {
        Start(PeerForm.Mono);
        _lostReports = 0.05;
        Assert.That(SecondsStopped(600), Is.Zero);
    }

    [Test]
    public void A_listener_that_is_killed_is_stopped_within_20_seconds_and_one_that_starts_in_its_place_hears_at_once()
    {
        Start(PeerForm.Mono);
        _rig.Run(20);
        _isReporting = false;
        _rig.Run(22);
        Assert.That((_mixer!.StateOf(0).Status, _mixer.StateOf(0).Trips), Is.EqualTo((PeerStatus.Stopped, 1)));
        long sent = _mixer.StateOf(0).SentPackets;
        _mixer.StartOver(0, _rig.Now);
        _rig.Run(1);
        Assert.That(_mixer.StateOf(0).SentPackets, Is.EqualTo(sent + 50).Within(1));
    }

    [Test]
    public void A_listener_that_reports_again_hears_at_once()
    {
        Start(PeerForm.Mono);
        _rig.Run(20);
        _isReporting = false;
        _rig.Run(22);
        _isReporting = true;
        _isHeard = true;
        _rig.Run(8);
        Assert.That(_mixer!.StateOf(0).Status, Is.EqualTo(PeerStatus.Open));
        Assert.That(SecondsStopped(100), Is.Zero);
    }

    [Test]
    public void A_listener_that_says_goodbye_is_not_missed()
    {
        Start(PeerForm.Mono);
        _rig.Run(20);
        _isReporting = false;
        SayGoodbye();
        Assert.That((SecondsStopped(60), _mixer!.StateOf(0).Trips), Is.EqualTo((0, 0)));
    }

    [Test]
    public void A_goodbye_does_not_close_a_breaker_that_is_open()
    {
        Start(PeerForm.Mono);
        _isCongested = true;
        _rig.Run(60);
        Assert.That(_mixer!.StateOf(0).Status, Is.EqualTo(PeerStatus.Stopped));
        SayGoodbye();
        _rig.Run(1);
        Assert.That(_mixer.StateOf(0).Status, Is.EqualTo(PeerStatus.Stopped));
    }

    [Test]
    public void A_program_that_only_speaks_and_reports_no_stream_is_sent_to_for_ever()
    {
        Start(PeerForm.Mono);
        _reportsStreams = false;
        Assert.That(SecondsStopped(100), Is.Zero);
    }

    public void Dispose() => _rig.Dispose();

    private void Start(PeerForm form)
    {
        _mixer = _rig.Add(1, ConferenceRig.Client("listener", form), ConferenceRig.Client("speaker"));
        _speaker = _rig.Attach(_mixer, 1, 50);
        RigClient listener = _rig.Attach(_mixer, 0, 99);
        listener.Arrived = (header, now) =>
        {
            _log ??= new ReceptionLog(header.Ssrc, 8000);
            _log.Arrived(header.Number, header.Timestamp, now);
            _isHeard = true;
        };
        Report();
        Speak();
    }

    private void SayGoodbye()
    {
        byte[] goodbye = new byte[100];
        int bytes = SenderReport.WriteReceiverReport(goodbye, Reporter, []);
        bytes += SourceDescription.WriteGoodbye(goodbye.AsSpan(bytes), Reporter);
        _mixer!.Received(0, goodbye.AsSpan(0, bytes), _rig.Now);
    }

    /// <summary>Two seconds of every eight.</summary>
    private void Speak()
    {
        _speaker!.SayNoise(2, 1);
        _rig.At(_rig.Now + Duration.FromSeconds(8), Speak);
    }

    private void Report() => _rig.At(_rig.Now + Duration.FromSeconds(2.05 + (6.16 - 2.05) * _random.NextDouble()), () =>
    {
        byte[] datagram = new byte[200];
        int bytes = SenderReport.WriteReceiverReport(datagram, Reporter, _isHeard && _reportsStreams ? [Block()] : []);
        _isHeard = false;
        if (_isReporting && _random.NextDouble() >= _lostReports)
            _mixer!.Received(0, datagram.AsSpan(0, bytes), _rig.Now);
        Report();
    });

    private ReportBlock Block()
    {
        ReportBlock block = _log!.Report(_rig.Now);
        return _isCongested ? block with { FractionLost = byte.MaxValue } : block;
    }

    private int SecondsStopped(int seconds)
    {
        int stopped = 0;
        for (int second = 0; second < seconds; second++)
        {
            _rig.Run(1);
            stopped += _mixer!.StateOf(0).Status == PeerStatus.Stopped ? 1 : 0;
        }
        return stopped;
    }
}
