using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;

namespace Mongoose.Tests.Network.Queues;

/// <summary>QDELAY_REF and T_UPDATE are 15 ms unless stated otherwise: updates are due at 15, 30, 45, ... ms.</summary>
public sealed class PieTests(bool inBytes) : QueueContract(inBytes)
{
    protected override QueueDiscipline CreateEager(QueueLimit limit, int seed) => new Pie(
        limit,
        new PieParameters
        {
            QDelayRef = Duration.FromMilliseconds(2),
            TUpdate = Duration.FromMilliseconds(3),
            MaxBurst = Duration.FromMilliseconds(3),
            Alpha = 20,
            MeanPktSize = 200,
            MaxEcnTh = 0.5,
            DqThreshold = 3000,
            DelayEstimator = seed % 3 == 0 ? DelayEstimator.DequeueRate : DelayEstimator.Timestamp,
            Decay = seed % 5 == 0 ? PieDecay.BelowHalfRef : PieDecay.Idle,
            Derandomize = seed % 7 == 0,
            Activation = seed % 4 == 0,
        },
        ecn: seed % 2 != 0,
        new SeededRandom(seed));

    // One of 50 packets leaves 1 ms before each update, so the delay at the n-th update is 15 n - 1 ms.
    //   change = (0.125 (delay - 0.015) + 1.25 (delay - previous delay)) / scale, where scale depends on the previous probability
    private static readonly (double Change, int Scale)[] Table =
    [
        (0.125 * -0.001 + 1.25 * 0.014, 2048), //  14 ms: 0.017375 / 2048 -> 8.484e-6
        (0.125 * 0.014 + 1.25 * 0.015, 512),   //  29 ms: 0.0205   /  512 -> 4.852e-5
        (0.125 * 0.029 + 1.25 * 0.015, 128),   //  44 ms: 0.022375 /  128 -> 2.233e-4
        (0.125 * 0.044 + 1.25 * 0.015, 32),    //  59 ms: 0.02425  /   32 -> 9.811e-4
        (0.125 * 0.059 + 1.25 * 0.015, 32),    //  74 ms: 0.026125 /   32 -> 1.798e-3
        (0.125 * 0.074 + 1.25 * 0.015, 8),     //  89 ms: 0.028    /    8 -> 5.298e-3
        (0.125 * 0.089 + 1.25 * 0.015, 8),     // 104 ms: 0.029875 /    8 -> 9.032e-3
        (0.125 * 0.104 + 1.25 * 0.015, 8),     // 119 ms: 0.03175  /    8 -> 0.01300
        (0.125 * 0.119 + 1.25 * 0.015, 2),     // 134 ms: 0.033625 /    2 -> 0.02981
        (0.125 * 0.134 + 1.25 * 0.015, 2),     // 149 ms: 0.0355   /    2 -> 0.04756
        (0.125 * 0.149 + 1.25 * 0.015, 2),     // 164 ms: 0.037375 /    2 -> 0.06625
        (0.125 * 0.164 + 1.25 * 0.015, 2),     // 179 ms: 0.03925  /    2 -> 0.08588
        (0.125 * 0.179 + 1.25 * 0.015, 2),     // 194 ms: 0.041125 /    2 -> 0.1064
        (0.02, 1),                             // 209 ms: 0.043 is capped -> 0.1264
    ];

    [Test]
    public void The_probability_follows_the_table()
    {
        (Pie queue, QueueRig rig) = Loaded(new PieParameters());
        double expected = 0;
        foreach ((int n, double change, int scale) in Table.Select((row, n) => (n + 1, row.Change, row.Scale)))
        {
            rig.Dequeue(15 * n - 1);
            Assert.That(queue.State.DropProbability, Is.EqualTo(expected).Within(1e-15), $"before update {n}");
            expected += change / scale;
            Assert.That(queue.State.Delay.Milliseconds, Is.EqualTo(15 * n - 1));
        }
        rig.Dequeue(210);
        Assert.That(queue.State.DropProbability, Is.EqualTo(expected).Within(1e-15));
        Assert.That(expected, Is.EqualTo(0.1264).Within(0.0001));
    }

