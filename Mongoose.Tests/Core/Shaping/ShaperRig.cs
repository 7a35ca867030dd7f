using System.Diagnostics.CodeAnalysis;
using Mongoose.Core.Channels;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Shaping;

/// <summary>
/// Runs a scenario in simulated time and checks every guarantee of <see cref="CircuitShaper"/> at every step, against its own buckets and
/// the actual contents of the queues. It acts as a punctual caller: it asks when a packet arrives and at the announced wake-up time.
/// </summary>
internal sealed class ShaperRig
{
    private const int Channels = ChannelRates.Count;

    private readonly Scenario _scenario;
    private readonly Random _random;
    private readonly CircuitShaper _shaper;
    private readonly ChannelQueues<Instant> _queues = new(limitBytes: 200_000);
    private readonly Queue<(Instant Arrived, int Bytes)>[] _held = new Queue<(Instant, int)>[Channels];
    private readonly long[] _arrived = new long[Channels], _arrivedBytes = new long[Channels];
    private readonly long[] _refused = new long[Channels], _refusedBytes = new long[Channels];
    private readonly long[] _granted = new long[Channels], _grantedBytes = new long[Channels];
    private readonly Instant[] _nextArrival = new Instant[Channels];
    private readonly double[] _demand = new double[Channels];

    private Instant _now = Instant.Zero;
    private Duration _clockOffset = Duration.Zero;
    private int _toArrive;
    private int _largest;

    // The model: buckets, turns, and the time since which each first packet has been covered by its channel's own tokens.
    private readonly ModelBucket _parent = new();
    private readonly ModelBucket[] _children = new ModelBucket[Channels];
    private readonly ModelBucket _envelope = new();
    private readonly Int128[] _coveredAt = new Int128[Channels];
    private int _turn = Channels - 1, _criticalTurn = Channels - 1;
    private bool _queueing;

    // Suprema over all intervals so far.
    private Instant _capClock = Instant.Zero;
    private Int128 _capLevel, _capBurst, _capDebt;
    private readonly Int128[] _shareLag = new Int128[Channels];
    private readonly double[] _lent = new double[Channels], _quanta = new double[Channels];
    private readonly double[,] _lowest = new double[Channels, Channels], _highest = new double[Channels, Channels];

    public ShaperRig(Scenario scenario)
    {
        _scenario = scenario;
        _random = new Random(scenario.Seed);
        _toArrive = scenario.Packets;
        _shaper = new CircuitShaper(scenario.Options, Clock);
        for (int i = 0; i < Channels; i++)
        {
            _held[i] = new Queue<(Instant, int)>();
            _children[i] = new ModelBucket();
            _children[i].Set(DataRate.Zero, _shaper.ChannelBurstBytes((Channel)i));
            _quanta[i] = 24;
            _children[i].Fill();
        }
        _parent.Set(DataRate.Zero, _shaper.BurstBytes);
        _parent.Fill();
        _capDebt = -1;
        _envelope.Set(DataRate.Zero, CircuitShaper.MinChildBurstBytes);
        _envelope.Fill();
        ChangeRates();
        for (int i = 0; i < Channels; i++)
            ScheduleArrival(i);
    }

    public long Grants => _granted.Sum();
    public long Borrowed { get; private set; }

    private Instant Clock => _now + _clockOffset;
    private bool Calm => _scenario is { ClockSteps: false, LargestPacket: <= CircuitShaper.MinChildBurstBytes };
    private bool Steady => Calm && !_scenario.RatesChange;

    /// <summary>Own share: the maximum lag of a backlogged channel behind its rate.</summary>
    private Int128 ShareLag =>
        _children.Aggregate(_largest * ModelBucket.PerByte, (sum, child) => sum + child.Burst) + 2 * _parent.Rate;

    private int Critical => _scenario.Order == ServiceOrder.Sparse ? (int)_scenario.Critical : 0;

    public void Run()
    {
        Instant wake = Serve();
        int events = 0;
        while (true)
        {
            Instant arrival = _toArrive > 0 ? _nextArrival.Min() : Instant.Never;
            Instant next = Instant.Min(arrival, wake);
            if (next == Instant.Never)
                return;
            Probe(next, wake);
            AdvanceTo(next);
            if (next == arrival)
                Arrive(Array.IndexOf(_nextArrival, arrival));
            if (++events % 64 == 0)
                Disturb();
            wake = Serve();
        }
    }

