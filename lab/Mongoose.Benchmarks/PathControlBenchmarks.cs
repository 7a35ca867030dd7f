using BenchmarkDotNet.Attributes;
using Mongoose.Core.Channels;
using Mongoose.Core.Paths;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Benchmarks;

/// <summary>
/// The cost of path control on a circuit that sends. One operation is one packet of 1000 bytes, recorded when it is sent, and its ack,
/// passed from the receiving thread through the inbox and processed, with one poll of the path per ack datagram. There is one packet per 2
/// ms, the round trip is 100 ms, and one packet in a hundred is lost. Viewers collect about 24 acks per datagram; bots may acknowledge each
/// packet in a separate datagram.
/// </summary>
public class PathControlBenchmarks
{
    private const int Packets = 65_536;
    private const uint InFlight = 50;
    private static readonly Duration Pace = Duration.FromMilliseconds(2);
    private static readonly SendingOptions Options = new() { PathControl = PathControlOptions.Default, FastResend = true };

    private readonly Port _port = new();
    private CircuitPath _path = null!;
    private AckInbox _inbox = null!;
    private SentPackets _sent = null!;
    private Instant _now;
    private uint _number, _datagram;

    [Params(1, 24)]
    public int AcksPerDatagram { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        (_now, _number, _datagram) = (Instant.Zero, InFlight, 0);
        _path = new CircuitPath(Options, line: null, isRoot: true, _now);
        _path.Control!.SetAllowed(DataRate.FromMegabitsPerSecond(5), _now);
        _inbox = new AckInbox();
        _sent = new SentPackets();
    }

    [Benchmark(OperationsPerInvoke = Packets)]
    public DataRate PacketAndAck()
    {
        for (int i = 0; i < Packets; i++)
        {
            _now += Pace;
            _path.PacketSent(++_number, new Grant(Channel.Texture, 1000, Borrowed: false), _now);
            if (_number % AcksPerDatagram != 0)
                continue;
            _path.Inbox.Datagram(++_datagram, _now);
            for (uint number = _number - InFlight - (uint)AcksPerDatagram; ++number <= _number - InFlight;)
            {
                if (number % 100 != 0)
                    _path.Inbox.Acked(_datagram, number, _now);
            }
            _path.Poll(_port, _now);
        }
        return _path.Control!.Rate;
    }

    /// <summary>The share of the table of sent packets: a packet is recorded and its ack is found.</summary>
    [Benchmark(OperationsPerInvoke = Packets)]
    public int NoteAndFind()
    {
        for (int i = 0; i < Packets; i++)
        {
            _sent.Sent(++_number, 1000, isResend: false, _now, default);
            _sent.TryAcknowledge(_number - InFlight, out _);
        }
        return _sent.InFlightPackets;
    }

    /// <summary>The share of the inbox: an ack is added and taken by one thread.</summary>
    [Benchmark(OperationsPerInvoke = Packets)]
    public uint PutAndTake()
    {
        uint sum = 0;
        for (int i = 0; i < Packets; i++)
        {
            _inbox.Acked(1, (uint)i, _now);
            if (i % AcksPerDatagram != 0)
                continue;
            while (_inbox.TryTake(out AckNotice notice))
                sum += notice.Acked ?? 0;
        }
        return sum;
    }

    private sealed class Port : ICircuitPort
    {
        public CircuitRates Rates => default;

        public InFlight InFlight => default;

        public PathTimes Path => default;

        public ChannelSet FindBacklog() => ChannelSet.None;

        public int HeadBytes(Channel channel) => 0;

        public int QueuedPackets(Channel channel) => 0;

        public uint? Send(in Grant grant) => null;

        public bool Resend(uint number) => false;

        public bool IsUnacked(uint number) => false;

        public void SetResendTimeout(Duration? timeout)
        {
        }

        public RefillResult Refill(Channel channel, long bytes) => RefillResult.Nothing;
    }
}
