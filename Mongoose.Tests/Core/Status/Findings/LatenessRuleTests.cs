using Mongoose.Core.Sending;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Status.Findings;

/// <summary>A late process makes all paths look slow; a line that is slow is named all the same.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class LatenessRuleTests
{
    private const int Seconds = 20;

    private static readonly RegionEvidence Region = Cases.Region();
    private static readonly ProcessHealth Late = Cases.Starved with { Lateness = Duration.FromMilliseconds(180) };

    [TestCase(1)]
    [TestCase(2)]
    [TestCase(3)]
    public void A_circuit_whose_round_trips_rise_and_fall_with_those_of_the_others_waits_for_the_process(int seed)
    {
        Random random = new(seed);
        VisitorEvidence[] visitors = Together(random, 5);
        visitors[0] = WithTrips(Cases.OnSlowLine(Region, LimitedBy.PathDelay, kilobits: 400), visitors[0].RoundTrips);
        Assert.That(Causes(visitors)[0], Is.EqualTo("host"));
        double[] own = [.. Enumerable.Range(0, Seconds).Select(second => 40 + 300 * random.NextDouble())];
        visitors[0] = WithTrips(visitors[0], own);
        Assert.That(Causes(visitors)[0], Is.EqualTo("delay"), "a queue of its own");
    }

    [TestCase(1)]
    [TestCase(2)]
    public void Lines_that_are_all_slow_are_named_though_the_process_is_late(int seed)
    {
        Random random = new(seed);
        VisitorEvidence[] visitors = [.. Enumerable.Range(1, 6).Select(number => WithTrips(
            Cases.OnSlowLine(Region, LimitedBy.PathDelay, kilobits: 400, number),
            [.. Enumerable.Range(0, Seconds).Select(second => 40 + 300 * random.NextDouble())]))];
        Assert.That(Causes(visitors), Is.All.EqualTo("delay"));
    }

    [Test]
    public void A_visitor_who_does_not_use_what_the_path_permits_is_not_held_back_by_it()
    {
        VisitorEvidence visitor = Cases.OnSlowLine(Region, LimitedBy.PathDelay, kilobits: 400);
        visitor = visitor with { Figures = visitor.Figures with { UsedRate = Cases.Kbps(100) } };
        Assert.That(Causes(visitor), Is.EqualTo(new[] { "host" }));
    }

    [TestCase(300, "delay")]
    [TestCase(100, "host", Description = "at most 180 ms late for 60 % of the time")]
    public void If_nobody_else_is_there_the_process_explains_delays_of_its_mean_lateness(double delayMs, string cause)
    {
        VisitorEvidence visitor = Cases.OnSlowLine(Region, LimitedBy.PathDelay, kilobits: 400);
        visitor = visitor with { Figures = visitor.Figures with { PathDelay = Duration.FromMilliseconds(delayMs) } };
        Assert.That(Causes(visitor), Is.EqualTo(new[] { cause }));
    }

    [TestCase(LimitedBy.PathLoss, "loss")]
    [TestCase(LimitedBy.Window, "window")]
    public void Losses_and_silence_of_few_who_send_less_than_the_others_are_their_own(LimitedBy limit, string cause)
    {
        VisitorEvidence slow = Cases.OnSlowLine(Region, limit, kilobits: 400);
        slow = slow with { Figures = slow.Figures with { PathDelay = Duration.Zero } };
        VisitorEvidence[] others = [.. Enumerable.Range(2, 3).Select(number => Cases.Limited(Region, LimitedBy.Host, number))];
        Assert.That(Causes([slow, .. others])[0], Is.EqualTo(cause));
        Assert.That(Causes(slow, others[0]), Is.All.EqualTo("host"), "one of two is not few");
        VisitorEvidence[] late = [.. Together(new Random(1), 4).Skip(1).Select(visitor => visitor with
        {
            Figures = Cases.OnSlowLine(Region, LimitedBy.PathDelay, kilobits: 900, visitor.Figures.Number).Figures,
        })];
        Assert.That(Causes([slow, .. late]), Is.EqualTo(new[] { cause, "host", "host", "host" }), "the others' acks are read late");
    }

    [TestCase(LimitedBy.PathDelay)]
    [TestCase(LimitedBy.PathLoss)]
    public void A_program_on_the_simulator_s_host_has_no_slow_path(LimitedBy limit)
    {
        VisitorEvidence bot = Cases.OnSlowLine(Region, limit, kilobits: 400) with { Household = "" };
        VisitorEvidence[] others = [.. Enumerable.Range(2, 5).Select(number => Cases.Limited(Region, LimitedBy.Host, number))];
        Assert.That(Causes([bot, .. others]), Is.All.EqualTo("host"));
    }

    [TestCase(LimitedBy.Cap)]
    [TestCase(LimitedBy.Viewer)]
    [TestCase(LimitedBy.Nothing)]
    public void In_a_starved_process_a_setting_counts_only_if_it_costs_more_than_lateness(LimitedBy limit)
    {
        VisitorEvidence visitor = Cases.Limited(Region, limit) with { LimitedTime = Cases.Time((limit, 8.5), (LimitedBy.Host, 1.5)) };
        visitor = visitor with { Figures = visitor.Figures with { UsedRate = Cases.Kbps(2550) } };
        Assert.That(Causes(visitor), Is.EqualTo(new[] { "host" }));
        VisitorEvidence capped = Cases.Limited(Region, LimitedBy.Cap) with { LimitedTime = visitor.LimitedTime };
        capped = capped with
        {
            Figures = capped.Figures with { AllowedRate = Cases.Kbps(500), CurrentRate = Cases.Kbps(500), UsedRate = Cases.Kbps(420) },
        };
        Assert.That(Causes(capped), Is.EqualTo(new[] { "cap" }), "425 of 2550 kbit/s");
    }

    /// <summary>Circuits whose round trips rise and fall together.</summary>
    private static VisitorEvidence[] Together(Random random, int count)
    {
        double[] common = [.. Enumerable.Range(0, Seconds).Select(_ => 40 + 300 * random.NextDouble())];
        return [.. Enumerable.Range(1, count).Select(number => WithTrips(Cases.Limited(Region, LimitedBy.Host, number),
            [.. common.Select(trip => trip + 20 * random.NextDouble())]))];
    }

    private static VisitorEvidence WithTrips(VisitorEvidence visitor, IReadOnlyList<double> trips) => visitor with { RoundTrips = trips };

    private static string[] Causes(params VisitorEvidence[] visitors) =>
        [.. Cases.Diagnose(Late, visitors).Visitors.Select(verdict => verdict.Cause?.Name ?? "none")];
}