    private void Disturb()
    {
        if (_scenario.RatesChange && _random.Next(3) == 0)
            ChangeRates();
        if (_scenario.ClockSteps && _random.Next(3) == 0)
            StepClock();
        int channel = _random.Next(Channels);
        if (_random.Next(50) == 0 && _queues.TryDrop((Channel)channel, DropReason.Cleared, out _))
        {
            (_, int bytes) = _held[channel].Dequeue();
            _refused[channel]++;
            _refusedBytes[channel] += bytes;
            HeadChanged(channel);
        }
    }

    // ---- the world ----

    private void ChangeRates()
    {
        double bits = Math.Pow(10, 4 + 4 * _random.NextDouble());
        if (_scenario.RatesChange && _random.Next(10) == 0)
            bits = 0;
        var circuit = DataRate.FromBitsPerSecond(bits);
        double[] weights = new double[Channels];
        for (int i = 0; i < Channels; i++)
            weights[i] = _random.Next(6) == 0 ? 0 : 0.01 + Math.Pow(_random.NextDouble(), 2);
        double sum = Math.Max(weights.Sum(), 1e-9);
        ChannelRates rates = default;
        for (int i = 0; i < Channels; i++)
            rates[i] = DataRate.FromBitsPerSecond(Math.Floor(bits * _scenario.Booking * weights[i] / sum));
        _shaper.SetRates(circuit, rates, Clock);
        double largest = Math.Max(1, Enumerable.Range(0, Channels).Max(i => rates[i].BitsPerSecond));
        for (int i = 0; i < Channels; i++)
            _quanta[i] = Math.Max(24, Math.Floor(1500 * rates[i].BitsPerSecond / largest));

        double own = rates.Total > circuit ? circuit / rates.Total : 1;
        _parent.Set(circuit, _shaper.BurstBytes);
        Check(_shaper.CircuitRate == circuit, "the circuit's rate differs from the rate that was set");
        for (int i = 0; i < Channels; i++)
        {
            DataRate rate = _shaper.ChannelRate((Channel)i);
            Check(Math.Abs(rate.BitsPerSecond - rates[i].BitsPerSecond * own) <= 1, $"channel {i} has {rate} instead of {rates[i]}");
            _children[i].Set(rate, _shaper.ChannelBurstBytes((Channel)i));
            _demand[i] = _random.Next(4) == 0 ? 0.01 : _random.NextDouble();
            HeadChanged(i);
            ForgetShares(i);
        }
        Check(Enumerable.Range(0, Channels).Sum(i => _shaper.ChannelRate((Channel)i).BitsPerSecond) <= circuit.BitsPerSecond,
            "the channels' own rates exceed the circuit's");
        if (_scenario.Conformant is { } conformant)
            _envelope.Set(_shaper.ChannelRate(conformant), _shaper.ChannelBurstBytes(conformant));
        _capBurst = Int128.Max(_capBurst, _parent.Burst);
    }

    private void StepClock()
    {
        _clockOffset += Duration.FromSeconds(_random.Next(4) switch
        {
            0 => -_random.NextDouble(),
            1 => -1e6 * _random.NextDouble(),
            2 => 10 * _random.NextDouble(),
            _ => 1e9 * _random.NextDouble(),
        });
        DrainCap();
    }

    private int NextSize(int channel)
    {
        int roll = _random.Next(20);
        int size = roll switch
        {
            0 => 1 + _random.Next(60),
            1 => 1 + _random.Next(_scenario.LargestPacket),
            2 => _scenario.LargestPacket,
            _ => channel % 2 == 0 ? 60 + _random.Next(300) : 60 + _random.Next(1341),
        };
        return Math.Min(size, _scenario.LargestPacket);
    }

    private void ScheduleArrival(int i)
    {
        double bytesPerSecond = Math.Max((double)_parent.Rate, 50_000) / 8 * _scenario.Load * _demand[i] / _demand.Sum();
        double mean = 2 * 600 / Math.Max(bytesPerSecond, 0.1);
        _nextArrival[i] = _now + Duration.FromSeconds(-mean * Math.Log(1 - _random.NextDouble()));
    }

