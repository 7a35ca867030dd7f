using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Findings;
using Mongoose.Core.Status.Health;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Status.Findings;

/// <summary>Whether the simulator's own line, which all visitors share, holds them back.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class UplinkRuleTests
{
    private static readonly RegionEvidence Region = Cases.Region();

    [Test]
    public void Lines_whose_queues_rise_and_fall_together_are_one_line_the_simulator_s()
    {
        Random random = new(1);
        double[] queue = Cases.Queue(random);
        VisitorEvidence[] visitors = [.. Enumerable.Range(1, 5).Select(number =>
            Queueing(number, [.. queue.Select(delay => delay + 10 * random.NextDouble())]))];
        Diagnosis diagnosis = Cases.Diagnose(Cases.Process, visitors);
        Assert.That(diagnosis.Findings.Select(finding => (finding.Cause.Name, finding.IsSure)), Is.EqualTo(new[] { ("uplink", false) }));
        RegionEvidence slow = Cases.Region(Cases.Simulation with { Frame = Cases.Simulation.Frame * 2 });
        Diagnosis late = Cases.Diagnose(Cases.Process, [.. visitors.Select(visitor => visitor with { Region = slow })]);
        Assert.That(late.Findings.Select(finding => finding.Cause.Name), Has.None.EqualTo("uplink"), "a slow region delays all acks alike");
    }

    [Test]
    public void A_queue_that_does_not_hold_back_those_who_send_most_is_not_the_simulator_s()
    {
        VisitorEvidence[] visitors = UplinkQueues(5);
        visitors[4] = Unhindered(visitors[4]);
        Assert.That(Cases.Causes(visitors).Distinct(), Is.EqualTo(new[] { "uplink", "none" }), "one of five");
        foreach (int i in Enumerable.Range(1, 3))
            visitors[i] = Unhindered(visitors[i]);
        Assert.That(Cases.Causes(visitors).Distinct(), Is.EqualTo(new[] { "delay", "none" }), "four of five");

        static VisitorEvidence Unhindered(VisitorEvidence visitor) =>
            visitor with { Figures = visitor.Figures with { Limit = LimitedBy.Nothing } };
    }

    [TestCase(1)]
    [TestCase(2)]
    [TestCase(3)]
    public void Lines_whose_queues_are_full_by_chance_are_their_own(int seed)
    {
        Random random = new(seed);
        VisitorEvidence[] visitors = [.. Enumerable.Range(1, 5).Select(number =>
            Queueing(number, Cases.Queue(random)))];
        Assert.That(Cases.Causes(visitors), Is.All.EqualTo("delay"));
    }

    [TestCase(1)]
    [TestCase(2)]
    [TestCase(3)]
    public void Lines_that_begin_to_queue_at_once_and_a_pause_of_the_simulator_are_no_uplink(int seed)
    {
        Random random = new(seed);
        VisitorEvidence[] visitors = [.. Enumerable.Range(1, 5).Select(number => Queueing(number, [.. Enumerable.Range(0, 20).Select(
            second => (second < 8 ? 5 : 60) + (second == 14 ? 300 : 0) + 20 * random.NextDouble())]))];
        Assert.That(Cases.Causes(visitors), Is.All.EqualTo("delay"));
    }

    [TestCase(4, "uplink")]
    [TestCase(2, "window", Description = "one of three speaks: the others' viewers hang")]
    public void Viewers_that_fall_silent_all_at_once_are_cut_off(int silent, string cause)
    {
        VisitorEvidence[] visitors = [.. Enumerable.Range(1, Math.Max(3, silent)).Select(number => Cases.Visitor(Region, number))];
        for (int i = 0; i < silent; i++)
            visitors[i] = Silent(i + 1);
        Diagnosis diagnosis = Cases.Diagnose(Cases.Process, visitors);
        Assert.That(diagnosis.Findings.Select(finding => (finding.Cause.Name, finding.Harmed)), Is.EqualTo(new[] { (cause, silent) }));
    }

    [Test]
    public void A_household_that_falls_silent_is_one_line()
    {
        VisitorEvidence[] silent =
            [.. Enumerable.Range(1, 8).Select(number => Silent(number) with { Household = $"{Math.Max(6, number)}" })];
        Assert.That(Cases.Causes([.. silent, Cases.Visitor(Region, 10), Cases.Visitor(Region, 11)])[..8], Is.All.EqualTo("window"),
            "three of five lines");
    }

    [Test]
    public void Programs_on_the_simulators_own_host_have_no_line_that_could_be_cut_off()
    {
        VisitorEvidence[] visitors = [.. Enumerable.Range(1, 5).Select(Silent)];
        VisitorEvidence speaking = Cases.Visitor(Region, 6), alsoSpeaking = Cases.Visitor(Region, 7);
        Assert.Multiple(() =>
        {
            Assert.That(Cases.Causes([.. visitors[..3], OnHost(speaking), OnHost(alsoSpeaking)])[..3], Is.All.EqualTo("uplink"));
            Assert.That(Cases.Causes([visitors[0], visitors[1], OnHost(visitors[2]), OnHost(visitors[3])]), Is.All.EqualTo("window"));
        });

        static VisitorEvidence OnHost(VisitorEvidence visitor) => visitor with { Household = "" };
    }

    [Test]
    public void Another_region_that_is_slow_does_not_hide_a_full_uplink()
    {
        VisitorEvidence[] visitors = UplinkQueues(5);
        RegionEvidence slow = Cases.Region(Cases.Simulation with { Frame = Cases.Simulation.Frame * 1.5 }, "Mall");
        VisitorEvidence elsewhere = Cases.Visitor(slow, 6);
        string[] causes = Cases.Causes([.. visitors, elsewhere with { RoundTrips = Cases.Trips(40) }]);
        Assert.That(causes, Is.EqualTo(new[] { "uplink", "uplink", "uplink", "uplink", "uplink", "simulator" }));
    }

    [TestCase(6, 11, "uplink")]
    [TestCase(6, 10, "delay")]
    [TestCase(3, 15, "uplink", Description = "fewer lines show less in a second")]
    [TestCase(3, 14, "delay")]
    public void A_full_uplink_is_named_soon_although_it_was_free_before(int lines, int seconds, string cause)
    {
        Random random = new(1);
        double[] queue = Cases.Queue(random, seconds);
        VisitorEvidence[] visitors = [.. Enumerable.Range(1, lines).Select(number =>
            Queueing(number, [.. queue.Select(delay => delay + random.NextDouble())]))];
        Finding finding = Cases.Diagnose(Cases.Process, Waiting(visitors)).Findings.Single();
        Assert.That((finding.Cause.Name, finding.IsSure), Is.EqualTo((cause, false)), "until they are compared, nothing is certain");
    }

    [Test]
    public void Full_lines_that_were_compared_and_have_nothing_in_common_are_certainly_the_visitors_own()
    {
        Random random = new(1);
        VisitorEvidence[] visitors = [.. Enumerable.Range(1, 5).Select(number =>
            Queueing(number, Cases.Queue(random)))];
        Finding finding = Cases.Diagnose(Cases.Process, Waiting(visitors)).Findings.Single();
        Assert.That((finding.Cause.Name, finding.IsSure), Is.EqualTo(("delay", true)));
    }

    [Test]
    public void One_free_line_of_many_proves_nothing_until_the_others_are_compared()
    {
        Random random = new(1);
        double[] queue = Cases.Queue(random, seconds: 8);
        VisitorEvidence[] full = Waiting(Enumerable.Range(1, 6).Select(number => Queueing(number, queue)));
        Finding finding = Cases.Diagnose(Cases.Process, [.. full, Cases.OnFreeLine(Region)]).Findings.Single();
        Assert.That((finding.Cause.Name, finding.IsSure), Is.EqualTo(("delay", false)));
    }

    [Test]
    public void A_household_of_which_one_is_held_back_is_not_two_lines()
    {
        VisitorEvidence[] visitors = UplinkQueues(2);
        VisitorEvidence calm = visitors[0] with { Figures = Cases.Visitor(Region, 7).Figures };
        Finding finding = Cases.Diagnose(Cases.Process, [.. Waiting(visitors), calm]).Findings.Single();
        Assert.That((finding.Cause.Name, finding.IsSure), Is.EqualTo(("delay", false)), "two lines are not compared");
    }

    [Test]
    public void A_household_counts_as_one_line()
    {
        Random random = new(1);
        double[] common = Cases.Queue(random);
        VisitorEvidence[] classroom = [.. Enumerable.Range(1, 6).Select(number => Queueing(number, common) with { Household = "a" })];
        Assert.That(Cases.Causes([.. classroom, Queueing(7, Cases.Queue(random)), Queueing(8, Cases.Queue(random))]),
            Is.EqualTo(Enumerable.Repeat("neighbour", 6).Concat(["delay", "delay"])));
    }

    [Test]
    public void Who_comes_to_a_full_uplink_knows_no_shorter_round_trip_and_does_not_hide_it()
    {
        VisitorEvidence[] newcomers = [.. Enumerable.Range(5, 2).Select(number => Cases.Visitor(Region, number) with
        {
            RoundTrips = [.. Enumerable.Repeat(240.0, 12)],
            PathDelays = [.. Enumerable.Repeat(1.0, 12)],
        })];
        Assert.That(Cases.Causes([.. UplinkQueues(4), .. newcomers])[..4], Is.All.EqualTo("uplink"));
        Assert.That(Cases.Diagnose(Cases.Process, [.. Waiting(UplinkQueues(2)), .. newcomers]).Findings.Single().IsSure, Is.False);
    }

    [TestCase(8, "uplink")]
    [TestCase(7, "delay", Description = "too few circuits are left")]
    public void Visitors_whose_acks_are_rare_do_not_hide_a_full_uplink_and_do_not_show_it(int ackedSeconds, string cause)
    {
        VisitorEvidence[] visitors = [.. UplinkQueues(3).Select(visitor => visitor with { AckedSeconds = ackedSeconds })];
        VisitorEvidence[] idle = [.. Enumerable.Range(4, 3).Select(number =>
            Cases.Visitor(Region, number) with { RoundTrips = Cases.Trips(40), PathDelays = new double[60], AckedSeconds = 3 })];
        Assert.That(Cases.Causes([.. visitors, .. idle])[..3], Is.All.EqualTo(cause));
    }

    [Test]
    public void Visitors_in_a_network_of_the_host_do_not_hide_a_full_uplink() =>
        Assert.That(Cases.Causes([.. UplinkQueues(3), .. Near()]),
            Is.EqualTo(new[] { "uplink", "uplink", "uplink", "none", "none", "none" }));

    [Test]
    public void Visitors_who_come_through_a_tunnel_wait_in_the_uplink_as_all_do() =>
        Assert.That(Cases.Causes([.. UplinkQueues(4).Select(visitor => visitor with { IsNear = true })]), Is.All.EqualTo("uplink"));

    [TestCase(false)]
    [TestCase(true, Description = "the only other visitor is elsewhere, and has no queue")]
    public void A_slow_access_point_in_the_host_s_own_network_is_no_uplink(bool isOneFree)
    {
        VisitorEvidence[] wireless = [.. UplinkQueues(3).Select(visitor => visitor with { IsNear = true })];
        VisitorEvidence[] others = isOneFree ? [Cases.OnFreeLine(Region)] : Near();
        Assert.That(Cases.Causes([.. wireless, .. others])[..3], Is.All.EqualTo("delay"));
    }

    [Test]
    public void A_wait_for_a_thread_is_no_queue_of_those_in_the_host_s_network()
    {
        ProcessHealth waiting = Cases.Process with { WorkWait = Duration.FromMilliseconds(20) };
        VisitorEvidence[] near = [.. Near().Select(visitor => visitor with { PathDelays = [.. Enumerable.Repeat(20.0, 60)] })];
        Assert.That(Cases.Diagnose(waiting, [.. UplinkQueues(3), .. near]).Visitors.Take(3).Select(verdict => verdict.Cause?.Name),
            Is.All.EqualTo("uplink"));
    }

    [Test]
    public void A_visitor_in_a_network_of_the_host_does_not_show_that_the_uplink_is_free()
    {
        Finding delay = Cases.Diagnose(Cases.Process, [.. Waiting(UplinkQueues(1)), .. Near()]).Findings.Single();
        Assert.That((delay.Cause.Name, delay.IsSure), Is.EqualTo(("delay", false)));
    }

    [TestCase(1, false, Description = "no other visitor to compare with")]
    [TestCase(2, false, Description = "two can have the simulator's line in common")]
    [TestCase(2, true, Description = "a third, who is free, shows that it is not the simulator's line")]
    public void A_full_line_is_certainly_the_visitor_s_only_if_others_show_so(int queueing, bool isOneFree)
    {
        VisitorEvidence[] free = isOneFree ? [Cases.OnFreeLine(Region)] : [];
        Finding delay = Cases.Diagnose(Cases.Process, [.. Waiting(UplinkQueues(queueing)), .. free]).Findings.Single();
        Assert.That((delay.Cause.Name, delay.IsSure), Is.EqualTo(("delay", isOneFree)));
        Assert.That(delay.Advice, isOneFree ? Does.Not.Contain("UplinkKbps") : Does.Contain("UplinkKbps"));
    }

    [Test]
    public void Full_lines_in_a_slow_region_were_not_compared_and_are_not_certainly_the_visitors()
    {
        RegionEvidence slow = Cases.Region(Cases.Simulation with { Frame = Cases.Simulation.Frame * 1.2 });
        VisitorEvidence[] visitors = [.. UplinkQueues(4).Select(visitor => visitor with
        {
            Region = slow,
            Figures = visitor.Figures with { PathDelay = Duration.FromMilliseconds(800), PathRate = Cases.Kbps(400) },
        })];
        Finding delay = Cases.Diagnose(Cases.Process, visitors).Findings.Single(finding => finding.Cause.Limit == LimitedBy.PathDelay);
        Assert.That((delay.IsSure, delay.Advice.Contains("UplinkKbps", StringComparison.Ordinal)), Is.EqualTo((false, true)));
    }

    [TestCase(false)]
    [TestCase(true)]
    public void A_viewer_is_certainly_silent_of_itself_only_if_another_speaks(bool doesAnotherSpeak)
    {
        VisitorEvidence[] free = doesAnotherSpeak ? [Cases.OnFreeLine(Region)] : [];
        Finding window = Cases.Diagnose(Cases.Process, [Silent(1), .. free]).Findings.Single();
        Assert.That((window.Cause.Name, window.IsSure), Is.EqualTo(("window", doesAnotherSpeak)));
    }

    [TestCase(20, "uplink")]
    [TestCase(240, "delay")]
    public void A_wait_of_acks_for_a_thread_is_no_queue_of_the_simulator_s_line(double waitMs, string cause)
    {
        Random random = new(1);
        double[] queue = [.. Enumerable.Range(0, 20).Select(_ => 100 + 100 * random.NextDouble())];
        VisitorEvidence[] visitors = [.. Enumerable.Range(1, 5).Select(number => Queueing(number, queue))];
        ProcessHealth waiting = Cases.Process with { WorkWait = Duration.FromMilliseconds(waitMs) };
        Assert.That(Cases.Diagnose(waiting, visitors).Findings.Select(finding => finding.Cause.Name), Is.EqualTo(new[] { cause }));
    }

    /// <summary>Visitors in a network of the host. Their viewers hold acks back for up to 100 ms.</summary>
    private static VisitorEvidence[] Near()
    {
        Random random = new(1);
        return [.. Enumerable.Range(4, 3).Select(number => Cases.Visitor(Region, number) with
        {
            IsNear = true,
            RoundTrips = [.. Enumerable.Range(0, 20).Select(_ => 1 + 100 * random.NextDouble())],
            PathDelays = [.. new double[54], 300, .. new double[5]], // a pause
        })];
    }

    /// <summary>Visitors with a line each, and one queue in common.</summary>
    private static VisitorEvidence[] UplinkQueues(int count)
    {
        Random random = new(1);
        double[] queue = Cases.Queue(random);
        return [.. Enumerable.Range(1, count).Select(number => Queueing(number, queue))];
    }

    /// <summary>The same visitors, whose packets wait for 80 ms now.</summary>
    private static VisitorEvidence[] Waiting(IEnumerable<VisitorEvidence> visitors) => [.. visitors.Select(visitor =>
        visitor with { Figures = visitor.Figures with { PathDelay = Duration.FromMilliseconds(80) } })];

    private static VisitorEvidence Silent(int number)
    {
        VisitorEvidence visitor = Cases.Limited(Region, LimitedBy.Window, number);
        return visitor with { Figures = visitor.Figures with { Mode = PathMode.Silent } };
    }

    private static VisitorEvidence Queueing(int number, double[] delays) => Cases.Limited(Region, LimitedBy.PathDelay, number) with
    {
        PathDelays = delays,
        RoundTrips = [.. delays.Select(delay => 40 + delay)],
    };
}
