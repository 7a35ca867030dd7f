using System.Collections.Concurrent;
using System.Text.Json;
using System.Text.Json.Nodes;

namespace Mongoose.Server.Tests.Status.Page;

/// <summary>The status page in a real browser, under the content security policy that its server sends, with made up figures.</summary>
[Category("Chromium")]
[NonParallelizable] // A browser beside other tests is slow enough to fail them.
[FixtureLifeCycle(LifeCycle.SingleInstance)]
public sealed class StatusPageTests
{
    private const string Hostile = "<img src=x onerror=alert(1)>\"\\";
    private const string Summary = "document.getElementById('summary').textContent";
    private const string Rows = "[...document.querySelectorAll('#rows tr')].filter(row => !row.hidden)";
    private const string Banner = "!document.getElementById('banner').hidden";

    /// <summary>Where the first curve of the first visitor begins: 0 ten minutes ago, 299 now.</summary>
    private const string FirstPointOfCurve = "parseInt(document.querySelector('#rows .curve').getAttribute('d').slice(1), 10)";

    private Chromium _chromium = null!;
    private PageServer _server = null!;

    private BrowserPage Page => _chromium.Page;

    [OneTimeSetUp]
    public async Task StartBrowser() => _chromium = await Chromium.Start();

    [OneTimeTearDown]
    public void EndBrowser() => _chromium?.Dispose();

    [SetUp]
    public void StartServer() => _server = new PageServer();

    [TearDown]
    public void EndServer() => _server.Dispose();

    [Test, Measured]
    public async Task The_first_paint_is_within_half_a_second()
    {
        await Show(new SampleFigures { Visitors = 20, Limited = 5 });
        await Page.Until("performance.getEntriesByName('first-contentful-paint').length");
        double milliseconds = await Page.Evaluate<double>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
        TestContext.Out.WriteLine($"first paint after {milliseconds:0} ms");
        Assert.That(milliseconds, Is.LessThanOrEqualTo(500));
    }

