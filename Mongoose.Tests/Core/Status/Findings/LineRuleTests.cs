using Mongoose.Core.Sending;
using Mongoose.Core.Status.Findings;

namespace Mongoose.Tests.Core.Status.Findings;

/// <summary>Visitors of one address share a line.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class LineRuleTests
{
    private static readonly RegionEvidence Region = Cases.Region();

    [Test]
    public void Two_visitors_of_one_address_who_queue_at_once_share_a_line() =>
        Assert.That(Cases.Causes(Delayed(1, "a"), Delayed(2, "a"), Cases.Visitor(Region, 3)),
            Is.EqualTo(new[] { "neighbour", "neighbour", "none" }));

    [Test]
    public void One_who_downloads_and_one_who_waits_for_that_have_different_causes() =>
        Assert.That(Cases.Causes(Cases.Limited(Region, LimitedBy.Downloads, 1) with { Household = "a" }, Delayed(2, "a")),
            Is.EqualTo(new[] { "downloads", "neighbour" }));

    [Test]
    public void Two_visitors_of_one_address_whose_radios_lose_packets_do_not_fill_a_line()
    {
        VisitorEvidence[] visitors =
            [.. Enumerable.Range(1, 2).Select(number => Cases.Limited(Region, LimitedBy.PathLoss, number) with { Household = "a" })];
        Assert.That(Cases.Causes(visitors), Is.All.EqualTo("loss"));
    }

    [Test]
    public void Two_visitors_of_one_address_who_have_just_come_are_still_measured()
    {
        VisitorEvidence[] visitors = [Delayed(1, "a"), Delayed(2, "a")];
        visitors = [.. visitors.Select(visitor => visitor with { Figures = visitor.Figures with { IsSearching = true } })];
        Assert.That(Cases.Causes(visitors), Is.All.EqualTo("delay"));
    }

    [Test]
    public void Two_circuits_of_one_visitor_are_no_neighbours()
    {
        VisitorEvidence second = Delayed(2, "a");
        second = second with { Figures = second.Figures with { Name = "Ruth 1", IsChild = true } };
        Assert.That(Cases.Causes(Delayed(1, "a"), second), Is.EqualTo(new[] { "delay", "delay" }));
    }

    [Test]
    public void Programs_on_the_simulator_s_host_share_no_line() =>
        Assert.That(Cases.Causes(Delayed(1, ""), Delayed(2, "")), Is.EqualTo(new[] { "delay", "delay" }));

    private static VisitorEvidence Delayed(int number, string household) =>
        Cases.Limited(Region, LimitedBy.PathDelay, number) with { Household = household, PathDelays = [.. Enumerable.Repeat(80.0, 20)] };
}
