using BenchmarkDotNet.Attributes;
using Mongoose.Core.Units;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;
using Mongoose.Runtime.Udp;

namespace Mongoose.Benchmarks;

/// <summary>
/// One operation is one packet: a packet is enqueued and a packet is dequeued. Flows take turns in a shuffled but fixed order, with eight
/// packets per flow in the queue on average. Time passes as on a line of 1 Gbit/s.
/// </summary>
public class QueueBenchmarks
{
    private const int Operations = 65_536;
    private const int PacketsPerFlow = 8;
    private static readonly Duration SendTime = DataRate.FromMegabitsPerSecond(1000).TimeToSend(1000);

    private readonly PacketPool<BenchmarkPacket> _packets = new(static pool => new BenchmarkPacket(pool));
    private QueueDiscipline _queue = new Fifo(QueueLimit.OfPackets(1));
    private FlowKey[] _flows = [];
    private Instant _now = Instant.Zero;

    [Params("fifo", "pie", "codel", "fq_codel", "fq_pie")]
    public string Discipline { get; set; } = "";

    [Params(1, 1024)]
    public int Flows { get; set; }

    [GlobalSetup(Target = nameof(Steady))]
    public void SetupSteady() => Setup(limit: 2 * PacketsPerFlow * 1024);

    [GlobalSetup(Target = nameof(Overload))]
    public void SetupOverload() => Setup(limit: PacketsPerFlow * Flows);

    /// <summary>Equal arrivals and departures; dropped packets are not replaced.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    public long Steady()
    {
        long bytes = 0;
        for (int i = 0; i < Operations; i++)
        {
            Enqueue(i);
            bytes += Dequeue();
        }
        return bytes;
    }

    /// <summary>Twice as many arrivals as departures at a full queue: two packets are enqueued and one is dequeued.</summary>
    [Benchmark(OperationsPerInvoke = Operations)]
    public long Overload()
    {
        long bytes = 0;
        for (int i = 0; i < Operations; i++)
        {
            Enqueue(2 * i);
            Enqueue(2 * i + 1);
            bytes += Dequeue();
        }
        return bytes;
    }

    private void Setup(int limit)
    {
        Random random = new(1);
        FlowKey[] flows = Enumerable.Range(0, Flows)
            .Select(i => new FlowKey(UdpAddress.Loopback(i + 1), UdpAddress.Loopback(443), FlowKey.Tcp)).ToArray();
        _flows = Enumerable.Range(0, 2 * Operations).Select(i => flows[i % Flows]).ToArray();
        random.Shuffle(_flows);
        _queue = new QueueOptions { Discipline = Discipline, Limit = QueueLimit.OfPackets(limit) }.Create();
        for (int i = 0; i < PacketsPerFlow * Flows; i++)
            Enqueue(i);
    }

    private void Enqueue(int i)
    {
        BenchmarkPacket packet = _packets.Rent();
        packet.WireBytes = 1000;
        packet.Flow = _flows[i];
        _queue.Enqueue(packet, _now);
    }

    private int Dequeue()
    {
        _now += SendTime;
        if (_queue.Dequeue(_now) is not { } packet)
            return 0;
        int bytes = packet.WireBytes;
        packet.Release();
        return bytes;
    }

    private sealed class BenchmarkPacket(PacketPool<BenchmarkPacket> pool) : Packet
    {
        public override Packet Copy() => throw new NotSupportedException();

        public override void Release() => pool.Return(this);
    }
}