    [Test]
    public void Without_the_cap_the_last_step_is_complete()
    {
        (Pie queue, QueueRig rig) = Loaded(new PieParameters { CapAdjustment = false });
        for (int n = 1; n <= 14; n++)
            rig.Dequeue(15 * n - 1);
        rig.Dequeue(210);
        double expected = Table[..13].Sum(row => row.Change / row.Scale) + 0.125 * 0.194 + 1.25 * 0.015; // 0.1064 + 0.043
        Assert.That(queue.State.DropProbability, Is.EqualTo(expected).Within(1e-15));
    }

    [TestCase(15 - 1e-6, 0)]
    [TestCase(15, 0.017375 / 2048)]
    public void An_update_runs_before_a_call_at_the_same_time(double at, double expected)
    {
        (Pie queue, QueueRig rig) = Loaded(new PieParameters());
        rig.Dequeue(14, at);
        Assert.That(queue.State.DropProbability, Is.EqualTo(expected).Within(1e-18));
    }

    // alpha 1, beta 0. Two packets; one leaves at 215 and the other stays: 215 ms at 225, 240, 255 and 270.
    //   0.2/2048 = 9.766e-5; + 0.2/128 = 1.660e-3; + 0.2/8 = 0.02666; + 0.2/2 = 0.12666
    // The other leaves at 280, two arrive and one of them leaves at 283: 3 ms, below half of the reference.
    //   285: -0.012 -> 0.11466, and no decay, because the previous delay was 215 ms
    //   300: -0.012 -> 0.10266; both are below half but not zero: only appendix B decays
    // The last leaves at 310, so there is no delay from then on.
    //   315: -0.015 -> 0.08766 (appendix A: 3 ms before, no decay); B: (0.10061 - 0.015) * 0.98 = 0.08389
    //   330: -0.015/2 and a decay under both rules: (0.08766 - 0.0075) * 0.98 and (0.08389 - 0.0075) * 0.98
    [TestCase(PieDecay.Idle, 0.10266015625, 0.08766015625)]
    [TestCase(PieDecay.BelowHalfRef, 0.10266015625 * 0.98, (0.10266015625 * 0.98 - 0.015) * 0.98)]
    public void The_probability_decays_when_there_is_no_congestion(PieDecay decay, double at300, double at315)
    {
        Pie queue = New(new PieParameters { Alpha = 1, Beta = 0, Decay = decay, CapAdjustment = false });
        QueueRig rig = new(queue);
        rig.Enqueue(0, 2);
        rig.Dequeue(215, 280);
        Assert.That(queue.State.DropProbability, Is.EqualTo(0.12666015625).Within(1e-15));
        rig.Enqueue(280, 2);
        rig.Dequeue(283, 310);
        Assert.That(queue.State.DropProbability, Is.EqualTo(at300).Within(1e-15));
        rig.Dequeue(315);
        Assert.That(queue.State.DropProbability, Is.EqualTo(at315).Within(1e-15));
        rig.Dequeue(330);
        Assert.That(queue.State.DropProbability, Is.EqualTo((at315 - 0.0075) * 0.98).Within(1e-15));
    }

    [TestCase(false, 0)]
    [TestCase(true, 40)]
    public void An_empty_queue_has_no_delay_unless_the_last_is_kept(bool keep, double milliseconds)
    {
        Pie queue = New(new PieParameters { KeepDelayWhenEmpty = keep });
        QueueRig rig = new(queue);
        rig.Enqueue(0);
        rig.Dequeue(40);
        Assert.That(queue.State.Delay.Milliseconds, Is.EqualTo(milliseconds));
    }

