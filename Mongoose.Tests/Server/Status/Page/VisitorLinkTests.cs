using System.Collections.Concurrent;
using System.Text.Json.Nodes;

namespace Mongoose.Server.Tests.Status.Page;

/// <summary>A link to a visitor's page follows the visitor, over relogs and borders, and never shows somebody else.</summary>
public sealed class VisitorLinkTests : PageFixture
{
    private static readonly SampleFigures Five = new() { Visitors = 5, Limited = 3, Harmed = 2, FirstName = "Ann", Events = 5 };

    /// <summary>The first visitor's avatar in "Welcome", by circuit 17, with a circuit to the neighbouring region "Plaza", 18.</summary>
    private static readonly SampleFigures Walker = new() { Children = 1, FirstName = "Ann", Regions = ["Welcome", "Plaza"] };

    [Test]
    public async Task Every_link_names_the_avatar_and_the_start_of_the_simulator()
    {
        await Show(Five);
        string[] places = ["#findings .names a", "#rows th a", "#arrivals a.name"];
        foreach (string place in places)
        {
            string links = await Page.Evaluate<string>(
                $"[...document.querySelectorAll('{place}')].map(link => link.textContent + ' ' + link.getAttribute('href')).join('\\n')");
            Assert.That(links.Split('\n'), Has.Some.EqualTo($"Ruth 2 {ViewOf(18)}"), place);
        }
    }