    private void Arrive(int i)
    {
        int batch = _random.Next(4) == 0 ? 1 + _random.Next(8) : 1;
        if (_scenario.Conformant is { } conformant && i == (int)conformant)
            ArriveWithinTheEnvelope(i);
        else
        {
            for (int k = 0; k < batch; k++)
                Enqueue(i, NextSize(i));
        }
        _toArrive -= batch;
        ScheduleArrival(i);
    }

    private void ArriveWithinTheEnvelope(int i)
    {
        bool all = _random.Next(3) > 0;
        for (int bytes = NextSize(i); _envelope.Covers(bytes); bytes = NextSize(i))
        {
            _envelope.Pay(bytes);
            Enqueue(i, bytes);
            if (!all)
                return;
        }
    }

    private void Enqueue(int i, int bytes)
    {
        _arrived[i]++;
        _arrivedBytes[i] += bytes;
        if (!_queues.Enqueue((Channel)i, _now, bytes))
        {
            _refused[i]++;
            _refusedBytes[i] += bytes;
            return;
        }
        _largest = Math.Max(_largest, bytes);
        _held[i].Enqueue((_now, bytes));
        if (_held[i].Count == 1)
        {
            HeadChanged(i);
            ForgetShares(i);
        }
    }

    private void AdvanceTo(Instant next)
    {
        long elapsed = (next - _now).Nanoseconds;
        _now = next;
        _parent.Earn(elapsed, beyondBurst: false);
        _envelope.Earn(elapsed, beyondBurst: false);
        DrainCap();
        for (int i = 0; i < Channels; i++)
        {
            _children[i].Earn(elapsed, beyondBurst: _held[i].Count > 0);
            if (_held[i].Count > 0)
                _shareLag[i] += _children[i].Rate * elapsed;
        }
    }

    // ---- the shaper, step by step ----

    /// <summary>Asks once before the next event: a packet that the shaper grants then should have been announced.</summary>
    private void Probe(Instant next, Instant wake)
    {
        long span = (next - _now).Nanoseconds;
        if (span < 2 || _random.Next(2) == 0)
            return;
        AdvanceTo(_random.Next(2) == 0 ? new Instant(next.Nanoseconds - 1) : _now + new Duration(1 + _random.NextInt64(span - 1)));
        if (_shaper.TryNext(_queues, Clock, out Grant grant))
            Fail($"{grant} at {_now.Nanoseconds}, but announced for {wake.Nanoseconds}");
        ExpectRefusal();
    }

    private Instant Serve()
    {
        while (_shaper.TryNext(_queues, Clock, out Grant grant))
            Granted(grant);
        ExpectRefusal();
        CheckAccounts();

        Instant wake = _shaper.NextGrantAt(_queues, Clock);
        Check(wake > Clock, "a refused caller is asked to come back immediately");
        Check(wake == Instant.Never || _held.Any(queue => queue.Count > 0), "a wake-up is announced although nothing is queued");
        Check(wake != Instant.Never || _parent.Rate == 0 || !_scenario.Lends || _held.All(queue => queue.Count == 0),
            "packets are queued but no wake-up is announced");
        return wake == Instant.Never ? wake : wake - _clockOffset;
    }

    private void Granted(Grant grant)
    {
        int i = (int)grant.Channel;
        Check(_held[i].Count > 0 && _held[i].Peek().Bytes == grant.Bytes, $"{grant} is not the first packet");
        CheckCap(grant.Bytes);
        if (Calm)
            CheckAgainstModel(grant);
        _parent.Pay(grant.Bytes);
        if (!grant.Borrowed)
        {
            _children[i].Pay(grant.Bytes);
            _shareLag[i] = Int128.Max(0, _shareLag[i] - grant.Bytes * ModelBucket.PerByte);
        }

        Check(_queues.TryDequeue(grant.Channel, out Instant arrived), "granted from an empty queue");
        _held[i].Dequeue();
        _granted[i]++;
        _grantedBytes[i] += grant.Bytes;
        if (Steady && _scenario.Conformant == grant.Channel)
            CheckDelay(i, _now - arrived);
        HeadChanged(i);
        if (grant.Borrowed)
        {
            Borrowed++;
            CheckFairness(i, grant.Bytes);
        }
        if (_held[i].Count == 0)
            ForgetShares(i);
    }

