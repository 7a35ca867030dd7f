using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Shaping;

/// <summary>Circuits under one scene, simulated in passes of a millisecond as a region's loop makes them.</summary>
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
    public void What_idle_circuits_leave_is_lent_up_to_a_circuits_own_rate()
    {
        Rig rig = new(Scene);
        Circuit small = rig.Add(2), large = rig.Add(8);
        rig.Add(8).IsIdle = true;
        rig.Run(seconds: 10);

        Assert.That(small.Rate, Is.EqualTo(2).Within(1).Percent);
        Assert.That(large.Rate, Is.EqualTo(8).Within(1).Percent);
    }

    [Test]
    public void Lent_rate_follows_the_circuits_rates()
    {
        Rig rig = new(Scene);
        Circuit six = rig.Add(6), twelve = rig.Add(12);
        rig.Add(100).IsIdle = true;
        rig.Run(seconds: 10);

        Assert.That(twelve.Rate / six.Rate, Is.EqualTo(2).Within(5).Percent);
        Assert.That(twelve.Rate + six.Rate, Is.EqualTo(10).Within(1).Percent);
    }

    [Test]
    public void Lent_rate_follows_the_circuits_rates_also_where_a_pass_has_less_than_a_packet_to_lend()
    {
        Rig rig = new(DataRate.FromMegabitsPerSecond(1));
        Circuit one = rig.Add(1), two = rig.Add(2);
        rig.Add(20).IsIdle = true;
        rig.Run(seconds: 60);

        Assert.That(two.Rate / one.Rate, Is.EqualTo(2).Within(5).Percent);
        Assert.That(two.Rate + one.Rate, Is.EqualTo(1).Within(1).Percent);
    }

    [Test]
    public void A_circuit_that_wakes_up_gets_its_share_at_once()
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
        Assert.That(rig.LeastSlackBytes, Is.GreaterThanOrEqualTo(0), "bytes left in a bucket of S and its burst that the log drains");
    }

    [Test]
    public void Without_a_limit_nothing_is_held_back()
    {
        Rig rig = new(DataRate.Zero);
        Circuit fast = rig.Add(90);
        rig.Run(seconds: 2);
        Assert.That(fast.Rate, Is.EqualTo(90).Within(1).Percent);
    }

    private sealed class Circuit(SceneShare share, double asked)
    {
        public SceneShare Share => share;

        public double Asked { get; set; } = asked;

        public bool IsIdle { get; set; }

        public TokenBucket Own;

        public long Sent { get; set; }

        public double Rate { get; set; }
    }

    private sealed class Rig(DataRate scene)
    {
        private readonly List<Circuit> _circuits = [];
        private readonly Random _sizes = new(7);
        private Instant _now = Instant.Zero;
        private double _slack = double.NaN;

        public SceneShaper Shaper { get; } = new(scene, Burst, Instant.Zero);

        public double LeastSlackBytes { get; private set; } = double.MaxValue;

        public Circuit Add(double mbps)
        {
            Circuit circuit = new(Shaper.Open(), mbps);
            circuit.Share.Owner = circuit;
            circuit.Own = new TokenBucket(DataRate.Zero, 1, _now);
            _circuits.Add(circuit);
            SetRate(circuit, mbps);
            return circuit;
        }

        public void SetRate(Circuit circuit, double mbps)
        {
            DataRate rate = DataRate.FromMegabitsPerSecond(mbps);
            circuit.Asked = mbps;
            circuit.Own.SetRate(rate, (int)Math.Max(3000, rate.BytesIn(Burst)), _now);
            Shaper.SetRate(circuit.Share, rate);
        }

        public void Run(double seconds)
        {
            Instant start = _now;
            foreach (Circuit circuit in _circuits)
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
            double depth = Shaper.BurstBytes + SceneShaper.PacketBytes;
            _slack = double.IsNaN(_slack) ? depth : Math.Min(depth, _slack + scene.BytesPerSecond * step.Seconds);
            Shaper.Refill(_now);
            foreach (Circuit circuit in _circuits)
            {
                circuit.Own.Refill(_now);
                circuit.Share.Waits = false;
                while (!circuit.IsIdle)
                {
                    if (!Shaper.MaySend(circuit.Share))
                    {
                        circuit.Share.Waits = true;
                        break;
                    }
                    int bytes = SendNext(circuit);
                    if (bytes == 0)
                        break;
                    Shaper.Take(circuit.Share, bytes);
                }
            }
            Shaper.Lend(share => SendNext((Circuit)share.Owner!));
        }

        private int SendNext(Circuit circuit)
        {
            int bytes = _sizes.Next(60, 1400);
            if (circuit.IsIdle || !circuit.Own.Covers(bytes))
                return 0;
            circuit.Own.Take(bytes);
            circuit.Sent += bytes;
            _slack -= bytes;
            if (Shaper.IsLimited)
                LeastSlackBytes = Math.Min(LeastSlackBytes, _slack);
            return bytes;
        }
    }
}
