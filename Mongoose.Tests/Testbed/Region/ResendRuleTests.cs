using Mongoose.Core.Units;
using Mongoose.Core.Updates;
using Mongoose.Testbed.Region;
using Mongoose.Testbed.Region.Content;
using Mongoose.Testbed.Region.Options;

namespace Mongoose.Tests.Testbed.Region;

/// <summary>Both outbound loops resend object updates by the same rule.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class ResendRuleTests
{
    [Test]
    public void On_a_lossy_path_most_resent_updates_of_walking_avatars_are_empty([ValueSource(typeof(OutboundNames), nameof(OutboundNames.All))] string outbound)
    {
        RegionTotals totals = Run(outbound, ResendRule.Trimmed);
        TestContext.Out.WriteLine(totals.Updates);
        Assert.That(totals.Updates.Packets, Is.InRange(10, totals.Resends));
        Assert.That(totals.Updates.EmptyPackets, Is.GreaterThan(totals.Updates.Packets / 2));
        Assert.That(totals.Updates.BlocksLeftOut, Is.GreaterThanOrEqualTo(totals.Updates.EmptyPackets));
        Assert.That(totals.Updates.Bytes, Is.LessThan(totals.Updates.UntrimmedBytes / 2));
    }

    [Test]
    public void With_the_rule_off_resends_are_whole([ValueSource(typeof(OutboundNames), nameof(OutboundNames.All))] string outbound)
    {
        RegionTotals totals = Run(outbound, ResendRule.Off);
        Assert.That(totals.Updates.Packets, Is.Positive);
        Assert.That(totals.Updates, Is.EqualTo(new ResendCounts(totals.Updates.Packets, 0, 0, totals.Updates.UntrimmedBytes, totals.Updates.UntrimmedBytes)));
    }

    /// <summary>Thirty seconds with walking avatars, and loss of 5 % in both directions; then all acks arrive.</summary>
    private static RegionTotals Run(string outbound, ResendRule rule)
    {
        VisitPlan plan = LoggedVisit.TexturesOnly(outbound, DataRate.FromMegabitsPerSecond(1.5), rttMs: 50, loss: 0.05);
        plan = plan with { Region = plan.Region with { Activity = Activity.Walking, Sending = plan.Region.Sending with { ResendRule = rule } } };
        LoggedVisit visit = new(plan);
        visit.Clock.RunUntil(Instant.FromSeconds(30));
        Assert.That(visit.Region.Circuits.Single().UnackedBytes, Is.InRange(0, 200_000));
        return visit.Region.TotalsNow;
    }
}
