using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Status.Figures;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Status.Figures;

/// <summary>The causes of limits, and the sentence of advice for a limited visitor.</summary>
public sealed class CauseTests
{
    private static readonly CircuitFigures Visitor = new()
    {
        Mode = PathMode.Delay,
        RequestedRate = Kbps(3000),
        AllowedRate = Kbps(2500),
        PathRate = Kbps(1234),
        CurrentRate = Kbps(800),
        RegionRate = Kbps(10_000),
        LostFraction = 0.0123,
        Downloads = default(DownloadFigures) with { Rate = Kbps(8100) },
    };

    [Test]
    public void A_visitor_who_is_not_limited_needs_no_advice() => Assert.That(AdviceFor(Visitor), Is.Null);

    [TestCase(LimitedBy.Viewer, "more to send than the 3.0 Mbit/s", "network preferences")]
    [TestCase(LimitedBy.Cap, "allows 2.5 Mbit/s", "MaxCircuitKbps")]
    [TestCase(LimitedBy.PathLoss, "lost 1.2 % of the packets of the last ten seconds and carries about 1.2 Mbit/s", "Wi-Fi")]
    [TestCase(LimitedBy.PathDelay, "carries about 1.2 Mbit/s; the viewer asks for 3.0 Mbit/s", "line")]
    [TestCase(LimitedBy.Downloads, "The visitor's own textures and meshes arrive by HTTP at 8.1 Mbit/s", "ends with the downloads")]
    [TestCase(LimitedBy.Scene, "limit of 10.0 Mbit/s", "gets 800 kbit/s")]
    [TestCase(LimitedBy.Window, "unacknowledged", "MaxWindowKB")]
    [TestCase(LimitedBy.Host, "although 800 kbit/s may be used", "more processor time")]
    public void It_gives_the_figures_of_the_limit_and_what_helps(LimitedBy limit, string figures, string help) =>
        Assert.That(AdviceFor(Visitor with { Limit = limit }), Does.Contain(figures).And.Contain(help));

    [Test]
    public void A_viewer_that_asks_for_just_what_the_region_allows_is_not_said_to_ask_for_more() =>
        Assert.That(AdviceFor(Visitor with { Limit = LimitedBy.Cap, RequestedRate = Kbps(2500) }),
            Does.Contain("2.5 Mbit/s, which is all that the region allows"));

    [Test]
    public void While_path_control_searches_that_is_said() =>
        Assert.That(AdviceFor(Visitor with { Limit = LimitedBy.PathDelay, IsSearching = true }),
            Does.StartWith("Mongoose still measures"));

    [Test]
    public void A_viewer_that_has_gone_silent_is_said_so() =>
        Assert.That(AdviceFor(Visitor with { Limit = LimitedBy.Window, Mode = PathMode.Silent }), Does.Contain("stopped acknowledging"));

    [Test]
    public void Every_limit_has_a_cause_with_its_own_words()
    {
        Assert.That(Cause.All.Select(cause => cause.Limit).OfType<LimitedBy>().Prepend(LimitedBy.Nothing),
            Is.EquivalentTo(Enum.GetValues<LimitedBy>()));
        Assert.That(Cause.All.Select(cause => cause.Name), Is.Unique);
        Assert.That(Cause.All.Select(cause => cause.Label), Is.Unique);
        Assert.That(Cause.All.Select(cause => cause.Title), Is.Unique);
        Assert.That(Cause.All.SelectMany(cause => cause.Figures).Except(Figure.All.Select(figure => figure.Key)), Is.Empty);
    }

    private static string? AdviceFor(in CircuitFigures visitor) =>
        Cause.Of(visitor.Limit) is { } cause ? $"{cause.Seen(visitor)}. {cause.Remedy}" : null;

    private static DataRate Kbps(double value) => DataRate.FromKilobitsPerSecond(value);
}
