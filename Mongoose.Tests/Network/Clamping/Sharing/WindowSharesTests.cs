using Mongoose.Core.Units;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Clamping.Sharing;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Clamping.Sharing;

/// <summary>Known answers for C = 19 Mbit/s, U = 32 kbit/s and round trips of 30, 50 and 100 ms, and properties of the division.</summary>
public sealed class WindowSharesTests
{
    private static readonly DataRate Rest = DataRate.FromKilobitsPerSecond(19_000 - 32);
    private static readonly double[] Minima = [30, 50, 100], Currents = [50, 70, 120];

    [TestCase(ClampSharing.Count)]
    [TestCase(ClampSharing.Need)]
    public void Equation_1_gives_all_flows_one_window(ClampSharing sharing) =>
        Assert.That(Windows(Paper(WindowFormula.Equal, sharing), Greedy(Minima, Currents), Rest),
            Is.EqualTo(new long[] { 47_420, 47_420, 47_420 }));

    [TestCase(ClampSharing.Count, 32, new long[] { 23_710, 39_517, 79_033 })]
    [TestCase(ClampSharing.Need, 32, new long[] { 23_710, 39_517, 79_033 })]
    [TestCase(ClampSharing.Count, 36.48, new long[] { 23_704, 39_507, 79_015 })]
    public void Equation_2_gives_windows_in_proportion_to_the_least_round_trips(ClampSharing sharing, double other, long[] expected) =>
        Assert.That(
            Windows(Paper(WindowFormula.MinimumRtt, sharing), Greedy(Minima, Currents), DataRate.FromKilobitsPerSecond(19_000 - other)),
            Is.EqualTo(expected));

    [TestCase(ClampSharing.Count)]
    [TestCase(ClampSharing.Need)]
    public void The_second_reading_gives_windows_in_proportion_to_the_current_round_trips(ClampSharing sharing)
    {
        long[] windows = Windows(Paper(WindowFormula.CurrentRtt, sharing), Greedy(Minima, Currents), Rest);
        Assert.That(windows, Is.EqualTo(new long[] { 29_638, 41_492, 71_130 }).AsCollection.Within(1));
        Assert.That(windows.Sum(), Is.EqualTo(142_260).Within(1));
    }

    [Test]
    public void Windows_of_payload_leave_out_the_headers() => Assert.That(
        Windows(Paper(WindowFormula.MinimumRtt) with { PayloadOnly = true }, Greedy(Minima, Minima),
            DataRate.FromKilobitsPerSecond(19_000 - 36.48)),
        Is.EqualTo(new long[] { 22_883, 38_138, 76_276 }).AsCollection.Within(1));

    [Test]
    public void The_margin_multiplies_the_windows() => Assert.That(
        Windows(Paper(WindowFormula.MinimumRtt) with { Margin = 1.05 }, Greedy(Minima, Minima), Rest),
        Is.EqualTo(new long[] { 24_896, 41_493, 82_985 }).AsCollection.Within(1));

    // (18.9635 - 1) / 2 = 8.98175 Mbit/s; in 50 ms 56 136 B.
    [Test]
    public void What_a_flow_does_not_need_is_lent_to_the_others_and_its_own_window_is_of_the_same_share()
    {
        FlowNeed[] flows = [Flow(50, 50), Flow(50, 50) with { IsLimited = false, Rate = DataRate.FromMegabitsPerSecond(1) }, Flow(50, 50)];
        long[] windows = Windows(Paper(WindowFormula.CurrentRtt, ClampSharing.Need), flows, DataRate.FromMegabitsPerSecond(18.9635));
        Assert.That(windows, Is.EqualTo(new long[] { 56_136, 56_136, 56_136 }).AsCollection.Within(1));
    }

    // Count: 20 / 4. Need: the flow of 2 takes 2; (20 - 2 - 4) / 2 = 7 Mbit/s; the flow of 9 takes the level (20 - 2) / 3 = 6 instead of 9.
    [TestCase(ClampSharing.Count, 4, 5)]
    [TestCase(ClampSharing.Need, 4, 7)]
    [TestCase(ClampSharing.Need, 9, 6)]
    public void Greedy_traffic_that_cannot_be_clamped_is_a_member(ClampSharing sharing, double other, double share)
    {
        long[] windows = new long[2];
        new WindowShares(Paper(WindowFormula.MinimumRtt, sharing)).Compute(
            [Flow(80, 80), Flow(80, 80)],
            DataRate.FromMegabitsPerSecond(20),
            [DataRate.FromMegabitsPerSecond(2), DataRate.FromMegabitsPerSecond(other)],
            windows);
        Assert.That(windows, Is.All.EqualTo((long)(share * 10_000)));
    }

