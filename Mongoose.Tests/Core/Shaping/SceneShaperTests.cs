using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Shaping;

/// <summary>
/// Circuits in one scene, simulated in passes of a millisecond. Each pass starts with the next circuit, as in a region's sender.
/// </summary>
public sealed class SceneShaperTests
{
    private static readonly DataRate Scene = DataRate.FromMegabitsPerSecond(10);
    private static readonly Duration Burst = Duration.FromMilliseconds(25);

    [Test]
    public void Circuits_that_fit_together_are_not_held_back()
    {
        Rig rig = new(Scene);
        Circuit a = rig.Add(3), b = rig.Add(4);
        rig.Run(seconds: 10);

        Assert.That(rig.Shaper.IsOverbooked, Is.False);
        Assert.That(a.Rate, Is.EqualTo(3).Within(1).Percent);
        Assert.That(b.Rate, Is.EqualTo(4).Within(1).Percent);
    }

    [Test]
    public void Busy_circuits_share_an_overbooked_scene_in_proportion_to_their_rates()
    {
        Rig rig = new(Scene);
        Circuit[] circuits = [rig.Add(2), rig.Add(4), rig.Add(8), rig.Add(8)];
        rig.Run(seconds: 10);

        foreach (Circuit circuit in circuits)
            Assert.That(circuit.Rate, Is.EqualTo(circuit.Asked * 10 / 22).Within(2).Percent, $"asked {circuit.Asked}");
        Assert.That(circuits.Sum(circuit => circuit.Rate), Is.EqualTo(10).Within(1).Percent);
    }

    [Test]
    public void Unused_shares_are_lent_up_to_a_circuits_own_rate()
    {
        Rig rig = new(Scene);
        Circuit small = rig.Add(2), large = rig.Add(8);
        rig.Add(8).IsIdle = true;
        rig.Run(seconds: 10);

        Assert.That(small.Rate, Is.EqualTo(2).Within(1).Percent);
        Assert.That(large.Rate, Is.EqualTo(8).Within(1).Percent);
    }

    [Test]
    public void Lent_rates_are_proportional_to_the_circuits_rates()
    {
        Rig rig = new(Scene);
        Circuit six = rig.Add(6), twelve = rig.Add(12);
        rig.Add(100).IsIdle = true;
        rig.Run(seconds: 10);

        Assert.That(twelve.Rate / six.Rate, Is.EqualTo(2).Within(5).Percent);
        Assert.That(twelve.Rate + six.Rate, Is.EqualTo(10).Within(1).Percent);
    }

    [Test]
    public void Lent_rates_are_proportional_even_if_a_pass_has_less_than_a_packet_to_lend()
    {
        Rig rig = new(DataRate.FromMegabitsPerSecond(1));
        Circuit one = rig.Add(1), two = rig.Add(2);
        rig.Add(20).IsIdle = true;
        rig.Run(seconds: 60);

        Assert.That(two.Rate / one.Rate, Is.EqualTo(2).Within(5).Percent);
        Assert.That(two.Rate + one.Rate, Is.EqualTo(1).Within(1).Percent);
    }

    [Test]
    public void A_circuit_that_wakes_up_gets_its_share_immediately()
    {
        Rig rig = new(Scene);
        rig.Add(8);
        Circuit sleeper = rig.Add(8);
        sleeper.IsIdle = true;
        rig.Run(seconds: 5);
        sleeper.IsIdle = false;
        rig.Run(seconds: 0.5);

        Assert.That(sleeper.Sent * 8 / 0.5e6, Is.GreaterThan(4.9));
    }

    [Test]
    public void Together_they_never_exceed_the_scene([Values(1, 2, 3, 4, 5)] int seed)
    {
        Random random = new(seed);
        Rig rig = new(Scene);
        List<Circuit> circuits = [.. Enumerable.Range(0, 12).Select(_ => rig.Add(random.Next(1, 9)))];
        for (int step = 0; step < 200; step++)
        {
            foreach (Circuit circuit in circuits)
                circuit.IsIdle = random.Next(3) == 0;
            if (random.Next(10) == 0)
                rig.SetRate(circuits[random.Next(circuits.Count)], random.Next(0, 20));
            rig.Run(seconds: random.NextDouble() * 0.1);
        }
        Assert.That(rig.MinSlackBytes, Is.GreaterThanOrEqualTo(0),
            "minimum bytes left in a bucket with rate S and its burst that sent packets drain");
    }

