using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace Mongoose.Server.Tests.Status.Page;

/// <summary>The first sight: does somebody suffer, from what, and who? Then regions, incidents, arrivals and downloads.</summary>
public sealed class PageHealthTests : PageFixture
{
    private const string HealthClass = "document.getElementById('health').className";

    [Test]
    public async Task The_first_line_says_whether_somebody_suffers()
    {
        await Show(new SampleFigures { Visitors = 5, Limited = 3, Harmed = 1 });
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Page.Text("#health-text"), Does.StartWith("1 of 5 visitors suffer"));
            Assert.That(await Page.Evaluate<string>(HealthClass), Is.EqualTo("card health harm"));
            Assert.That(await Page.Evaluate<string>("document.title"), Does.StartWith("(1) "));
            Assert.That(await Page.Text("#status"), Does.StartWith("Mongoose is on, "));
        });
    }

    [Test]
    public async Task A_cause_is_said_once_with_its_advice_its_evidence_and_its_visitors()
    {
        await Show(new SampleFigures { Visitors = 20, Limited = 20, Harmed = 20, OnlyCause = "uplink", FirstName = "Ann" });
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Count("#findings li.finding"), Is.EqualTo(1));
            Assert.That(await Page.Text("#findings .title"), Is.EqualTo("The simulator’s own line"));
            Assert.That(await Texts("#findings .pill"), Is.EqualTo("20 suffer | probably"));
            Assert.That(await Page.Text("#findings .sentence"), Is.EqualTo("The line of this host is full."));
            Assert.That(await Page.Text("#findings .advice"), Does.StartWith("Lower UplinkKbps"));
            Assert.That(await Page.Text("#findings .seen"), Is.EqualTo("Seen: packets of 9 of 10 visitors wait at once"));
            Assert.That(await Texts("#findings .names a"),
                Is.EqualTo("Ann | Ruth 2 | Ruth 3 | Ruth 4 | Ruth 5 | Ruth 6 | Ruth 7 | Ruth 8"));
        });
        Assert.That(await Page.Text("#findings .more"), Is.EqualTo("and 12 more"));
        await Click("#findings .more");
        Assert.That(await Count("#findings .names a"), Is.EqualTo(20));
    }

    [Test]
    public async Task A_finding_that_names_a_closed_circuit_has_no_link_there_and_the_page_goes_on()
    {
        SampleFigures figures = new() { Visitors = 2, Limited = 2, Harmed = 2, FirstName = "Ann" };
        Server.Figures = (after, visitor) =>
        {
            JsonNode all = JsonNode.Parse(figures.Json(after, visitor))!;
            all["visitors"]!.AsArray().RemoveAt(0);
            return all.ToJsonString();
        };
        await ShowAgain();
        Assert.That(await Texts("#findings .names a"), Does.Contain("one who has left").And.Contain("Ruth 2"));
        Assert.That(await Texts("#findings .names a:not([href])"), Is.EqualTo("one who has left"));
        Assert.That(await Count("#rows tr"), Is.EqualTo(1));
        Assert.That(Page.Complaints, Is.Empty);
    }

    [Test]
    public async Task A_part_of_the_simulator_is_named()
    {
        await Show(new SampleFigures { Visitors = 3, Limited = 3, Harmed = 3, OnlyCause = "simulator", SlowPercent = 64 });
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Page.Text("#findings .title"), Is.EqualTo("Simulator is slow: scripts"));
            Assert.That(await Page.Text("#regions .state"), Is.EqualTo("slow by 64\u00a0%"));
        });
    }

    [Test]
    public async Task Only_harm_makes_colour()
    {
        SampleFigures downloading = new() { Visitors = 3, Limited = 3, OnlyCause = "downloads", Regions = ["Welcome"], SlowPercent = 8 };
        await Show(downloading);
        Assert.That(await Page.Evaluate<string>(HealthClass), Is.EqualTo("card health good"));
        Assert.That(await Page.Text("#regions .state"), Is.EqualTo("slow by 8\u00a0%"));
        Assert.That(await Count("main .harm"), Is.Zero, "downloads at their limit and slowness that visitors do not notice are no alarm");
        Assert.That(await Page.Text("#findings .harmed"), Is.EqualTo("limits 3, nobody suffers"));
        Server.Figures = (downloading with { Harmed = 1 }).Json;
        await Page.Until("document.querySelector('#findings li.harm') && document.querySelector('#rows tr.harm')");
        Assert.That(await Count("#rows tr.harm"), Is.EqualTo(1));
    }

    [Test]
    public async Task A_region_shows_its_simulation_first_and_the_scripts_that_cost_most()
    {
        await Show(new SampleFigures { Visitors = 2 });
        await Click("#regions .with-scripts summary");
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Texts("#regions .state"), Is.EqualTo("in time"));
            Assert.That(await Texts("#regions .simulation div"),
                Does.StartWith("Time of a frame\n22\u00a0ms of 22\u00a0ms | Time dilation\n1 | "));
            Assert.That(await Texts("#regions .scripts tr"), Does.StartWith("Rezzer of doom\t10, 200, 22\t0.2 | Door 1\t"));
            Assert.That(await Texts("#process-stats div"), Does.StartWith("Cores used\n1.23 of 4 | "));
            Assert.That(await Texts("#regions .experts"), Is.Empty, "not at the first sight");
        });
    }

    [TestCase(null, null, "")]
    [TestCase(0.0, 0.0, "")]
    [TestCase(31.2, 319.5, "Wanted on this host and not given\n31\u00a0% | Memory read from a disk\n320 pages a second")]
    public async Task What_the_host_did_not_give_is_shown_if_there_is_any(double? stolen, double? pages, string shown)
    {
        await Show(new SampleFigures { StolenPercent = stolen, PagesRead = pages });
        string[] stats = (await Texts("#process-stats div")).Split(" | ");
        Assert.That(string.Join(" | ", stats.Where(stat => Regex.IsMatch(stat, "not given|a disk"))), Is.EqualTo(shown));
    }

    [Test]
    public async Task Statistics_that_cannot_be_read_are_not_known()
    {
        await Show(new SampleFigures { HasSimulation = false });
        Assert.That(await Texts("#regions .state, #regions .no-simulation"),
            Is.EqualTo("not known | Not known: the region’s statistics could not be read."));
        Assert.That(Page.Complaints, Is.Empty);
    }

    [Test]
    public async Task Without_Mongoose_s_sender_nothing_is_said_that_is_not_known()
    {
        await Show(new SampleFigures { Visitors = 1, Shaping = false });
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Page.Text("#on"), Is.EqualTo("Off"));
            Assert.That(await Page.Text("#stock"), Does.Contain("“Welcome”"));
            Assert.That(await Page.Text("#status"), Does.Contain("has no field _outgoing"));
            Assert.That(await Page.Text("#health-text"), Does.StartWith("Which visitors suffer is not known"));
            Assert.That(await Page.Text("#no-findings"), Does.EndWith("not known where Mongoose does not send."));
            Assert.That(await Texts("#rows .cause-title"), Is.EqualTo("Not known: Mongoose does not send here"));
            Assert.That(await Texts("#rows td.number"), Does.Not.Match("[0-9]"));
            Assert.That(await Texts("#regions .no-sending"), Does.StartWith("Not known: Mongoose does not send here."));
            Assert.That(await Texts("#regions .chart-title"), Does.Not.Contain("Sent"));
            Assert.That(await Texts("#arrivals .by"), Does.StartWith("Not known"));
            Assert.That(await Texts("#regions .state"), Is.EqualTo("in time"), "the simulation is known");
        });
    }

    [Test]
    public async Task Without_Mongoose_s_sender_a_slow_simulator_is_still_named()
    {
        await Show(new SampleFigures { Visitors = 2, Limited = 2, Harmed = 2, OnlyCause = "simulator", Shaping = false, SlowPercent = 64 });
        Assert.That(await Texts("#rows .cause-title"), Is.EqualTo("Simulator is slow | Simulator is slow"));
    }

    [Test]
    public async Task An_incident_says_when_why_and_what_changed_before_and_is_a_file()
    {
        await Show(new SampleFigures { Visitors = 5, Limited = 5, Harmed = 1, Events = 20 });
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Count("#incidents li"), Is.EqualTo(20));
            Assert.That(await Page.Text("#incidents .title"), Is.EqualTo("Simulator is slow: scripts"));
            Assert.That(await Page.Text("#incidents .when"), Does.Match(@"^\d\d:\d\d:\d\d, now for 2\u00a0min$"));
            Assert.That(await Page.Text("#incidents .changes"),
                Is.EqualTo("Changed in the minute before: scripts: 0.3 to 1.4 cores · a visitor came"));
            Assert.That(await Texts("#incidents li:nth-child(2) .pill"), Is.EqualTo("probably | 5 suffered"));
            Assert.That(await Page.Evaluate<string>("document.querySelector('#incidents .file').href"),
                Is.EqualTo(Server.Address + "incident.json?id=40"));
        });
    }

    [Test]
    public async Task An_arrival_says_what_it_cost_and_unfolds()
    {
        await Show(new SampleFigures { Visitors = 3, FirstName = "Ann" });
        Assert.That(await Texts("#arrivals tbody:nth-of-type(2) tr"),
            Does.Match(@"^Ruth 2\t\d\d:\d\d:\d\d, from a neighbouring region\t13\u00a0s\tNothing\t1\.7\u00a0MB\t61\u00a0MB\tShow$"));
        await Click("#arrivals tbody:nth-of-type(2) .more");
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Texts("#arrivals .channels li"), Does.StartWith("Task\n1.4\u00a0MB | Land\n210\u00a0kB | "));
            Assert.That(await Texts("#arrivals .caps li"), Does.StartWith("GetTexture\n48\u00a0MB | "));
            Assert.That(await Count("#arrivals .assets tr"), Is.EqualTo(10));
            Assert.That(await Texts("#arrivals .assets tr:nth-child(2)"),
                Is.EqualTo("5748decc-f629-461c-9a36-000000000001\tGetTexture\t1.6\u00a0MB\t2"));
        });
    }

    [Test]
    public async Task The_page_says_what_all_visitors_download()
    {
        await Show(new SampleFigures { Visitors = 7, Limited = 7, Elsewhere = ["GetMesh", "GetMesh2"], Unpaced = 1 });
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Page.Text("#downloads"), Does.EndWith("come first. 1 visitor downloads 8.1\u00a0Mbit/s at present."));
            Assert.That(await Page.Text("#elsewhere"), Does.StartWith("Other servers serve GetMesh, GetMesh2:"));
            Assert.That(await Page.Text("#unpaced"), Does.StartWith("Since the start: 1 response sent unpaced after failures."));
        });
    }

    [Test]
    public async Task The_page_says_why_downloads_are_not_paced()
    {
        await Show(new SampleFigures { Visitors = 1, WhyUnpaced = "[Mongoose] HttpPacing = off" });
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Page.Text("#downloads"), Does.Contain("nor measure them: [Mongoose] HttpPacing = off. They"));
            Assert.That(await Page.Text("#elsewhere") + await Page.Text("#unpaced"), Is.Empty);
        });
    }

    [Test]
    public async Task Forty_regions_have_their_charts_folded()
    {
        await Show(new SampleFigures { Visitors = 40, Regions = [.. Enumerable.Range(1, 40).Select(number => $"Region {number}")] });
        Assert.That(await Count("#regions article"), Is.EqualTo(40));
        Assert.That(await Count("#regions .plot"), Is.Zero);
        await Click("#regions .with-charts summary");
        await Page.Until("document.querySelector('#regions path.line-0').getAttribute('d')");
    }
}
