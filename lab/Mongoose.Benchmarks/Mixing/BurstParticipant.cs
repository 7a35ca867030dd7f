using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Audio;
using Mongoose.Voice.Rtp;

namespace Mongoose.Benchmarks.Mixing;

/// <summary>
/// A participant without a playout buffer: sends a packet every 20 ms, silence or sometimes a frame of noise, and notes when noise begins
/// in the audio that it receives. Use it on its scheduler's thread.
/// </summary>
internal sealed class BurstParticipant : IDisposable
{
    /// <summary>The time between bursts: longer than any delay that is measured.</summary>
    public static readonly Duration BurstInterval = Duration.FromMilliseconds(500);

    private static readonly Duration Frame = Duration.FromMilliseconds(20);
    private const float Loudness = 9000, Threshold = 1500;

    private readonly IScheduler _scheduler;
    private readonly IDatagramPort _port;
    private readonly UdpAddress _to;
    private readonly AudioFormat _format;
    private readonly bool _isSpeaker;
    private readonly AudioEncoder _encoder;
    private readonly AudioDecoder _decoder;
    private readonly OnsetFinder _onsets;
    private readonly Alarm _alarm;
    private readonly Random _random;
    private readonly float[] _frame;
    private readonly float[] _decoded = new float[48 * 120];
    private readonly byte[] _payload = new byte[2000], _datagram = new byte[2100];
    private Instant _start;
    private uint _frames;

    public BurstParticipant(IScheduler scheduler, INetwork network, UdpAddress local, UdpAddress to, AudioFormat format, bool isSpeaker)
    {
        (_scheduler, _to, _format, _isSpeaker) = (scheduler, to, format, isSpeaker);
        _encoder = AudioEncoder.Create(format, new OpusOptions(AudioBridge.BitRate, AudioBridge.Complexity));
        _decoder = AudioDecoder.Create(format);
        _frame = new float[(int)(format.SampleRate * Frame.Seconds)];
        _onsets = new OnsetFinder(Threshold, silence: format.SampleRate / 10);
        _random = new Random(local.Port);
        _alarm = new Alarm(scheduler, SendFrame);
        _port = network.Open(local, Received);
    }

    /// <summary>When bursts were sent, by a speaker.</summary>
    public List<Instant> Sent { get; } = [];

    /// <summary>When bursts were heard: the packet's arrival plus the burst's offset in it.</summary>
    public List<Instant> Heard { get; } = [];

    public void Start()
    {
        _start = _scheduler.Now;
        SendFrame();
    }

    public void Dispose()
    {
        _alarm.Cancel();
        _port.Dispose();
        _encoder.Dispose();
        _decoder.Dispose();
    }

    private void SendFrame()
    {
        bool isBurst = _isSpeaker && _frames % (uint)(BurstInterval / Frame) == 0;
        foreach (ref float sample in _frame.AsSpan())
            sample = isBurst ? (_random.NextSingle() * 2 - 1) * Loudness : 0;
        int bytes = _encoder.Encode(_frame, _payload);
        RtpHeader header = new(PayloadTypes.Of(_format), IsMarked: _frames == 0, (ushort)_frames, (uint)(_frames * _frame.Length),
            (uint)_port.Address.Port);
        if (isBurst)
            Sent.Add(_scheduler.Now);
        _port.Send(_to, _datagram.AsSpan(0, RtpPacket.Write(_datagram, header, [], _payload.AsSpan(0, bytes))));
        _frames++;
        _alarm.Set(_start + Frame * _frames);
    }

    private void Received(UdpAddress from, ReadOnlySpan<byte> datagram)
    {
        if (RtcpPacket.IsRtcp(datagram) || !RtpPacket.TryRead(datagram, out RtpPacket packet))
            return;
        Instant now = _scheduler.Now;
        if (_onsets.Find(_decoded.AsSpan(0, _decoder.Decode(packet.Payload, _decoded))) is { } onset)
            Heard.Add(now + Duration.FromSeconds((double)onset / _format.SampleRate));
    }
}
