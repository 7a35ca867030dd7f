using Mongoose.Core.Units;
using Mongoose.Mixer.Reports;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Rtp;

namespace Mongoose.Mixer.Talkers;

/// <summary>
/// A source of recorded speech: sends RTP at exact times of its clock, reports, and says goodbye. Use it on its scheduler's thread.
/// </summary>
public sealed class Talker : IDisposable
{
    /// <summary>Frames that are later than this are left out, for example after a sleep of the host.</summary>
    private static readonly Duration LatestFrame = Duration.FromSeconds(1);

    private readonly IScheduler _scheduler;
    private readonly IDatagramPort _port;
    private readonly UdpAddress _to;
    private readonly TalkerOptions _options;
    private readonly SpeechPackets _packets;
    private readonly CompoundReport _report;
    private readonly Alarm _frameAlarm, _reportAlarm;
    private readonly Random _random;
    private readonly uint _timestamp;

    /// <summary>The middle of the NTP times of the latest sender reports, about 20 s of them.</summary>
    private readonly uint[] _sentReports = new uint[10];

    private Instant _start;
    private int _nextReport;
    private long _frames;
    private uint _payloadBytes;

    /// <param name="port">The port from which the talker sends; several talkers may share a port.</param>
    /// <param name="to">The address to which the talker sends.</param>
    public Talker(IScheduler scheduler, IDatagramPort port, UdpAddress to, Speech speech, TalkerOptions options)
    {
        (_scheduler, _port, _to, _options) = (scheduler, port, to, options);
        _random = new Random(options.Seed);
        uint ssrc = (uint)_random.NextInt64(1, 1L << 32);
        _timestamp = (uint)_random.NextInt64(1L << 32);
        _packets = new SpeechPackets(speech, options, ssrc, (ushort)_random.Next(1 << 16), _timestamp);
        _report = new CompoundReport(ssrc, options.Name);
        _frameAlarm = new Alarm(scheduler, SendFrames);
        _reportAlarm = new Alarm(scheduler, SendReport);
        Counts = new TalkerCounts { Name = options.Name, Ssrc = ssrc };
    }

    public uint Ssrc => Counts.Ssrc;

    /// <summary>The counts of sent and reported packets so far.</summary>
    public TalkerCounts Counts { get; private set; }

    /// <summary>Whether the talker has stopped.</summary>
    public bool IsOver { get; private set; }

    /// <summary>Begins to speak after <see cref="TalkerOptions.StartsAfter"/>.</summary>
    public void Start()
    {
        _start = _scheduler.Now + _options.StartsAfter;
        _frameAlarm.Set(_start);
    }

    /// <summary>Stops; says goodbye if packets were sent.</summary>
    public void Stop()
    {
        if (IsOver)
            return;
        IsOver = true;
        _frameAlarm.Cancel();
        _reportAlarm.Cancel();
        if (Counts.Packets > 0)
            Send(_report.Goodbye());
    }

    /// <summary>
    /// Takes a receiver's report block. A block that cannot be true is ignored: more packets were lost, or more are duplicates, than were
    /// sent, or the jitter is longer than the talker has spoken.
    /// </summary>
    public void Reported(in ReportBlock block)
    {
        Duration jitter = Duration.FromSeconds((double)block.Jitter / _options.Format.ClockRate);
        if (Math.Abs((long)block.CumulativeLost) > Counts.Packets || jitter > _scheduler.Now - _start)
            return;
        Counts = Counts with
        {
            Reports = Counts.Reports + 1,
            ReportedLost = block.CumulativeLost,
            ReportedJitter = jitter,
            RoundTrip = RoundTrip(block) is { } found ? Duration.Min(found, Counts.RoundTrip ?? found) : Counts.RoundTrip,
        };
    }

    /// <summary>Stops.</summary>
    public void Dispose()
    {
        Stop();
        _packets.Dispose();
    }

    /// <summary>Sends the frames that are due. Times follow from the start, so that late wake-ups do not add up.</summary>
    private void SendFrames()
    {
        Instant now = _scheduler.Now;
        for (; TimeOf(_frames) <= now; _frames++)
        {
            if (_packets.IsOver)
            {
                Stop();
                return;
            }
            if (now - TimeOf(_frames) > LatestFrame)
                _packets.Skip();
            else
                SendFrame();
        }
        _frameAlarm.Set(TimeOf(_frames));
    }

    private void SendFrame()
    {
        ReadOnlySpan<byte> packet = _packets.Next();
        if (packet.IsEmpty)
        {
            Counts = Counts with { Skipped = Counts.Skipped + 1 };
            return;
        }
        Send(packet);
        Counts = Counts with { Packets = Counts.Packets + 1 };
        _payloadBytes += (uint)_packets.PayloadBytes;
        if (Counts.Packets == 1)
            SendReport(); // At once, so that receivers know its name.
    }

    private void SendReport()
    {
        Instant now = _scheduler.Now;
        uint timestamp = _timestamp + (uint)(long)((now - _start).Seconds * _options.Format.ClockRate);
        ulong time = NtpClock.TimeOf(now);
        _sentReports[_nextReport++ % _sentReports.Length] = NtpClock.MiddleOf(time);
        Send(_report.Sender(new SenderReport(Ssrc, time, timestamp, (uint)Counts.Packets, _payloadBytes)));
        _reportAlarm.Set(now + Duration.FromSeconds(1 + 2 * _random.NextDouble()));
    }

    private void Send(ReadOnlySpan<byte> datagram)
    {
        _port.Send(_to, datagram);
        Counts = Counts with { Bytes = Counts.Bytes + datagram.Length + DatagramHeaders.Bytes };
    }

    private Instant TimeOf(long frame) => _start + new Duration(_options.Frame.Nanoseconds * frame);

    /// <summary>
    /// The round trip of a sender report (RFC 3550 section 6.4.1); null if the block answers none of the latest sender reports.
    /// </summary>
    private Duration? RoundTrip(in ReportBlock block)
    {
        if (block.LastSenderReport == 0 || !_sentReports.Contains(block.LastSenderReport))
            return null;
        uint ticks = NtpClock.MiddleOf(NtpClock.TimeOf(_scheduler.Now)) - block.LastSenderReport - block.DelaySinceLastSenderReport;
        return (int)ticks < 0 ? Duration.Zero : Duration.FromSeconds(ticks / 65_536.0);
    }
}