    // A delay of 100 ms with alpha 100: 0.0042 at 105 ms, 1 at 120. The burst allowance of 150 ms ends with the update at 150.
    [TestCase(149.9, 0)]
    [TestCase(150, 1)]
    public void Nothing_is_dropped_early_while_the_burst_allowance_lasts(double at, int drops)
    {
        (Pie queue, QueueRig rig) = Certain(maxEcnTh: 0.1, ecn: false);
        rig.Enqueue(at);
        Assert.That(queue.Counts.DroppedFor(QueueDropReason.Early), Is.EqualTo(drops));
        Assert.That(queue.Counts.DroppedBeforeEnqueue.Packets, Is.EqualTo(drops));
    }

    [TestCase(3000, 0)]
    [TestCase(3001, 1)]
    public void Nothing_is_dropped_early_with_two_mean_packets_in_the_queue(int queued, int drops)
    {
        Pie queue = New(Steep(0.1));
        QueueRig rig = new(queue);
        rig.Enqueue(0);
        rig.Enqueue(0, bytes: queued);
        rig.Dequeue(100);
        rig.Enqueue(150);
        Assert.That(queue.State.DropProbability, Is.EqualTo(1));
        Assert.That(queue.Counts.DroppedFor(QueueDropReason.Early), Is.EqualTo(drops));
    }

    [TestCase(1, false)]
    [TestCase(1.0001, true)]
    public void At_max_ecnth_and_above_capable_packets_are_dropped(double threshold, bool marks)
    {
        (Pie queue, QueueRig rig) = Certain(threshold, ecn: true);
        rig.Enqueue(150, 1, ecn: Ecn.Capable1);
        Assert.That(queue.Counts.MarkedFor(QueueDropReason.Early), Is.EqualTo(marks ? 1 : 0));
        Assert.That(queue.Counts.DroppedFor(QueueDropReason.Early), Is.EqualTo(marks ? 0 : 1));
        rig.Enqueue(150);
        Assert.That(queue.Counts.Dropped.Packets, Is.EqualTo(marks ? 1 : 2), "not capable");
    }

    // The table's first eleven rows: at 165 ms the probability is 0.06625, and the burst allowance is over.
    [Test]
    public void Packets_are_dropped_with_the_probability()
    {
        int drops = DropsOf2000(new PieParameters()).Count;
        Assert.That(drops, Is.EqualTo(0.06625 * 2000).Within(3 * Math.Sqrt(2000 * 0.06625 * 0.93375)));
    }

    // Not before 0.85 / 0.06625 = 12.8 packets after the last, and not after 8.5 / 0.06625 = 128.3.
    [Test]
    public void Derandomised_drops_are_neither_too_close_nor_too_far_apart()
    {
        List<int> drops = DropsOf2000(new PieParameters { Derandomize = true });
        Assert.That(drops, Has.Count.GreaterThan(40));
        Assert.That(drops.Zip(drops.Skip(1), (a, b) => b - a), Is.All.InRange(13, 129));
    }

    [Test]
    public void It_is_active_from_a_third_of_the_limit_until_the_queue_is_idle()
    {
        Pie queue = new(Limit(30), new PieParameters { Activation = true }, false, new SeededRandom(1));
        QueueRig rig = new(queue);
        rig.Enqueue(7, 9);
        Assert.That(queue.State.IsActive, Is.False);
        rig.Enqueue(7);
        Assert.That(queue.State.IsActive);
        Assert.That(queue.State.BurstAllowance.Milliseconds, Is.EqualTo(150));

        // Updates are due every 15 ms from 7 ms on: the first sees 14 ms of delay, as in the table.
        rig.Dequeue(21, 22);
        Assert.That(queue.State.DropProbability, Is.EqualTo(0.017375 / 2048).Within(1e-18));
        while (rig.Dequeue(23) is not null)
        {
        }
        rig.Enqueue(36);
        Assert.That(queue.State.IsActive, "the update at 37 has yet to find that there is no delay");
        rig.Dequeue(36);
        rig.Enqueue(60);
        Assert.That(queue.State.IsActive, Is.False);
    }

