using System.Buffers.Binary;
using BenchmarkDotNet.Attributes;
using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Links;
using Mongoose.Network.Packets;
using Mongoose.Network.Tun;
using Mongoose.Runtime.Time;

namespace Mongoose.Benchmarks;

/// <summary>
/// As <see cref="ClampBenchmarks"/>, with whole IP packets through both sides of a <see cref="LinkClamp"/>: it reads the headers with their
/// options, and writes the lowered windows and the checksums. The benchmark's own writes are included: sequence and acknowledgment numbers,
/// timestamps and the receiver's window.
/// </summary>
public class ClampedPacketBenchmarks
{
    private const int Packets = 65_536, SegmentBytes = 1448, AckBytes = 52, DataBytes = AckBytes + SegmentBytes;
    private const int SequenceAt = 24, AcknowledgmentAt = 28, HeaderSizeAt = 32, FlagsAt = 33, WindowAt = 34, OptionsAt = 40,
        TimestampAt = 44, EchoAt = 48;
    private const uint SenderNumber = 1000, ReceiverNumber = 2000;
    private static readonly DataRate Line = DataRate.FromMegabitsPerSecond(1000);
    private static readonly Duration HalfRtt = Duration.FromMilliseconds(20), SendTime = Line.TimeToSend(DataBytes);

    private readonly Clock _clock = new();
    private readonly PacketPool<IpPacket> _pool = IpPacket.NewPool();
    private LinkClamp? _clamp;
    private IpPacket[] _data = [], _acks = [];
    private uint[] _sent = [];
    private int[] _order = [];

    [Params(1, 100, 1000)]
    public int Flows { get; set; }

    [GlobalSetup]
    public void Setup()
    {
        _clamp = new LinkClamp(_clock, new Link(_clock, new LinkOptions()), new ClampOptions { Rate = Line });
        _sent = Enumerable.Repeat(SenderNumber, Flows).ToArray();
        _data = Enumerable.Range(1, Flows).Select(port => NewPacket(port, 443, DataBytes)).ToArray();
        _acks = Enumerable.Range(1, Flows).Select(port => NewPacket(443, port, AckBytes)).ToArray();
        _order = Enumerable.Range(0, Packets / 2).Select(i => i % Flows).ToArray();
        new Random(1).Shuffle(_order);
        for (int flow = 0; flow < Flows; flow++)
            Pass(_clamp.Acks, NewSyn(443, flow + 1, TcpFlags.Syn, ReceiverNumber, 0));
        _clock.Now += HalfRtt;
        for (int flow = 0; flow < Flows; flow++)
            Pass(_clamp.Data, NewSyn(flow + 1, 443, TcpFlags.Syn | TcpFlags.Ack, SenderNumber, ReceiverNumber + 1));
        _clock.Now += HalfRtt;
        for (int flow = 0; flow < Flows; flow++)
        {
            _sent[flow]++;
            Acknowledge(flow);
        }
    }

    [Benchmark(OperationsPerInvoke = Packets)]
    public long Pass()
    {
        foreach (int flow in _order)
        {
            _clock.Now += SendTime;
            Send(flow);
            Acknowledge(flow);
        }
        return _clamp!.Rewritten;
    }

    private void Send(int flow)
    {
        Write(_data[flow].Buffer, _sent[flow], ReceiverNumber + 1);
        _sent[flow] += SegmentBytes;
        Pass(_clamp!.Data, _data[flow]);
    }

    private void Acknowledge(int flow)
    {
        Span<byte> bytes = _acks[flow].Buffer;
        Write(bytes, ReceiverNumber + 1, _sent[flow]);
        BinaryPrimitives.WriteUInt16BigEndian(bytes[WindowAt..], ushort.MaxValue);
        Pass(_clamp!.Acks, _acks[flow]);
    }

    private void Write(Span<byte> bytes, uint sequence, uint acknowledgment)
    {
        BinaryPrimitives.WriteUInt32BigEndian(bytes[SequenceAt..], sequence);
        BinaryPrimitives.WriteUInt32BigEndian(bytes[AcknowledgmentAt..], acknowledgment);
        BinaryPrimitives.WriteUInt32BigEndian(bytes[TimestampAt..], Tick(_clock.Now));
        BinaryPrimitives.WriteUInt32BigEndian(bytes[EchoAt..], Tick(_clock.Now - HalfRtt));
    }

    private static void Pass(IPacketReceiver side, IpPacket packet)
    {
        packet.Receiver = End.Instance;
        side.Receive(packet);
    }

    private IpPacket NewPacket(int sourcePort, int destinationPort, int length) =>
        NewPacket(sourcePort, destinationPort, length, TcpFlags.Ack, [1, 1, 8, 10, 0, 0, 0, 0, 0, 0, 0, 0]);

    private IpPacket NewSyn(int sourcePort, int destinationPort, TcpFlags flags, uint sequence, uint acknowledgment)
    {
        IpPacket packet = NewPacket(sourcePort, destinationPort, OptionsAt + 8, flags, [2, 4, 5, 180, 1, 3, 3, 7]);
        BinaryPrimitives.WriteUInt32BigEndian(packet.Buffer[SequenceAt..], sequence);
        BinaryPrimitives.WriteUInt32BigEndian(packet.Buffer[AcknowledgmentAt..], acknowledgment);
        BinaryPrimitives.WriteUInt16BigEndian(packet.Buffer[WindowAt..], ushort.MaxValue);
        return packet;
    }

    private IpPacket NewPacket(int sourcePort, int destinationPort, int length, TcpFlags flags, ReadOnlySpan<byte> options)
    {
        IpPacket packet = _pool.Rent();
        Span<byte> bytes = packet.Buffer;
        bytes.Clear();
        bytes[0] = 0x45;
        BinaryPrimitives.WriteUInt16BigEndian(bytes[2..], (ushort)length);
        bytes[9] = FlowKey.Tcp;
        (bytes[12], bytes[15], bytes[16], bytes[19]) = (10, 1, 10, 1);
        BinaryPrimitives.WriteUInt16BigEndian(bytes[20..], (ushort)sourcePort);
        BinaryPrimitives.WriteUInt16BigEndian(bytes[22..], (ushort)destinationPort);
        bytes[HeaderSizeAt] = (byte)((20 + options.Length) / 4 << 4);
        bytes[FlagsAt] = (byte)flags;
        options.CopyTo(bytes[OptionsAt..]);
        return packet.TryParse(length) ? packet : throw new InvalidOperationException("the packet is not valid");
    }

    private static uint Tick(Instant time) => (uint)(time.Nanoseconds / 1_000_000);

    /// <summary>Does not release packets: the benchmark sends them again.</summary>
    private sealed class End : IPacketReceiver
    {
        public static readonly End Instance = new();

        public void Receive(Packet packet)
        {
        }
    }

    /// <summary>The time, without events.</summary>
    private sealed class Clock : IScheduler
    {
        public Instant Now { get; set; } = Instant.FromSeconds(1);

        public void At(Instant time, Action action) => throw new NotSupportedException("no packet enters a link");

        public void AfterWork(Duration work, Action then) => then();
    }
}
