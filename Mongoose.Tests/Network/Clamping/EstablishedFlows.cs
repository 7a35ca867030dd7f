using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;

namespace Mongoose.Tests.Network.Clamping;

/// <summary>
/// Flows through a clamp whose connections are open, and which take turns: a segment of data, its departure from the queue, its
/// acknowledgment.
/// </summary>
internal sealed class EstablishedFlows
{
    private const int Segment = 1448, WireBytes = 1500;
    private const uint SenderNumber = 1000, ReceiverNumber = 2000;
    private static readonly Duration Half = Duration.FromMilliseconds(20), Sojourn = Duration.FromMilliseconds(1);
    private readonly WindowClamp _clamp;
    private readonly FlowKey[] _data, _acks;
    private readonly uint[] _sent;
    private Instant _now = Instant.FromSeconds(1);
    private int _turn;

    public EstablishedFlows(WindowClamp clamp, int count)
    {
        _clamp = clamp;
        _data = [.. Enumerable.Range(1, count)
            .Select(port => new FlowKey(UdpAddress.Loopback(port), UdpAddress.Loopback(443), FlowKey.Tcp))];
        _acks = [.. _data.Select(flow => flow.Reversed)];
        _sent = [.. Enumerable.Repeat(SenderNumber + 1, count)];
        TcpFields syn = new() { Flags = TcpFlags.Syn, Sequence = ReceiverNumber, Window = 65_535, WindowScale = 7, MaxSegmentBytes = 1460 };
        TcpFields answer = syn with { Flags = TcpFlags.Syn | TcpFlags.Ack, Sequence = SenderNumber, Acknowledgment = ReceiverNumber + 1 };
        foreach (FlowKey flow in _acks)
            clamp.OnAck(flow, syn, _now);
        _now += Half;
        foreach (FlowKey flow in _data)
            clamp.OnData(flow, 60, answer, _now);
        _now += Half;
        for (int i = 0; i < count; i++)
            Acknowledge(i);
    }

    public Instant Now => _now;

    /// <summary>Acknowledgments whose window the clamp has lowered.</summary>
    public long Lowered { get; private set; }

    /// <summary>Takes turns, with a segment in each interval.</summary>
    public void Run(int turns, Duration interval)
    {
        for (; turns > 0; turns--)
        {
            _now += interval;
            _turn = (_turn + 1) % _data.Length;
            Send(_turn);
            _clamp.OnDequeued(WireBytes, Sojourn, _now);
            Acknowledge(_turn);
        }
    }

    private void Send(int flow)
    {
        TcpFields fields = new()
        {
            Flags = TcpFlags.Ack,
            Sequence = _sent[flow],
            PayloadBytes = Segment,
            Acknowledgment = ReceiverNumber + 1,
            Timestamps = Stamps(),
        };
        _sent[flow] += Segment;
        _clamp.OnData(_data[flow], WireBytes, fields, _now);
    }

    private void Acknowledge(int flow)
    {
        TcpFields fields = new()
        {
            Flags = TcpFlags.Ack,
            Sequence = ReceiverNumber + 1,
            Acknowledgment = _sent[flow],
            Window = 65_535,
            Timestamps = Stamps(),
        };
        if (_clamp.OnAck(_acks[flow], fields, _now) < fields.Window)
            Lowered++;
    }

    private TcpTimestamps Stamps() => new(Tick(_now), Tick(_now - Half));

    private static uint Tick(Instant time) => (uint)(time.Nanoseconds / 1_000_000);
}