    // DQ_THRESHOLD 2000 bytes. The packet at 10 ms begins a measurement, those at 20 and 30 end it: 20 ms for 2000 bytes. The packet at 30
    // begins the next, those at 45 and 60 end it: 30 ms, with weight 2000/65536: 20.30517578125 ms.
    //   45: 7000 bytes wait: 7000 * 20 / 2000 = 70 ms.    75: 5000 bytes: 5000 * 20.30517578125 / 2000 = 50.762939 ms.
    [Test]
    public void The_delay_estimated_by_the_departure_rate()
    {
        Pie queue = New(new PieParameters { DelayEstimator = DelayEstimator.DequeueRate, DqThreshold = 2000 });
        QueueRig rig = new(queue);
        rig.Enqueue(0, 10);
        rig.Dequeue(10, 20, 30);
        Assert.That(queue.State.Delay, Is.EqualTo(Duration.Zero), "nothing was measured at 30");
        rig.Dequeue(45);
        Assert.That(queue.State.Delay.Nanoseconds, Is.EqualTo(70_000_000));
        rig.Dequeue(60, 75);
        Assert.That(queue.State.Delay.Nanoseconds, Is.EqualTo(50_762_939));
    }

    [Test]
    public void After_an_idle_day_the_state_is_the_same_as_after_an_idle_minute()
    {
        double[] probabilities = new[] { 60_000, 86_400_000 }.Select(idle =>
        {
            (Pie queue, QueueRig rig) = Loaded(new PieParameters());
            for (int n = 1; n <= 11; n++)
                rig.Dequeue(15 * n - 1);
            while (rig.Dequeue(170) is not null)
            {
            }
            rig.Enqueue(idle, 3);
            rig.Dequeue(idle + 14, idle + 15);
            return queue.State.DropProbability;
        }).ToArray();
        Assert.That(probabilities[0], Is.EqualTo(0.017375 / 2048).Within(1e-18).And.EqualTo(probabilities[1]));
    }

    [Test]
    public void The_same_seed_drops_the_same_packets() =>
        Assert.That(DropsOf2000(new PieParameters()), Is.EqualTo(DropsOf2000(new PieParameters())));

    private static PieParameters Steep(double maxEcnTh) => new() { Alpha = 100, Beta = 0, CapAdjustment = false, MaxEcnTh = maxEcnTh };

    private Pie New(PieParameters parameters, bool ecn = false) => new(Limit(5000), parameters, ecn, new SeededRandom(1));

    private (Pie Queue, QueueRig Rig) Loaded(PieParameters parameters)
    {
        Pie queue = New(parameters);
        QueueRig rig = new(queue);
        rig.Enqueue(0, 50);
        return (queue, rig);
    }

    /// <summary>Creates a queue with drop probability 1 from 120 ms on.</summary>
    private (Pie Queue, QueueRig Rig) Certain(double maxEcnTh, bool ecn)
    {
        Pie queue = New(Steep(maxEcnTh), ecn);
        QueueRig rig = new(queue);
        rig.Enqueue(0, 10);
        rig.Dequeue(100);
        return (queue, rig);
    }

    private List<int> DropsOf2000(PieParameters parameters)
    {
        Pie queue = New(parameters);
        List<int> drops = [];
        for (int i = 0; i < 50; i++)
            queue.Enqueue(new TestPacket(i), Instant.Zero);
        for (int n = 1; n <= 11; n++)
            queue.Dequeue(QueueRig.At(15 * n - 1));
        for (int i = 0; i < 2000; i++)
        {
            TestPacket packet = new(i);
            queue.Enqueue(packet, QueueRig.At(165));
            if (packet.IsReleased)
                drops.Add(i);
        }
        Assert.That(queue.State.DropProbability, Is.EqualTo(0.06625).Within(0.00001));
        return drops;
    }
}