    [Test]
    public void Without_a_limit_nothing_is_held_back()
    {
        Rig rig = new(DataRate.Zero);
        Circuit fast = rig.Add(90);
        rig.Run(seconds: 2);
        Assert.That(fast.Rate, Is.EqualTo(90).Within(1).Percent);
        Assert.That(fast.Share.Rate, Is.EqualTo(DataRate.FromMegabitsPerSecond(90)));
    }

    /// <summary>Shares in Mbit/s of circuits that are always backlogged, whatever the sizes of their packets.</summary>
    [TestCase(1, 1, 1, 1500, 1, 100)]
    [TestCase(2, 1, 19, 1500, 1, 100)]
    [TestCase(50, 1, 190, 1400, 10, 300)]
    public void A_share_does_not_depend_on_packet_sizes_or_on_the_number_of_circuits(
        double scene, double asked, int large, int largeBytes, int small, int smallBytes)
    {
        Rig rig = new(DataRate.FromMegabitsPerSecond(scene));
        Circuit[] circuits = Enumerable.Range(0, large + small).Select(i => rig.Add(asked, i < large ? largeBytes : smallBytes)).ToArray();
        rig.Run(seconds: 20);

        double share = scene / (large + small);
        Assert.That(circuits.Select(circuit => circuit.Rate / share), Is.All.InRange(0.95, 1.06));
    }

    [Test]
    public void Shares_hold_while_other_circuits_change_their_rates_in_every_pass()
    {
        Rig rig = new(DataRate.FromMegabitsPerSecond(2));
        Circuit[] steady = [rig.Add(1, 1400), rig.Add(1, 200)];
        Circuit restless = rig.Add(2);
        for (int pass = 0; pass < 20_000; pass++)
        {
            rig.SetRate(restless, pass % 2 == 0 ? 1.9 : 2.1);
            rig.Run(seconds: 0.001, keepCounts: true);
        }
        Assert.That(steady.Select(circuit => circuit.Sent * 8 / 20e6), Is.All.EqualTo(0.5).Within(5).Percent);
    }

    [Test]
    public void A_circuit_that_closes_leaves_its_share_to_the_others()
    {
        Rig rig = new(Scene);
        Circuit stays = rig.Add(10), leaves = rig.Add(10);
        rig.Run(seconds: 2);
        Assert.That(stays.Rate, Is.EqualTo(5).Within(2).Percent);
        rig.Remove(leaves);
        rig.Run(seconds: 2);
        Assert.That(rig.Shaper.IsOverbooked, Is.False);
        Assert.That(stays.Rate, Is.EqualTo(10).Within(2).Percent);
        Assert.That(stays.Share.Rate, Is.EqualTo(Scene));
    }

    [Test]
    public void Without_lending_only_own_shares_are_served()
    {
        Rig rig = new(Scene) { Lends = false };
        Circuit[] circuits = [rig.Add(8), rig.Add(8), rig.Add(24)];
        rig.Run(seconds: 10);
        Assert.That(circuits.Select(circuit => circuit.Rate), Is.EqualTo(new[] { 2.0, 2, 6 }).Within(2).Percent);
    }

    [Test]
    public void Lending_turns_count_bytes_even_next_to_a_circuit_whose_turn_is_less_than_a_packet()
    {
        Rig rig = new(Scene);
        Circuit small = rig.Add(0.5), a = rig.Add(8), b = rig.Add(8);
        rig.Add(30).IsIdle = true;
        rig.Run(seconds: 20);
        Assert.That(a.Rate / b.Rate, Is.EqualTo(1).Within(3).Percent);
        Assert.That(small.Rate, Is.EqualTo(0.5).Within(5).Percent.Or.GreaterThan(0.29));
        Assert.That(a.Rate + b.Rate + small.Rate, Is.EqualTo(10).Within(1).Percent);
    }

    [Test]
    public void An_idle_circuit_saves_no_lending_turns()
    {
        Rig rig = new(DataRate.FromMegabitsPerSecond(1));
        Circuit busy = rig.Add(8), comesBack = rig.Add(8);
        rig.Add(84).IsIdle = true;
        for (int turn = 0; turn < 50; turn++)
        {
            comesBack.IsIdle = turn % 2 == 0;
            rig.Run(seconds: 0.05);
        }
        comesBack.IsIdle = false;
        rig.Run(seconds: 0.5);
        Assert.That(comesBack.Rate, Is.EqualTo(busy.Rate).Within(15).Percent);
    }

    /// <summary>One packet per call of Lend, with turns of one and of two packets.</summary>
    [Test]
    public void A_lending_turn_that_outlasts_the_scenes_tokens_continues_when_there_are_more()
    {
        Rig rig = new(DataRate.FromMegabitsPerSecond(1));
        Circuit one = rig.Add(6, 1400), two = rig.Add(12, 1400);
        for (int i = 0; i < 3; i++)
            rig.Add(12).IsIdle = true;
        rig.Run(seconds: 30);
        Assert.That(two.Rate / one.Rate, Is.EqualTo(2).Within(5).Percent);
    }

