using BenchmarkDotNet.Attributes;
using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Benchmarks;

/// <summary>
/// One operation is one packet: a packet is enqueued, and a packet of the same circuit is chosen, granted and dequeued. Circuits are
/// visited in a shuffled but fixed order, one packet per visit. Each circuit has packets queued on all seven channels throughout.
/// </summary>
public class ShaperBenchmarks
{
    private const int Visits = 65_536;
    private static readonly DataRate Rate = DataRate.FromMegabitsPerSecond(1.5);
    private static readonly int[] Sizes = [1200, 600, 400, 400, 200, 1200, 1000];
    private static readonly Duration[] SendTimes = Array.ConvertAll(Sizes, size => Rate.TimeToSend(size));

    private CircuitShaper[] _shapers = [];
    private ChannelQueues<object>[] _queues = [];
    private Queue<Entry>[] _plain = [];
    private int[] _order = [];
    private readonly object _packet = new();
    private Instant[] _now = [];

    [Params(1, 100, 1000, 10_000)]
    public int Circuits { get; set; }

    [GlobalSetup(Target = nameof(Fifo))]
    public void SetupFifo()
    {
        Shuffle();
        _plain = new Queue<Entry>[Circuits];
        for (int c = 0; c < Circuits; c++)
        {
            _plain[c] = new Queue<Entry>();
            for (int i = 0; i < 7 * 4; i++)
                _plain[c].Enqueue(new Entry(_packet, Sizes[i % 7]));
        }
    }

    [GlobalSetup(Target = nameof(Sparse))]
    public void SetupSparse() => Setup(ServiceOrder.Sparse, booked: 0.6);

    [GlobalSetup(Target = nameof(RoundRobin))]
    public void SetupRoundRobin() => Setup(ServiceOrder.RoundRobin, booked: 1);

    [GlobalSetup(Target = nameof(Blocked))]
    public void SetupBlocked()
    {
        Setup(ServiceOrder.Sparse, booked: 0.6);
        for (int c = 0; c < Circuits; c++)
        {
            Instant now = _now[c];
            while (_shapers[c].TryNext(_queues[c], now, out Grant grant))
                Sent(c, grant);
            _now[c] = now;
        }
    }

    /// <summary>A first-in first-out queue without shaping.</summary>
    [Benchmark(Baseline = true, OperationsPerInvoke = Visits)]
    public long Fifo()
    {
        long bytes = 0;
        for (int visit = 0; visit < Visits; visit++)
        {
            Queue<Entry> queue = _plain[_order[visit]];
            queue.Enqueue(new Entry(_packet, Sizes[visit % 7]));
            bytes += queue.Dequeue().Bytes;
        }
        return bytes;
    }

    /// <summary>The channels' rates are 60 % of the circuit's rate; the rest is lent.</summary>
    [Benchmark(OperationsPerInvoke = Visits)]
    public long Sparse() => Send();

    /// <summary>The channels' rates add up to the circuit's rate, split as in viewers; nothing is lent.</summary>
    [Benchmark(OperationsPerInvoke = Visits)]
    public long RoundRobin() => Send();

    /// <summary>The parent covers nothing: a refusal and the computation of the next wake-up time.</summary>
    [Benchmark(OperationsPerInvoke = Visits)]
    public long Blocked()
    {
        long sum = 0;
        for (int visit = 0; visit < Visits; visit++)
        {
            int c = _order[visit];
            if (_shapers[c].TryNext(_queues[c], _now[c], out _))
                throw new InvalidOperationException("not blocked");
            sum += _shapers[c].NextGrantAt(_queues[c], _now[c]).Nanoseconds;
        }
        return sum;
    }

    private long Send()
    {
        long bytes = 0;
        for (int visit = 0; visit < Visits; visit++)
        {
            int c = _order[visit];
            if (!_shapers[c].TryNext(_queues[c], _now[c], out Grant grant))
                throw new InvalidOperationException("refused: an operation must be a packet");
            Sent(c, grant);
            bytes += grant.Bytes;
        }
        return bytes;
    }

    /// <summary>Dequeues a packet, enqueues an equal packet, and lets the time pass that the circuit takes to earn it.</summary>
    private void Sent(int c, Grant grant)
    {
        _queues[c].TryDequeue(grant.Channel, out _);
        _queues[c].Enqueue(grant.Channel, _packet, Sizes[(int)grant.Channel]);
        _now[c] += SendTimes[(int)grant.Channel];
    }

    private void Setup(ServiceOrder order, double booked)
    {
        Shuffle();
        var options = new ShaperOptions { Order = order };
        _shapers = new CircuitShaper[Circuits];
        _queues = new ChannelQueues<object>[Circuits];
        _now = new Instant[Circuits];
        for (int c = 0; c < Circuits; c++)
        {
            _shapers[c] = new CircuitShaper(options, Instant.Zero);
            _shapers[c].SetRates(Rate, ViewerSplit.Of(Rate).Scaled(booked), Instant.Zero);
            _queues[c] = new ChannelQueues<object>();
            _now[c] = Instant.FromSeconds(1);
            for (int i = 0; i < 7 * 4; i++)
                _queues[c].Enqueue((Channel)(i % 7), _packet, Sizes[i % 7]);
            // The first bursts are used up: from here on own shares and lending alternate as in continuous operation.
            for (int i = 0; i < 200 && _shapers[c].TryNext(_queues[c], _now[c], out Grant grant); i++)
                Sent(c, grant);
        }
    }

    private void Shuffle()
    {
        var random = new Random(1);
        int[] circuits = Enumerable.Range(0, Circuits).ToArray();
        random.Shuffle(circuits);
        _order = Enumerable.Range(0, Visits).Select(visit => circuits[visit % Circuits]).ToArray();
    }

    private readonly record struct Entry(object Packet, int Bytes);
}
