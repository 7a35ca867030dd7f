using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Feedback;
using Mongoose.Voice.Mixing;
using Mongoose.Voice.Mixing.Streams;
using Mongoose.Voice.Rtp;

namespace Mongoose.Testbed.Voices;

/// <summary>
/// The sending end of a flow: as many silent streams as its controller permits and sources talk, in frames of one packet interval. Use it
/// on its scheduler's thread.
/// </summary>
internal sealed class VoiceSender
{
    private readonly IScheduler _scheduler;
    private readonly IDatagramPort _port;
    private readonly UdpAddress _receiver;
    private readonly VoiceProfile _profile;
    private readonly StreamPackets _packets;
    private readonly SeededRandom _jitter, _talk;
    private readonly Action<Instant> _frameBegan;
    private readonly Alarm _frame, _stream;
    private readonly SilentPackets _silence;
    private readonly FeedbackReader _feedback = new();
    private TalkSpurts? _sources;
    private Instant _planned, _due;
    private int _next;
    private uint _number;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="network">The network on which its port is opened.</param>
    /// <param name="local">The sender's address; port 0 chooses a free port.</param>
    /// <param name="receiver">The address to which it sends.</param>
    /// <param name="profile">The flow's settings.</param>
    /// <param name="jitter">A stream of random numbers for this flow's packets alone.</param>
    /// <param name="talk">Random numbers for its sources, never used for packets, so that the same sources talk whatever is sent.</param>
    /// <param name="frameBegan">Called when <see cref="Streams"/> of a frame are known.</param>
    /// <exception cref="IOException">The address cannot be bound.</exception>
    public VoiceSender(IScheduler scheduler, INetwork network, UdpAddress local, UdpAddress receiver, VoiceProfile profile,
        SeededRandom jitter, SeededRandom talk, Action<Instant> frameBegan)
    {
        (_scheduler, _receiver, _profile, _packets) = (scheduler, receiver, profile, profile.Packets);
        (_silence, _jitter, _talk, _frameBegan) = (new SilentPackets(profile.Packets), jitter, talk, frameBegan);
        (_frame, _stream) = (new Alarm(scheduler, BeginNextFrame), new Alarm(scheduler, SendStreams));
        Controller = new MixingController(profile.Mixing, scheduler.Now);
        _port = network.Open(local, Receive);
    }

    /// <summary>The controller; a new one from <see cref="Start"/> on.</summary>
    public MixingController Controller { get; private set; }

    /// <summary>The streams sent in the current frame: as many as the controller permits, but no more than sources talk.</summary>
    public int Streams { get; private set; }

    public void Start()
    {
        _planned = _scheduler.Now;
        Controller = new MixingController(_profile.Mixing, _planned);
        _sources = new TalkSpurts(_profile.Sources, _profile.Talk, _profile.Pause, _planned, _talk);
        SendFrame();
    }

    public void Stop()
    {
        _frame.Cancel();
        _stream.Cancel();
    }

    private void BeginNextFrame()
    {
        _planned += _packets.Interval; // Computed from the planned time, so that late wake-ups do not add up.
        if (_packets.Form == PacketForm.Plain)
            SendRest();
        SendFrame();
    }

    /// <summary>Sends the packets of a frame that are late at its end.</summary>
    private void SendRest()
    {
        for (; _next < Streams; _next++)
            Send(1, _scheduler.Now);
    }

    private void SendFrame()
    {
        Instant now = _scheduler.Now;
        int active = _sources!.ActiveAt(_planned);
        Controller.Tick(active, now);
        Streams = Math.Min(active, Controller.Streams);
        _frameBegan(now);
        (_next, _due) = (0, now);
        if (Controller.Streams == 0)
            SendProbe(now);
        else if (_packets.Form == PacketForm.Plain)
            SendStreams();
        else if (Streams > 0)
            Send(Streams, now);
        _frame.Set(Jittered(_planned + _packets.Interval));
    }

    private void SendProbe(Instant now)
    {
        if (now >= Controller.NextProbe)
            Send(1, now);
    }

    /// <summary>Sends the packets of single streams that are due by now, and wakes up for the next.</summary>
    private void SendStreams()
    {
        Instant now = _scheduler.Now;
        for (; _next < Streams && _due <= now; _next++)
        {
            Send(1, now);
            _due = _profile.Synchronous ? now : Jittered(TimeOf(_next + 1));
        }
        if (_next < Streams)
            _stream.Set(_due);
    }

    /// <summary>
    /// The planned time of a stream's packet in the current frame: each of the sources has a slot, because sources in a network are not
    /// synchronous.
    /// </summary>
    private Instant TimeOf(int stream) => _planned + _packets.Interval * ((double)stream / _profile.Sources);

    private Instant Jittered(Instant planned) =>
        _profile.Jitter == Duration.Zero ? planned : planned + _jitter.NextDuration(Duration.Zero, _profile.Jitter);

    private void Send(int streams, Instant now)
    {
        _port.Send(_receiver, _silence.Write(_number, streams, now));
        Controller.Sent(_number++, _packets.HeaderBytes + streams * _packets.StreamBytes, now);
    }

    private void Receive(UdpAddress from, ReadOnlySpan<byte> datagram)
    {
        while (RtcpPacket.TryTake(ref datagram, out RtcpPacket packet))
        {
            if (CongestionFeedback.TryRead(packet, out CongestionFeedback feedback))
                Controller.Received(_feedback.ReadTrunk(feedback, SilentPackets.Ssrc, _number - 1), _scheduler.Now);
        }
    }
}