    /// <summary>Advances by the time that passed on the shaper's clock. A step backwards counts as zero.</summary>
    private void DrainCap()
    {
        long elapsed = Math.Max(0, (Clock - _capClock).Nanoseconds);
        _capLevel = Int128.Max(0, _capLevel - _parent.Rate * elapsed);
        _capClock = Clock;
    }

    /// <summary>Cap: a leaky bucket over the grants holds the supremum over all intervals that end now.</summary>
    private void CheckCap(int bytes)
    {
        _capLevel += bytes * ModelBucket.PerByte;
        _capDebt = Int128.Max(_capDebt, bytes * ModelBucket.PerByte - _parent.Burst);
        Check(_capLevel <= _capBurst + Int128.Max(0, _capDebt),
            $"{_capLevel / ModelBucket.PerByte} bytes beyond the rate, burst {_capBurst / ModelBucket.PerByte}");
    }

    private void CheckAgainstModel(Grant grant)
    {
        int i = (int)grant.Channel;
        Check(_parent.Covers(grant.Bytes), "the parent does not cover the packet");
        Check(grant.Borrowed == !_children[i].Covers(grant.Bytes), $"{grant}: wrong payer");
        int expected = Expected();
        Check(expected == i || (expected < 0 && _scenario.Lends), $"{grant}: the turn was {(Channel)expected}'s");
        if (expected < 0)
            return;
        if (!grant.Borrowed && Steady)
        {
            Int128 waited = Int128.Max(0, _now.Nanoseconds - _coveredAt[i]);
            Check(waited <= MaxWait(i) + 1, $"{grant} waited {waited} ns, guaranteed at most {MaxWait(i)}");
        }
        if ((Critical >> i & 1) != 0)
            _criticalTurn = i;
        else
            _turn = i;
    }

    private void ExpectRefusal()
    {
        if (!Calm)
            return;
        int backlog = Mask(i => _held[i].Count > 0);
        int expected = Expected();
        for (int i = 0; i < Channels; i++)
        {
            // Work conservation: packets wait only for the parent.
            bool candidate = expected < 0 ? _scenario.Lends && backlog != 0 && i == LargestHead() : i == expected;
            if (candidate)
                Check(!_parent.Covers(_held[i].Peek().Bytes), $"{(Channel)i} is held back although it is covered");
            if (_held[i].Count > 0 && Steady)
            {
                Check(_shareLag[i] <= ShareLag, $"{(Channel)i} lags {_shareLag[i] / ModelBucket.PerByte} bytes behind its own share");
            }
        }
    }

    /// <summary>The channel whose turn it is by the rules as written, or -1 if no channel's own tokens cover its packet.</summary>
    private int Expected()
    {
        int backlog = Mask(i => _held[i].Count > 0);
        if (backlog == 0)
            _queueing = false;
        else if (_scenario.Order == ServiceOrder.RoundRobin && !_queueing)
        {
            int next = After(_turn, backlog);
            if (_parent.Covers(_held[next].Peek().Bytes))
                return next;
            _queueing = true;
        }
        int own = Mask(i => _held[i].Count > 0 && _children[i].Covers(_held[i].Peek().Bytes));
        if ((own & Critical) != 0)
            return After(_criticalTurn, own & Critical);
        return own != 0 ? After(_turn, own) : -1;
    }

    private static int After(int turn, int set)
    {
        int i = turn;
        do
            i = (i + 1) % Channels;
        while ((set >> i & 1) == 0);
        return i;
    }

    private static int Mask(Func<int, bool> member)
    {
        int set = 0;
        for (int i = 0; i < Channels; i++)
            set |= member(i) ? 1 << i : 0;
        return set;
    }

    private int LargestHead() => Enumerable.Range(0, Channels).MaxBy(i => _held[i].Count > 0 ? _held[i].Peek().Bytes : 0);

    private void HeadChanged(int i)
    {
        if (_held[i].Count > 0)
            _coveredAt[i] = _now.Nanoseconds + _children[i].Until(_held[i].Peek().Bytes);
    }

