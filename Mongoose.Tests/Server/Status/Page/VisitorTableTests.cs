using System.Text.Json.Nodes;

namespace Mongoose.Server.Tests.Status.Page;

/// <summary>The table of visitors: its figures, its order and its filter.</summary>
public sealed class VisitorTableTests : PageFixture
{
    private const string Sorted = "[...document.querySelectorAll('[aria-sort]')].map(head => `${head.innerText} ${head.ariaSort}`).join()";

    private static readonly SampleFigures Five = new() { Visitors = 5, Limited = 3, Harmed = 2, FirstName = "Zoe" };

    [Test]
    public async Task Those_who_suffer_most_are_first_with_the_figure_that_shows_the_cause()
    {
        await Show(Five);
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Page.Evaluate<string>(Names), Is.EqualTo("Zoe, Ruth 2, Ruth 3, Ruth 4, Ruth 5"));
            Assert.That(await Page.Evaluate<string>(Sorted), Is.EqualTo("Cause descending"));
            Assert.That(await Texts("#rows .cause-title"), Is.EqualTo(
                "Path: its queue grows | Path: packets are lost | Own setting in the viewer | Nothing | Nothing"));
            Assert.That(await Texts("#rows .harm-part"), Is.EqualTo("90\u00a0% | 45\u00a0% |  |  | "));
            Assert.That(await Texts("#rows .evidence"), Is.EqualTo("83\u00a0ms | 6.3\u00a0% | 1.5\u00a0Mbit/s"));
        });
    }

    [Test]
    public async Task Without_names_visitors_have_the_numbers_of_their_avatars()
    {
        await Show(new SampleFigures { Visitors = 1 });
        Assert.That(await Page.Text("#rows th a"), Is.EqualTo("Visitor 117"));
    }

    [Test]
    public async Task Each_column_sorts()
    {
        await Show(Five);
        foreach ((string column, string sorted, string names) in new[]
        {
            ("name", "Visitor ascending", "Ruth 2, Ruth 3, Ruth 4, Ruth 5, Zoe"),
            ("requestedKbps", "Requested descending", "Ruth 5, Ruth 4, Ruth 3, Ruth 2, Zoe"),
            ("pathDelayMs", "Path delay descending", "Zoe, Ruth 2, Ruth 3, Ruth 4, Ruth 5"),
            ("lostPercent", "Lost descending", "Ruth 2, Zoe, Ruth 3, Ruth 4, Ruth 5"),
        })
        {
            await Click($".column-{column} button");
            Assert.That(await Page.Evaluate<string>(Sorted), Is.EqualTo(sorted));
            Assert.That(await Page.Evaluate<string>(Names), Is.EqualTo(names), column);
        }
    }

    [Test]
    public async Task A_second_click_turns_the_order_around_and_what_is_not_known_stays_last()
    {
        await Show(Five);
        await Click(".column-pathKbps button");
        await Click(".column-pathKbps button");
        Assert.That(await Page.Evaluate<string>(Sorted), Is.EqualTo("Path carries ascending"));
        Assert.That(await Page.Evaluate<string>(Names), Is.EqualTo("Zoe, Ruth 2, Ruth 3, Ruth 4, Ruth 5"));
        await Click(".column-downloadKbps button");
        Assert.That(await Page.Evaluate<string>(Names), Is.EqualTo("Zoe, Ruth 2, Ruth 3, Ruth 4, Ruth 5"), "nobody downloads");
    }

    [Test]
    public async Task Rows_move_when_a_value_differs_much_and_the_elements_stay()
    {
        await Show(Five);
        await Page.Evaluate<bool>("(window.row = document.querySelector('#rows tr')) !== null");
        Server.Figures = (after, _) => WithHarm(Five.Json(after), "17", 1);
        await Page.Until("document.querySelector('#rows th a').textContent === 'Ruth 2'");
        Assert.That(await Page.Evaluate<bool>("document.querySelectorAll('#rows tr')[1] === window.row"),
            "the same element, so nothing flickers");
    }

    [Test]
    public async Task Rows_keep_their_order_when_a_value_differs_little()
    {
        Server.Figures = (after, _) => WithHarm(Five.Json(after), "18", 89);
        await ShowAgain();
        Server.Figures = (after, _) => WithHarm((Five with { Point = 301 }).Json(after), "18", 95);
        await Page.Until("data.point === 301");
        Assert.That(await Page.Evaluate<string>(Names), Does.StartWith("Zoe, Ruth 2"));
    }

    [Test]
    public async Task Rows_keep_their_order_under_the_pointer()
    {
        await Show(Five);
        await Page.Point("#rows tr:nth-child(2) th a");
        Server.Figures = (after, _) => WithHarm((Five with { Point = 301 }).Json(after), "17", 1);
        await Page.Until("data.point === 301");
        Assert.That(await Page.Evaluate<string>(Names), Does.StartWith("Zoe, Ruth 2"));
        Assert.That(await Page.Text("#rows .harm-part"), Is.EqualTo("1\u00a0%"), "the figures are of now");
        await Page.Point("h1");
        await Page.Until("document.querySelector('#rows th a').textContent === 'Ruth 2'");
    }

    [Test]
    public async Task The_focus_stays_with_its_visitor_when_rows_move()
    {
        await Show(Five with { Harmed = 0 });
        await Focus("#rows tr:nth-child(3) th a");
        await Page.Evaluate<bool>("(table.steadyUntil = 0) === 0"); // as if ten seconds had passed
        Server.Figures = (after, _) => WithHarm((Five with { Harmed = 0 }).Json(after), "19", 99);
        await Page.Until("document.querySelector('#rows th a').textContent === 'Ruth 3'");
        Assert.That(await Page.Evaluate<string>("document.activeElement.textContent"), Is.EqualTo("Ruth 3"));
    }

    [Test]
    public async Task The_filter_finds_names_regions_and_causes()
    {
        await Show(Five);
        foreach ((string typed, string names, int count) in new[]
        {
            ("zoe", "Zoe", 1),
            ("queue grows", "Zoe", 1),
            ("ruth", "Ruth 2, Ruth 3, Ruth 4, Ruth 5", 4),
            ("Welcome", "Zoe, Ruth 2, Ruth 3, Ruth 4, Ruth 5", 5),
            ("nobody of this name", "", 0),
        })
        {
            await Page.Evaluate<bool>("(document.getElementById('filter').select(), true)");
            await Page.Type(typed);
            Assert.That(await Page.Evaluate<string>(Names), Is.EqualTo(names), typed);
            Assert.That(await Page.Text("#found"), Is.EqualTo($"{count} found"));
        }
    }

    [Test]
    public async Task Neighbours_are_shown_on_request()
    {
        await Show(new SampleFigures { Visitors = 3, Children = 2 });
        Assert.That(await Count("#rows tr"), Is.EqualTo(3));
        await Click("#children");
        Assert.That(await Count("#rows tr"), Is.EqualTo(5));
    }

    [Test]
    public async Task A_column_names_the_region_where_there_are_several([Values(1, 2)] int regions)
    {
        await Show(new SampleFigures { Visitors = 2, Regions = regions == 1 ? ["Welcome"] : ["Welcome", "Plaza"] });
        Assert.That(await Texts("#rows .column-region"), Is.EqualTo(regions == 1 ? "" : "Welcome | Plaza"));
    }

    [Test]
    public async Task A_visitor_whom_the_region_allows_less_has_both_rates_in_one_row([Values(360, 1400)] int width)
    {
        await Show(new SampleFigures { Visitors = 1, Limited = 1, OnlyCause = "cap" }, width);
        Assert.That(await Page.Text("#rows .column-requestedKbps"), Does.Match(@"500\u00a0kbit/s\s+allowed 250\u00a0kbit/s$"));
        Assert.That(await Page.Evaluate<int>("document.documentElement.scrollWidth"), Is.LessThanOrEqualTo(width));
    }

    [Test]
    public async Task Two_hundred_visitors_are_shown_in_part_until_all_are_asked_for()
    {
        await Show(new SampleFigures { Visitors = 200, Limited = 150, Harmed = 60, FirstName = "Ann" });
        Assert.That(await Count("#rows tr"), Is.EqualTo(50));
        await Click("#all-rows");
        Assert.That(await Count("#rows tr"), Is.EqualTo(200));
        double milliseconds = await Page.Evaluate<double>("""
            (() => {
              const start = performance.now();
              data.visitors.forEach((visitor, index) => { visitor.usedKbps += index + 1; });
              showAll();
              document.body.offsetHeight;
              return performance.now() - start;
            })()
            """);
        TestContext.Out.WriteLine($"an update of 200 visitors takes {milliseconds:0} ms");
        Assert.That(Page.Complaints, Is.Empty);
    }

    /// <summary>Figures in which a visitor suffers more or less.</summary>
    private static string WithHarm(string figures, string id, double harm)
    {
        JsonNode all = JsonNode.Parse(figures)!;
        all["visitors"]!.AsArray().Single(visitor => visitor!["id"]!.ToString() == id)!["harmPercent"] = harm;
        return all.ToJsonString();
    }
}