    // No flow fills its window: the largest may grow to 20 - 3 - 5 = 12 Mbit/s.
    [Test]
    public void Where_all_needs_are_met_the_share_is_what_the_largest_flow_may_grow_to()
    {
        long[] windows = new long[2];
        FlowNeed idle = Flow(80, 80) with { IsLimited = false };
        new WindowShares(Paper(WindowFormula.MinimumRtt, ClampSharing.Need)).Compute(
            [idle with { Rate = DataRate.FromMegabitsPerSecond(3) }, idle with { Rate = DataRate.FromMegabitsPerSecond(4) }],
            DataRate.FromMegabitsPerSecond(20),
            [DataRate.FromMegabitsPerSecond(5)],
            windows);
        Assert.That(windows, Is.All.EqualTo(120_000));
    }

    [Test]
    public void A_capacity_of_zero_gives_windows_of_zero_and_no_flows_give_none()
    {
        foreach (WindowFormula formula in Enum.GetValues<WindowFormula>())
        {
            foreach (ClampSharing sharing in Enum.GetValues<ClampSharing>())
            {
                Assert.That(Windows(Paper(formula, sharing), Greedy(Minima, Currents), DataRate.Zero), Is.All.Zero);
                Assert.That(Windows(Paper(formula, sharing), [Flow(0, 0)], Rest), Is.All.Zero);
                Assert.That(Windows(Paper(formula, sharing), [], Rest), Is.Empty);
            }
        }
    }

    [Test]
    public void The_largest_rates_and_round_trips_do_not_overflow() => Assert.That(
        Windows(Paper(WindowFormula.MinimumRtt) with { Margin = 4 }, [Flow(1, 1) with { MinRtt = Duration.MaxValue }], DataRate.MaxValue),
        Is.All.EqualTo(long.MaxValue));

    [ForAll(MaxTest = 200)]
    public void With_the_second_reading_the_sum_of_windows_does_not_depend_on_the_queue(int seed)
    {
        Random random = new(seed);
        double[] minima = [.. Enumerable.Range(0, random.Next(1, 20)).Select(_ => random.Next(1, 300) / 1.0)];
        double queue = random.Next(0, 500);
        foreach (ClampSharing sharing in Enum.GetValues<ClampSharing>())
        {
            ClampOptions options = Paper(WindowFormula.CurrentRtt, sharing);
            long empty = Windows(options, Greedy(minima, minima), Rest).Sum();
            long full = Windows(options, Greedy(minima, [.. minima.Select(m => m + queue)]), Rest).Sum();
            Assert.That(full, Is.EqualTo(empty).Within(minima.Length));
            Assert.That(empty, Is.EqualTo(Rest.BytesPerSecond / minima.Length * minima.Sum() / 1000).Within(minima.Length));
        }
    }

    [Test]
    public void A_division_allocates_nothing()
    {
        WindowShares shares = new(Paper(WindowFormula.CurrentRtt, ClampSharing.Need));
        FlowNeed[] flows = [.. Enumerable.Range(1, 100).Select(i => Flow(i, 2 * i) with { IsLimited = i % 3 == 0 })];
        long[] windows = new long[flows.Length];
        Assert.That(Allocation.FewestBytes(() => shares.Compute(flows, Rest, [Rest], windows)), Is.Zero);
    }

    /// <summary>The paper's rule without a margin.</summary>
    private static ClampOptions Paper(WindowFormula formula, ClampSharing sharing = ClampSharing.Count) =>
        new() { Formula = formula, Sharing = sharing, Margin = 1 };

    private static FlowNeed[] Greedy(double[] minima, double[] currents) => [.. minima.Zip(currents, Flow)];

    /// <summary>A flow that fills its window.</summary>
    private static FlowNeed Flow(double minimum, double current) =>
        new(Duration.FromMilliseconds(minimum), Duration.FromMilliseconds(current), DataRate.FromMegabitsPerSecond(6), true, 1448);

    private static long[] Windows(ClampOptions options, FlowNeed[] flows, DataRate capacity)
    {
        long[] windows = new long[flows.Length];
        new WindowShares(options).Compute(flows, capacity, [], windows);
        return windows;
    }
}
