using System.Collections.Concurrent;
using System.Text.Json.Nodes;

namespace Mongoose.Server.Tests.Status.Page;

/// <summary>A visitor's own view, which an address names.</summary>
public sealed class VisitorViewTests : PageFixture
{
    private static readonly SampleFigures Five = new() { Visitors = 5, Limited = 3, Harmed = 2, FirstName = "Ann", Events = 5 };

    [Test]
    public async Task A_link_shows_all_that_concerns_a_visitor()
    {
        await Show(Five, view: ViewOf(18));
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Page.Text("#view-title"), Is.EqualTo("Ruth 2"));
            Assert.That(await Page.Text("#view-place"), Is.EqualTo("Welcome, for 5\u00a0min"));
            Assert.That(await Page.Text("#view-harm"), Is.EqualTo("suffers 45\u00a0%"));
            Assert.That(await Texts("#view-lines p"), Is.EqualTo("Path: packets are lost | "
                + "The way to these visitors loses packets at any rate. | "
                + "A cable instead of a radio may help, at the visitor’s end. | "
                + "Seen: 6.3 % of the packets of the last ten seconds are lost"));
            Assert.That(await Texts("#view-stats .evidence"), Is.EqualTo("Lost\n6.3\u00a0%"));
            Assert.That(await Texts("#view-charts .chart-title"),
                Is.EqualTo("Suffers | Rate | Path delay | Region delay | Lost | Downloads"));
            Assert.That(await Texts("#view-limits li"),
                Is.EqualTo("Nothing\n420\u00a0s | Path: packets are lost\n160\u00a0s | Own downloads by HTTP\n20\u00a0s"));
            Assert.That(await Texts("#view-region-charts .chart-title"), Does.StartWith("Slower than it should be"));
            Assert.That(await Texts("#view-arrivals .name"), Is.EqualTo("Ruth 2"));
            Assert.That(await Count("#view-arrivals .assets tr"), Is.EqualTo(10), "unfolded");
            Assert.That(await Count("#view-incidents li"), Is.EqualTo(1), "the others were over before the visitor came");
            Assert.That(await Count("#overview *"), Is.Zero);
        });
    }

    [Test]
    public async Task Its_process_is_shown_because_the_cause_may_be_the_host_at_the_same_cursor()
    {
        await Show(Five, view: FirstView);
        Assert.That(await Texts("#view-process-charts .chart-title"), Is.EqualTo("Of the time"));
        Assert.That(await Texts("#view-process-charts .chart-values span"), Does.Match(
            @"^Mongoose’s threads late [\d.]+\u00a0% \| paused to collect garbage [\d.]+\u00a0% \| stopped by a quota 0\u00a0%$"));
        Assert.That(await Texts("#view-process-charts .highest"), Does.Match(@"^at most [\d.]+ · [\d.]+ · 88\u00a0%$"));
        await Focus("#view-charts .chart:nth-child(3) .plot");
        await Page.Press("Home");
        await Page.Press("PageUp");
        Assert.That(await Texts("#view-process-charts .chart-values span"), Does.EndWith("stopped by a quota 88\u00a0%"));
        Assert.That(await Count("#view-process-charts .cursor"), Is.EqualTo(1));
    }

    [Test]
    public async Task A_host_that_tells_of_no_quota_has_no_curve_of_it()
    {
        Server.Figures = (after, visitor) =>
        {
            JsonNode all = JsonNode.Parse(Five.Json(after, visitor))!;
            all["process"]!["history"]!.AsObject().Remove("throttledPercent");
            return all.ToJsonString();
        };
        await ShowAgain(view: FirstView);
        Assert.That(await Texts("#view-process-charts .chart-values span"), Does.EndWith("stopped by a quota –"));
        Assert.That(await Page.Evaluate<string>("document.querySelector('#view-process-charts path.line-2').getAttribute('d')"), Is.Empty);
        Assert.That(Page.Complaints, Is.Empty);
    }

    [Test]
    public async Task Its_history_is_asked_for_at_once_and_then_what_is_new()
    {
        ConcurrentQueue<string> asked = [];
        SampleFigures figures = Five;
        Server.Figures = (after, visitor) => { asked.Enqueue($"{after}:{visitor}"); return figures.Json(after, visitor); };
        await ShowAgain();
        await Click("#rows tr:nth-child(2) th a");
        await Page.Until("document.querySelector('#view-charts path.line-0').getAttribute('d')");
        figures = Five with { Point = 601 };
        await Page.Until("data.point === 601");
        Assert.That(string.Join(' ', asked), Does.Match("^0: (600: )*0:18 600:18"));
    }

    [Test]
    public async Task The_browser_goes_back_to_the_place_and_the_link_where_it_was()
    {
        await Show(new SampleFigures { Visitors = 40, FirstName = "Ann" });
        await Page.Evaluate<bool>("scrollTo(0, 700) === undefined");
        await Click("#rows tr:nth-child(20) th a");
        await Page.Until("document.getElementById('view').checkVisibility()");
        Assert.That(await Page.Evaluate<string>("document.activeElement.id"), Is.EqualTo("view-title"), "a screen reader begins here");
        await Page.Evaluate<bool>("history.back() === undefined");
        await Page.Until("document.getElementById('overview').checkVisibility()");
        Assert.That(await Page.Evaluate<string>("document.activeElement.textContent"), Is.EqualTo("Ruth 20"));
        Assert.That(await Page.Evaluate<double>("scrollY"), Is.EqualTo(700).Within(1));
    }

    [Test]
    public async Task The_parts_of_the_overview_are_one_click_away()
    {
        await Show(Five, view: FirstView);
        await Click("nav a[href=\"#regions-part\"]");
        await Page.Until("document.getElementById('regions-part').checkVisibility()");
        double top = await Page.Evaluate<double>("document.getElementById('regions-part').getBoundingClientRect().top");
        Assert.That(top, Is.InRange(-1, 600), "in sight");
    }

    [Test]
    public async Task A_visitor_who_has_left_is_said_to_have_left()
    {
        await Show(Five, view: ViewOf(21));
        Assert.That(await Page.Text("#view-title"), Is.EqualTo("Ruth 5"));
        Server.Figures = (after, visitor) => (Five with { Visitors = 4 }).Json(after, visitor);
        await Page.Until("document.getElementById('view-gone').checkVisibility()");
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Page.Text("#view-title"), Is.EqualTo("Ruth 5"));
            Assert.That(await Page.Text("#view-gone"), Is.EqualTo("This visitor is not here: they have left."));
            Assert.That(await Count("#view-here"), Is.Zero);
            Assert.That(Page.Complaints, Is.Empty);
        });
    }

    [TestCase("#visitor=99999&since=1764000000000")]
    [TestCase("#visitor=999999999999999&since=1764000000000")]
    public async Task Nobody_has_any_number(string view)
    {
        await Show(Five, view: view);
        Assert.That(await Page.Text("#view-gone"), Does.StartWith("This visitor is not here"));
    }

    [Test]
    public async Task Any_other_address_is_the_overview()
    {
        await Show(Five);
        string[] near = ["#visitor=", "#visitor=17x", "#visitor=-1", "#visitor=17&since=", "#visitor=17&x=1", FirstView + "x"];
        foreach (string view in (string[])[.. near, "#<img>", "#regions-part"])
        {
            await Page.Evaluate<bool>($"(location.hash = '{FirstView}', true)");
            await Page.Until("document.getElementById('view').checkVisibility()");
            await Page.Evaluate<bool>($"(location.hash = '{view}', true)");
            await Page.Until("document.getElementById('visitors-part').checkVisibility()");
        }
        Assert.That(Page.Complaints, Is.Empty);
    }

    [Test]
    public async Task Without_Mongoose_s_sender_the_visitor_s_limit_is_not_known()
    {
        await Show(new SampleFigures { Visitors = 1, Shaping = false }, view: FirstView);
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Page.Text("#view-harm"), Is.EqualTo("not known"));
            Assert.That(await Texts("#view-lines p"), Is.EqualTo("Not known: Mongoose does not send here"));
            Assert.That(await Page.Text("#view-stock"), Does.StartWith("Not known"));
            Assert.That(await Texts("#view-stats div"), Is.Empty);
            Assert.That(await Texts("#view-region-stats div"), Does.StartWith("Time of a frame"));
        });
    }
}
