using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Feedback;
using Mongoose.Voice.Mixing.Feedback;
using Mongoose.Voice.Rtp;

namespace Mongoose.Testbed.Voices;

/// <summary>The receiving end of a flow: reports by RFC 8888 which packets arrived. Use it on its scheduler's thread.</summary>
internal sealed class VoiceReceiver
{
    private const uint Ssrc = 2;

    private readonly IScheduler _scheduler;
    private readonly IDatagramPort _port;
    private readonly DriftingClock _clock;
    private readonly ArrivalLog _log;
    private readonly Alarm _report;
    private readonly byte[] _datagram = new byte[SilentPackets.MaxBytes];
    private SequenceExtender _numbers;
    private UdpAddress _sender;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="network">The network on which its port is opened.</param>
    /// <param name="local">The receiver's address; port 0 chooses a free port.</param>
    /// <param name="profile">The flow's settings.</param>
    /// <exception cref="IOException">The address cannot be bound.</exception>
    public VoiceReceiver(IScheduler scheduler, INetwork network, UdpAddress local, VoiceProfile profile)
    {
        _scheduler = scheduler;
        _clock = new DriftingClock(scheduler.Now, profile.ClockDrift);
        _log = new ArrivalLog(profile.Timing);
        _report = new Alarm(scheduler, Report);
        _port = network.Open(local, Receive);
    }

    public UdpAddress Address => _port.Address;

    private void Receive(UdpAddress from, ReadOnlySpan<byte> datagram)
    {
        if (!RtpPacket.TryRead(datagram, out RtpPacket packet) || packet.Header.Ssrc != SilentPackets.Ssrc)
            return;
        _sender = from;
        _log.Arrived(_numbers.Extend(packet.Header.Number), _clock.Shows(_scheduler.Now));
        Report();
    }

    /// <summary>Reports if a report is due, and wakes up for the next.</summary>
    private void Report()
    {
        Instant now = _clock.Shows(_scheduler.Now);
        if (_log.NextReport <= now)
        {
            FeedbackBuilder report = new(_datagram, Ssrc);
            report.TryAdd(SilentPackets.Ssrc, _log.Take(now));
            _port.Send(_sender, _datagram.AsSpan(0, report.End(now)));
        }
        if (_log.NextReport != Instant.Never)
            _report.Set(_clock.When(_log.NextReport));
    }
}