    [Test]
    public async Task Who_comes_again_is_found_again_with_the_history_of_the_new_circuit_and_both_arrivals()
    {
        ConcurrentQueue<string> asked = [];
        SampleFigures figures = Five;
        Server.Figures = (after, visitor) => { asked.Enqueue($"{after}:{visitor}"); return figures.Json(after, visitor); };
        await ShowAgain(view: ViewOf(18));
        Assert.That(await Page.Text("#view-place"), Does.StartWith("Welcome, for"));
        figures = Five with { Visitors = 1 };
        await Page.Until("document.getElementById('view-gone').checkVisibility()");
        Assert.That(await Page.Text("#view-title"), Is.EqualTo("Ruth 2"));
        asked.Clear();
        figures = Five with { Relogs = 1, Point = 620 };
        Server.Figures = (after, visitor) =>
        {
            asked.Enqueue($"{after}:{visitor}");
            return WithArrival(figures.Json(after, visitor), id: 18, avatar: 118);
        };
        await Page.Until("document.getElementById('view-here').checkVisibility()");
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(string.Join(' ', asked), Does.Match("^(600: )+0:1018"));
            Assert.That(await Page.Evaluate<bool>("view.history.series.pathDelayMs.every(value => value !== null)"));
            Assert.That(await Count("#view-gone"), Is.Zero);
            Assert.That(await Texts("#view-arrivals .name"), Is.EqualTo("Ruth 2 | Ruth 2"));
            Assert.That(Page.Complaints, Is.Empty);
        });
    }

    [Test]
    public async Task An_avatar_that_crosses_a_border_is_shown_where_it_is()
    {
        ConcurrentQueue<string> asked = [];
        Server.Figures = (after, visitor) => { asked.Enqueue($"{after}:{visitor}"); return Walker.Json(after, visitor); };
        await ShowAgain(view: FirstView);
        Assert.That(await Page.Text("#view-place"), Does.StartWith("Welcome, for"));
        Assert.That(string.Join(' ', asked), Does.StartWith("0: 0:17"));
        Server.Figures = (after, visitor) =>
        {
            asked.Enqueue($"{after}:{visitor}");
            return With(Walker.Json(after, visitor), (id, circuit) => circuit["child"] = id == 17);
        };
        await Page.Until("document.getElementById('view-place').textContent.startsWith('Plaza, for')");
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Page.Text("#view-title"), Is.EqualTo("Ann"));
            Assert.That(await Page.Text("#view-region"), Is.EqualTo("The region Plaza"));
            Assert.That(string.Join(' ', asked), Does.Contain(" 0:18"), "the history of the circuit there");
            Assert.That(Page.Complaints, Is.Empty);
        });
    }

    [Test]
    public async Task Of_several_circuits_the_newest_is_shown_and_of_a_child_alone_that_is_said([Values] bool areChildren)
    {
        Server.Figures = (after, visitor) => With(Walker.Json(after, visitor), (_, circuit) => circuit["child"] = areChildren);
        await ShowAgain(view: FirstView);
        Assert.That(await Page.Text("#view-place"), Does.StartWith(areChildren ? "Plaza, in a neighbouring region, for" : "Plaza, for"));
    }

    [TestCase("#visitor=117&since=1763999999999")]
    [TestCase("#visitor=117", Description = "a link of a version that did not follow visitors")]
    public async Task A_link_of_before_the_last_start_shows_nobody(string view)
    {
        await Show(Five, view: view);
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Page.Text("#view-gone"),
                Is.EqualTo("This link is of before: the simulator has started again since, and no longer knows whom it meant."));
            Assert.That(await Texts("#view-title"), Is.EqualTo("A visitor"));
            Assert.That(await Count("#view-here"), Is.Zero);
            Assert.That(await Count("#view-arrivals .name, #view-incidents li"), Is.Zero);
        });
    }

    [Test]
    public async Task A_simulator_that_starts_again_ends_an_open_view()
    {
        await Show(Five, view: FirstView);
        Assert.That(await Page.Text("#view-place"), Does.StartWith("Welcome, for"));
        Server.Figures = (Five with { Started = Five.Started + 1, Point = 5 }).Json;
        await Page.Until("document.getElementById('view-gone').checkVisibility()");
        Assert.That(await Page.Text("#view-gone"), Does.StartWith("This link is of before: the simulator has started again since"));
        Assert.That(await Count("#view-here"), Is.Zero);
        Assert.That(Page.Complaints, Is.Empty);
    }

    [TestCase(1)]
    [TestCase(4, Description = "by the simulator, hours before the present circuit")]
    public async Task An_incident_of_an_earlier_circuit_is_the_avatar_s_too(int index)
    {
        Server.Figures = (after, visitor) => WithIncident(Five.Json(after, visitor), index, avatar: 118);
        await ShowAgain(view: ViewOf(18));
        Assert.That(await Count("#view-incidents li"), Is.EqualTo(2), "beside that of the simulator now");
    }

    [Test]
    public async Task Without_names_a_visitor_has_the_avatar_s_number_also_after_leaving()
    {
        await Show(Five with { FirstName = null }, view: ViewOf(21));
        Assert.That(await Page.Text("#view-title"), Is.EqualTo("Visitor 121"));
        Server.Figures = (Five with { FirstName = null, Visitors = 4 }).Json;
        await Page.Until("document.getElementById('view-gone').checkVisibility()");
        Assert.That(await Page.Text("#view-title"), Is.EqualTo("Visitor 121"));
    }

    private static string With(string figures, Action<int, JsonNode> change)
    {
        JsonNode all = JsonNode.Parse(figures)!;
        foreach (JsonNode? visitor in all["visitors"]!.AsArray())
            change(visitor!["id"]!.GetValue<int>(), visitor);
        return all.ToJsonString();
    }

    private static string WithArrival(string figures, int id, int avatar)
    {
        JsonNode all = JsonNode.Parse(figures)!;
        JsonNode arrival = all["arrivals"]![0]!.DeepClone();
        (arrival["id"], arrival["avatar"], arrival["name"]) = (id, avatar, "Ruth 2");
        all["arrivals"]!.AsArray().Add(arrival);
        return all.ToJsonString();
    }

    private static string WithIncident(string figures, int index, int avatar)
    {
        JsonNode all = JsonNode.Parse(figures)!;
        all["incidents"]![index]!["avatars"]!.AsArray().Add(avatar);
        return all.ToJsonString();
    }
}