    [Test]
    public void A_circuit_held_back_by_its_own_rate_takes_no_turn_from_the_next()
    {
        SceneShaper<Circuit> shaper = new(DataRate.FromMegabitsPerSecond(1), Burst, Instant.Zero);
        Circuit blocked = new(), waits = new();
        foreach (Circuit circuit in new[] { blocked, waits })
        {
            circuit.Share = shaper.Open(circuit);
            shaper.SetRate(circuit.Share, DataRate.FromMegabitsPerSecond(1));
        }
        shaper.BeginPass(Instant.Zero);
        foreach (Circuit circuit in new[] { blocked, waits })
        {
            while (shaper.MaySend(circuit.Share))
                shaper.Take(circuit.Share, 1000);
        }
        List<Circuit> asked = [];
        shaper.Lend(circuit =>
        {
            asked.Add(circuit);
            return circuit == blocked ? 0 : 1000;
        });
        Assert.That(asked.Take(2), Is.EqualTo(new[] { blocked, waits }));
        Assert.That(asked.Skip(1), Is.All.SameAs(waits));
        Assert.That((blocked.Share.WaitsForScene, waits.Share.WaitsForScene, shaper.NextGrantAt == Instant.Never),
            Is.EqualTo((false, true, false)));
    }

    [Test]
    public void A_circuit_that_becomes_idle_in_its_turn_gives_up_the_turn()
    {
        SceneShaper<Circuit> shaper = new(DataRate.FromMegabitsPerSecond(1), Burst, Instant.Zero);
        Circuit[] circuits = [new(), new()];
        foreach (Circuit circuit in circuits)
        {
            circuit.Share = shaper.Open(circuit);
            shaper.SetRate(circuit.Share, DataRate.FromMegabitsPerSecond(1));
        }
        shaper.BeginPass(Instant.Zero);
        foreach (Circuit circuit in circuits)
            SendOwn(circuit);
        // 12 000 bytes minus two packets of 900, four packets of the first circuit, four of the second (turns of 3000 bytes) and two of the
        // first leave 1200.
        Circuit last = circuits[1];
        shaper.Lend(circuit =>
        {
            last = circuit;
            return 900;
        });
        Assert.That(last, Is.SameAs(circuits[0]));

        last.Share.StopWaiting();
        shaper.BeginPass(Instant.FromSeconds(1));
        SendOwn(circuits[1]);
        int lent = 0;
        shaper.Lend(circuit =>
        {
            Assert.That(circuit, Is.SameAs(circuits[1]));
            lent++;
            return 900;
        });
        Assert.That(lent, Is.GreaterThan(1));

        void SendOwn(Circuit circuit)
        {
            while (shaper.MaySend(circuit.Share))
                shaper.Take(circuit.Share, 900);
        }
    }

    [Test]
    public void A_circuit_without_a_rate_borrows_with_the_minimum_quantum()
    {
        SceneShaper<Circuit> shaper = new(DataRate.FromMegabitsPerSecond(1), Burst, Instant.Zero);
        Circuit[] circuits = [new(), new(), new()];
        Circuit busy = circuits[0], withoutRate = circuits[2];
        foreach (Circuit circuit in circuits[..2])
        {
            circuit.Share = shaper.Open(circuit);
            shaper.SetRate(circuit.Share, DataRate.FromMegabitsPerSecond(10));
        }
        shaper.BeginPass(Instant.Zero);
        withoutRate.Share = shaper.Open(withoutRate);
        List<Circuit> lent = [];
        for (int at = 10; at < 40_000; at += 10)
        {
            shaper.BeginPass(Instant.FromMilliseconds(at));
            foreach (Circuit circuit in new[] { busy, withoutRate })
            {
                while (shaper.MaySend(circuit.Share))
                    shaper.Take(circuit.Share, 1000);
            }
            shaper.Lend(circuit =>
            {
                lent.Add(circuit);
                return 1000;
            });
        }
        // A turn of 3000 bytes is three packets; with turns of 64 bytes, a packet takes 15.6 turns.
        int[] turns = [.. Enumerable.Range(0, lent.Count).Where(i => lent[i] == withoutRate)];
        Assert.That(turns, Has.Length.GreaterThan(20));
        Assert.That(turns.Zip(turns.Skip(1), (a, b) => b - a), Is.All.InRange(43, 51));
    }