    /// <summary>Protection, in nanoseconds: the maximum time that a first packet may wait once its own tokens cover it.</summary>
    private Int128 MaxWait(int i)
    {
        Int128 packet = _largest * ModelBucket.PerByte;
        if (_scenario.Order == ServiceOrder.RoundRobin)
            return Over(Channels * packet, _parent.Rate);
        int[] critical = Enumerable.Range(0, Channels).Where(j => (Critical >> j & 1) != 0).ToArray();
        if (critical.Contains(i))
            return Over(critical.Length * packet, _parent.Rate);
        Int128 bytes = Channels * packet, rate = _parent.Rate;
        foreach (int j in critical)
            (bytes, rate) = (bytes + _children[j].Burst, rate - _children[j].Rate);
        return Over(bytes, rate);
    }

    private static Int128 Over(Int128 nanobits, Int128 rate) => rate <= 0 ? Int128.MaxValue : (nanobits + rate - 1) / rate;

    /// <summary>Protection of a latency-critical channel within its rate and burst, for every packet from its arrival.</summary>
    private void CheckDelay(int i, Duration delay)
    {
        Int128 nanobits = _largest * ModelBucket.PerByte, rate = _parent.Rate;
        for (int j = 0; j < Channels; j++)
        {
            if ((Critical >> j & 1) == 0)
                continue;
            nanobits += _children[j].Burst;
            rate -= j == i ? 0 : _children[j].Rate;
        }
        Int128 bound = Over(nanobits, rate);
        Check(bound == Int128.MaxValue || delay.Nanoseconds <= bound + 1, $"{(Channel)i} delayed {delay}, guaranteed at most {bound} ns");
    }

    /// <summary>Byte fairness, over every interval in which two channels were backlogged throughout.</summary>
    private void CheckFairness(int i, int bytes)
    {
        _lent[i] += bytes;
        for (int j = 0; j < Channels; j++)
        {
            if (j == i || _held[j].Count == 0)
                continue;
            (int a, int b) = i < j ? (i, j) : (j, i);
            double qa = _quanta[a], qb = _quanta[b];
            double difference = _lent[a] / qa - _lent[b] / qb;
            _lowest[a, b] = Math.Min(_lowest[a, b], difference);
            _highest[a, b] = Math.Max(_highest[a, b], difference);
            double spread = _highest[a, b] - _lowest[a, b], bound = 1 + _largest / qa + _largest / qb;
            Check(spread <= bound + 1e-6, $"{(Channel)a} and {(Channel)b}: lent turns differ by {spread}, bound {bound}");
        }
    }

    private void ForgetShares(int i)
    {
        _shareLag[i] = 0;
        for (int j = 0; j < Channels; j++)
        {
            if (j == i)
                continue;
            (int a, int b) = i < j ? (i, j) : (j, i);
            double difference = _lent[a] / _quanta[a] - _lent[b] / _quanta[b];
            _lowest[a, b] = _highest[a, b] = difference;
        }
    }

    private void CheckAccounts()
    {
        for (int i = 0; i < Channels; i++)
        {
            var channel = (Channel)i;
            ref readonly QueueCounters counters = ref _queues.Counters(channel);
            Check(counters.Enqueued.Packets == _arrived[i] && counters.Enqueued.Bytes == _arrivedBytes[i], "enqueued");
            Check(counters.Sent.Packets == _granted[i] && counters.Sent.Bytes == _grantedBytes[i], "sent");
            Check(counters.Dropped.Packets == _refused[i] && counters.Dropped.Bytes == _refusedBytes[i], "dropped");
            Check(counters.Queued.Packets == _held[i].Count && _queues.Packets(channel) == _held[i].Count, "queued");
            Check(counters.Queued.Bytes == _arrivedBytes[i] - _grantedBytes[i] - _refusedBytes[i], "queued bytes");
            Check(_queues.HeadBytes(channel) == (_held[i].Count > 0 ? _held[i].Peek().Bytes : 0), "first packet");
        }
    }

    private void Check(bool holds, string what)
    {
        if (!holds)
            Fail(what);
    }

    [DoesNotReturn]
    private void Fail(string what) => throw new AssertionException($"at {_now} after {Grants} grants: {what}\n{_scenario}");
}
