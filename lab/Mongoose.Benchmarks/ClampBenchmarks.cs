using BenchmarkDotNet.Attributes;
using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Benchmarks;

/// <summary>
/// One operation is one packet: data and acknowledgments of established flows pass a clamp alternately, the flows in a shuffled but fixed
/// order. Time passes as on a line of 1 Gbit/s, so the divisions of the capacity between the packets are included. The windows are lowered.
/// With <see cref="Auto"/>, data also leaves the queue, from which the clamp measures the capacity.
/// </summary>
public class ClampBenchmarks
{
    private const int Packets = 65_536, SegmentBytes = 1448, WireBytes = 1500;
    private const uint SenderNumber = 1000, ReceiverNumber = 2000;
    private static readonly DataRate Line = DataRate.FromMegabitsPerSecond(1000);
    private static readonly Duration HalfRtt = Duration.FromMilliseconds(20), SendTime = Line.TimeToSend(WireBytes), Sojourn = SendTime * 2;

    private WindowClamp _clamp = new(new ClampOptions { Rate = Line });
    private FlowKey[] _data = [], _acks = [];
    private uint[] _sent = [];
    private int[] _order = [];
    private Instant _now = Instant.FromSeconds(1);

    [Params(1, 100, 1000)]
    public int Flows { get; set; }

    [Params(false, true)]
    public bool Auto { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _clamp = new WindowClamp(new ClampOptions { Rate = Line, Auto = Auto });
        _data = Enumerable.Range(0, Flows)
            .Select(i => new FlowKey(UdpAddress.Loopback(i + 1), UdpAddress.Loopback(443), FlowKey.Tcp)).ToArray();
        _acks = _data.Select(flow => flow.Reversed).ToArray();
        _sent = Enumerable.Repeat(SenderNumber + 1, Flows).ToArray();
        _order = Enumerable.Range(0, Packets / 2).Select(i => i % Flows).ToArray();
        new Random(1).Shuffle(_order);
        TcpFields syn = new() { Flags = TcpFlags.Syn, Sequence = ReceiverNumber, Window = 65_535, WindowScale = 7, MaxSegmentBytes = 1460 };
        foreach (FlowKey flow in _acks)
            _clamp.OnAck(flow, syn, _now);
        _now += HalfRtt;
        TcpFields answer = syn with { Flags = TcpFlags.Syn | TcpFlags.Ack, Sequence = SenderNumber, Acknowledgment = ReceiverNumber + 1 };
        foreach (FlowKey flow in _data)
            _clamp.OnData(flow, 60, answer, _now);
        _now += HalfRtt;
        for (int i = 0; i < Flows; i++)
            Acknowledge(i);
    }

    [Benchmark(OperationsPerInvoke = Packets)]
    public long Pass()
    {
        long windows = 0;
        foreach (int flow in _order)
        {
            _now += SendTime;
            Send(flow);
            if (Auto)
                _clamp.OnDequeued(WireBytes, Sojourn, _now);
            windows += Acknowledge(flow);
        }
        return windows;
    }

    private void Send(int flow)
    {
        TcpFields fields = new()
        {
            Flags = TcpFlags.Ack,
            Sequence = _sent[flow],
            PayloadBytes = SegmentBytes,
            Acknowledgment = ReceiverNumber + 1,
            Timestamps = new TcpTimestamps(Tick(_now), Tick(_now - HalfRtt)),
        };
        _sent[flow] += SegmentBytes;
        _clamp.OnData(_data[flow], WireBytes, fields, _now);
    }

    private uint Acknowledge(int flow)
    {
        TcpFields fields = new()
        {
            Flags = TcpFlags.Ack,
            Sequence = ReceiverNumber + 1,
            Acknowledgment = _sent[flow],
            Window = 65_535,
            Timestamps = new TcpTimestamps(Tick(_now), Tick(_now - HalfRtt)),
        };
        return _clamp.OnAck(_acks[flow], fields, _now);
    }

    private static uint Tick(Instant time) => (uint)(time.Nanoseconds / 1_000_000);
}