    [Test]
    public void The_minimum_burst_is_eight_packets()
    {
        SceneShaper<Circuit> shaper = new(DataRate.FromKilobitsPerSecond(100), Burst, Instant.Zero);
        Assert.That(shaper.BurstBytes, Is.EqualTo(8 * SceneShaper<Circuit>.PacketBytes));
    }

    [Test]
    public void It_returns_when_a_waiting_circuit_may_send()
    {
        SceneShaper<Circuit> shaper = new(DataRate.FromMegabitsPerSecond(1), Burst, Instant.Zero);
        SceneShare<Circuit> share = shaper.Open(new Circuit());
        shaper.SetRate(share, DataRate.FromMegabitsPerSecond(2));
        shaper.BeginPass(Instant.Zero);
        Assert.That(shaper.NextGrantAt, Is.EqualTo(Instant.Never), "no circuit waits");
        while (shaper.MaySend(share))
            shaper.Take(share, SceneShaper<Circuit>.PacketBytes);
        shaper.Lend(_ => SceneShaper<Circuit>.PacketBytes);
        Assert.That(shaper.NextGrantAt, Is.EqualTo(Instant.FromMilliseconds(12)), "1500 bytes at 1 Mbit/s");
    }

    private sealed class Circuit
    {
        public TokenBucket Own;

        public SceneShare<Circuit> Share { get; set; } = null!;

        public double Asked { get; set; }

        /// <summary>Size of the packets; null for any size.</summary>
        public int? PacketBytes { get; init; }

        public bool IsIdle { get; set; }

        public long Sent { get; set; }

        public double Rate { get; set; }
    }

    private sealed class Rig(DataRate scene)
    {
        private readonly List<Circuit> _circuits = [];
        private readonly Random _sizes = new(7);
        private Instant _now = Instant.Zero;
        private double _slack = double.NaN;
        private int _first;

        public SceneShaper<Circuit> Shaper { get; } = new(scene, Burst, Instant.Zero);

        public bool Lends { get; init; } = true;

        public double MinSlackBytes { get; private set; } = double.MaxValue;

        public Circuit Add(double mbps, int? packetBytes = null)
        {
            Circuit circuit = new() { PacketBytes = packetBytes, Own = new TokenBucket(DataRate.Zero, 1, _now) };
            circuit.Share = Shaper.Open(circuit);
            _circuits.Add(circuit);
            SetRate(circuit, mbps);
            return circuit;
        }

        public void Remove(Circuit circuit)
        {
            _circuits.Remove(circuit);
            Shaper.Close(circuit.Share);
        }

        public void SetRate(Circuit circuit, double mbps)
        {
            DataRate rate = DataRate.FromMegabitsPerSecond(mbps);
            circuit.Asked = mbps;
            circuit.Own.SetRate(rate, (int)Math.Max(3000, rate.BytesIn(Burst)), _now);
            Shaper.SetRate(circuit.Share, rate);
        }

        public void Run(double seconds, bool keepCounts = false)
        {
            Instant start = _now;
            foreach (Circuit circuit in keepCounts ? [] : _circuits)
                circuit.Sent = 0;
            while ((_now - start).Seconds < seconds)
                Pass();
            foreach (Circuit circuit in _circuits)
                circuit.Rate = circuit.Sent * 8 / 1e6 / seconds;
        }

        private void Pass()
        {
            Duration step = Duration.FromMilliseconds(1);
            _now += step;
            double depth = Shaper.BurstBytes + SceneShaper<Circuit>.PacketBytes;
            _slack = double.IsNaN(_slack) ? depth : Math.Min(depth, _slack + scene.BytesPerSecond * step.Seconds);
            Shaper.BeginPass(_now);
            _first = (_first + 1) % _circuits.Count;
            foreach (Circuit circuit in _circuits.Skip(_first).Concat(_circuits.Take(_first)))
            {
                circuit.Own.Refill(_now);
                if (circuit.IsIdle)
                    circuit.Share.StopWaiting();
                while (!circuit.IsIdle && Shaper.MaySend(circuit.Share) && SendNext(circuit) is > 0 and int bytes)
                    Shaper.Take(circuit.Share, bytes);
            }
            if (Lends)
                Shaper.Lend(SendNext);
        }

        private int SendNext(Circuit circuit)
        {
            int bytes = circuit.PacketBytes ?? _sizes.Next(60, 1400);
            if (circuit.IsIdle || !circuit.Own.Covers(bytes))
                return 0;
            circuit.Own.Take(bytes);
            circuit.Sent += bytes;
            _slack -= bytes;
            if (Shaper.IsLimited)
                MinSlackBytes = Math.Min(MinSlackBytes, _slack);
            return bytes;
        }
    }
}