    [Test]
    public async Task It_fits_the_width_without_a_complaint_or_a_request_to_elsewhere(
        [Values(0, 1, 100)] int visitors, [Values(400, 1400)] int width, [Values] bool dark)
    {
        await Show(new SampleFigures { Visitors = visitors, Limited = visitors / 3 }, width, dark);
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Page.Evaluate<int>($"{Rows}.length"), Is.EqualTo(visitors));
            Assert.That(await Page.Evaluate<int>("document.documentElement.scrollWidth"), Is.LessThanOrEqualTo(width));
            Assert.That(Page.Complaints, Is.Empty);
            Assert.That(Page.Requests, Has.All.StartsWith(_server.Address.AbsoluteUri));
        });
    }

    [Test]
    public async Task Texts_and_their_backgrounds_differ_in_both_themes([Values] bool dark)
    {
        await Show(new SampleFigures { Visitors = 8, Limited = 7, Elsewhere = ["GetMesh"], Unpaced = 2 }, dark: dark);
        double contrast = await Page.Evaluate<double>("""
            (() => {
              const linear = value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
              const luminance = colour => {
                const [red, green, blue] = colour.match(/[\d.]+/g).map(value => linear(value / 255));
                return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
              };
              const behind = element => {
                const colour = getComputedStyle(element).backgroundColor;
                return colour !== 'rgba(0, 0, 0, 0)' ? colour : behind(element.parentElement);
              };
              const contrast = element => {
                const [light, dark] = [getComputedStyle(element).color, behind(element)].map(luminance).sort((a, b) => b - a);
                return (light + 0.05) / (dark + 0.05);
              };
              return Math.min(...[...document.querySelectorAll('.badge, .quiet, p, th, td, h1, h2, h3, a, td span, dt, dd')].map(contrast));
            })()
            """);
        Assert.That(contrast, Is.GreaterThanOrEqualTo(4.5), "WCAG 2.1, 1.4.3: level AA");
    }

    [Test]
    public async Task A_name_is_text_everywhere()
    {
        await Show(new SampleFigures { Visitors = 2, Limited = 1, FirstName = Hostile, Region = Hostile });
        string script = JsonSerializer.Serialize(Hostile);
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Page.Evaluate<bool>($"document.querySelector('#rows .name').textContent === {script}"));
            Assert.That(await Page.Evaluate<bool>($"document.querySelector('#regions .name').textContent === {script}"));
            Assert.That(await Page.Evaluate<int>("document.querySelectorAll('img').length"), Is.Zero);
            Assert.That(Page.Complaints, Is.Empty);
        });
    }

    [Test]
    public async Task Rates_of_any_size_are_readable()
    {
        await Show(new SampleFigures());
        string rates =
            await Page.Evaluate<string>("[0, 512.4, 1000, 1234, 50000, 1e6, 1e7].map(rate).join(', ').replaceAll('\u00a0', ' ')");
        Assert.That(rates, Is.EqualTo("0 kbit/s, 512 kbit/s, 1 Mbit/s, 1.23 Mbit/s, 50 Mbit/s, 1000 Mbit/s, 10000 Mbit/s"));
    }

    [Test]
    public async Task An_error_of_the_page_is_seen_on_the_browser_s_console()
    {
        await Show(new SampleFigures());
        Assert.That(await Page.Evaluate<bool>("(ask = async () => ({ ...data, regions: [null] }), true)"));
        Assert.That(() => Page.Complaints, Is.Not.Empty.After(20_000, 100));
    }

    [Test]
    public async Task Without_names_visitors_have_numbers()
    {
        await Show(new SampleFigures { Visitors = 1 });
        Assert.That(await Page.Text("#rows .name"), Is.EqualTo("Visitor 17"));
    }

    [Test]
    public async Task Limited_visitors_are_first_and_a_sentence_says_who_limits_them()
    {
        await Show(new SampleFigures { Visitors = 20, Limited = 5 });
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Page.Text("#summary"), Is.EqualTo("5 of 20 visitors are limited: " +
                "2 by their path, 1 by their own setting, 1 by missing acks, 1 by the region’s maximum per visitor."));
            Assert.That(await Page.Evaluate<string>($"{Rows}.map(row => row.className || '-').join(' ')"),
                Is.EqualTo("delay loss viewer window cap" + string.Concat(Enumerable.Repeat(" -", 15))));
            Assert.That(await Page.Text("#rows .by"), Is.EqualTo("Path: its queue grows"));
            Assert.That(await Page.Text("#rows .advice"), Does.StartWith("The path to this visitor carries about"));
        });
    }

    [Test]
    public async Task A_visitor_who_downloads_has_the_rate_of_the_downloads_and_no_wider_row([Values(360, 1400)] int width)
    {
        await Show(new SampleFigures { Visitors = 7, Limited = 7 }, width);
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Page.Text("#rows tr.downloads .by"), Is.EqualTo("Own downloads by HTTP"));
            Assert.That(await Page.Text("#rows tr.downloads .http"),
                Is.EqualTo("Downloads by HTTP: 8.1\u00a0Mbit/s, as much as the line carries, queue 12\u00a0ms"));
            Assert.That(await Page.Text("#rows tr:not(.downloads) .http"), Is.Empty);
            Assert.That(await Page.Evaluate<int>("document.documentElement.scrollWidth"), Is.LessThanOrEqualTo(width));
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
    public async Task A_visitor_that_is_no_longer_limited_moves_behind_those_that_are()
    {
        await Show(new SampleFigures { Visitors = 2, Limited = 1, FirstName = "Ann" });
        await Page.Evaluate<bool>("(window.row = document.querySelector('#rows tr')) !== null");
        _server.Figures = after => Reversed(new SampleFigures { Visitors = 2, Limited = 1, FirstName = "Ann", Point = 301 }.Json(after));
        await Page.Until("document.querySelector('#rows .name').textContent === 'Ruth 2'");
        Assert.That(await Page.Evaluate<bool>("document.querySelectorAll('#rows tr')[1] === window.row"),
            "the same element, so nothing flickers");
    }

    [Test]
    public async Task Neighbours_are_shown_on_request()
    {
        await Show(new SampleFigures { Visitors = 3, Children = 2 });
        Assert.That(await Page.Evaluate<int>($"{Rows}.length"), Is.EqualTo(3));
        await Page.Evaluate<bool>("document.getElementById('children').click() === undefined");
        Assert.That(await Page.Evaluate<int>($"{Rows}.length"), Is.EqualTo(5));
        Assert.That(await Page.Text("#summary"), Is.EqualTo("None of the 3 visitors is limited."));
    }

    [Test]
    public async Task A_region_on_stock_throttles_is_named_with_the_reason()
    {
        await Show(new SampleFigures { Visitors = 1, Shaping = false });
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Page.Text("#on"), Is.EqualTo("Off"));
            Assert.That(await Page.Text("#stock"), Does.Contain("“Welcome”"));
            Assert.That(await Page.Text("#status"), Does.Contain("has no field _outgoing"));
            Assert.That(await Page.Text("#summary"), Does.StartWith("Who limits whom is not known"));
        });
    }

    [Test]
    public async Task Old_figures_are_marked_until_the_region_answers_again()
    {
        await Show(new SampleFigures { Visitors = 1 });
        Assert.That(await Page.Evaluate<bool>(Banner), Is.False);
        _server.Status = 0;
        await Page.Until(Banner);
        Assert.That(await Page.Text("#banner"),
            Does.Match(@"^The figures below are old\. No answer for \d+ s\. Does the simulator run\?$"));
        string first = await Page.Text("#age");
        await Page.Until($"document.getElementById('age').textContent !== '{first}'");
        Assert.That(await Page.Evaluate<bool>("document.body.classList.contains('old')"));
        _server.Status = 200;
        await Page.Until($"!({Banner})");
        Assert.That(await Page.Evaluate<bool>("document.body.classList.contains('old')"), Is.False);
    }

    [TestCase(401, "StatusPassword")]
    [TestCase(403, "StatusAllow")]
    [TestCase(500, "HTTP status 500")]
    public async Task A_refusal_is_shown_as_it_is(int status, string text)
    {
        _server.Status = status;
        await Page.Show(_server.Address);
        await Page.Until("document.getElementById('banner')?.hidden === false");
        Assert.That(await Page.Text("#banner"), Does.Contain(text));
    }

    [Test]
    public async Task Each_poll_asks_for_what_is_new_and_adds_it_to_the_history()
    {
        ConcurrentQueue<long> asked = [];
        SampleFigures figures = new() { Point = 100 };
        _server.Figures = after => { asked.Enqueue(after); return figures.Json(after); };
        await ShowAgain();
        Assert.That(await FirstPoint(), Is.EqualTo(200), "100 points end at the right");
        figures = figures with { Point = 103 };
        await Page.Until($"{FirstPointOfCurve} === 197");
        Assert.That(string.Join(' ', asked), Does.StartWith("0 100"));
    }

    [Test]
    public async Task A_region_that_started_again_has_a_new_history()
    {
        ConcurrentQueue<long> asked = [];
        SampleFigures figures = new() { Point = 300 };
        _server.Figures = after => { asked.Enqueue(after); return figures.Json(Math.Min(after, figures.Point)); };
        await ShowAgain();
        Assert.That(await FirstPoint(), Is.Zero);
        figures = figures with { Point = 250, Since = 247 };
        await Page.Until($"{FirstPointOfCurve} === 296");
        Assert.That(string.Join(' ', asked), Does.StartWith("0 300").And.Contain("300 0"));
    }

    private Task<int> FirstPoint() => Page.Evaluate<int>(FirstPointOfCurve);

    private Task Show(SampleFigures figures, int width = 1400, bool dark = false)
    {
        _server.Figures = figures.Json;
        return ShowAgain(width, dark);
    }

    private async Task ShowAgain(int width = 1400, bool dark = false)
    {
        await Page.Show(_server.Address, width, dark);
        await Page.Until($"document.getElementById('summary') && {Summary}");
    }

    private static string Reversed(string figures)
    {
        JsonObject all = JsonNode.Parse(figures)!.AsObject();
        JsonNode?[] visitors = all["visitors"]!.AsArray().Reverse().Select(visitor => visitor!.DeepClone()).ToArray();
        all["visitors"] = new JsonArray(visitors);
        return all.ToJsonString();
    }
}
