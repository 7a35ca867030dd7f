using System.Collections.Concurrent;
using System.Text.Json;

namespace Mongoose.Server.Tests.Status.Page;

/// <summary>What holds for the whole page: its look, its safety, and that its figures are of now.</summary>
public sealed class StatusPageTests : PageFixture
{
    private const string Banner = "!document.getElementById('banner').hidden";

    /// <summary>Where the first curve of the region begins: 0 ten minutes ago, 299 now.</summary>
    private const string FirstPointOfCurve = "parseInt(document.querySelector('#regions path.line-0').getAttribute('d').slice(1), 10)";

    [Test, Measured]
    public async Task The_first_paint_is_within_half_a_second()
    {
        await Show(new SampleFigures { Visitors = 20, Limited = 5 });
        await Page.Until("performance.getEntriesByName('first-contentful-paint').length");
        double milliseconds = await Page.Evaluate<double>("performance.getEntriesByName('first-contentful-paint')[0].startTime");
        TestContext.Out.WriteLine($"first paint after {milliseconds:0} ms");
        Assert.That(milliseconds, Is.LessThanOrEqualTo(500));
    }

    [Test, Pairwise]
    public async Task It_fits_the_width_without_a_complaint_or_a_request_to_elsewhere(
        [Values(0, 1, 5, 200, 1000)] int visitors, [Values(400, 1400)] int width, [Values] bool dark)
    {
        string[] regions = ["Welcome", "Plaza"];
        await Show(new() { Visitors = visitors, Limited = visitors / 2, Harmed = visitors / 3, Regions = regions }, width, dark);
        await Click("#all-rows");
        await UnfoldAll();
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Count("#rows tr"), Is.EqualTo(visitors));
            Assert.That(await Page.Evaluate<int>("document.documentElement.scrollWidth"), Is.LessThanOrEqualTo(width));
            Assert.That(Page.Complaints, Is.Empty);
            Assert.That(Page.Requests, Has.All.StartsWith(Server.Address.AbsoluteUri));
        });
    }

    [Test]
    public async Task A_visitor_s_own_view_fits_the_width([Values(400, 1400)] int width, [Values] bool dark)
    {
        await Show(new SampleFigures { Visitors = 5, Limited = 5, Harmed = 3, Events = 5 }, width, dark, FirstView);
        await UnfoldAll();
        Assert.That(await Page.Evaluate<int>("document.documentElement.scrollWidth"), Is.LessThanOrEqualTo(width));
        Assert.That(Page.Complaints, Is.Empty);
    }

    [Test]
    public async Task Texts_and_their_backgrounds_differ_in_both_themes([Values] bool dark, [Values("", FirstView)] string view)
    {
        await Show(new() { Visitors = 14, Limited = 13, Harmed = 6, Elsewhere = ["GetMesh"], Unpaced = 2 }, dark: dark, view: view);
        await UnfoldAll();
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
              const hasText = element => [...element.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
              const shown = [...document.querySelectorAll('body *')].filter(one => one.checkVisibility() && hasText(one));
              return Math.min(...shown.map(contrast));
            })()
            """);
        Assert.That(contrast, Is.GreaterThanOrEqualTo(4.5), "WCAG 2.1, 1.4.3: level AA");
    }

    [Test]
    public async Task A_name_is_text_everywhere([Values("", FirstView)] string view)
    {
        string[] regions = [Hostile, "Plaza"];
        await Show(new() { Visitors = 2, Limited = 2, Harmed = 2, FirstName = Hostile, Regions = regions, Words = Hostile }, view: view);
        await UnfoldAll();
        string script = JsonSerializer.Serialize(Hostile);
        string[] places = view.Length > 0 ? ["#view-title", "#view-arrivals .name", "#view-lines p", "#view-incidents .sentence"]
            : ["#findings .names a", "#findings .sentence", "#findings .advice", "#rows th a", "#rows .column-region span",
               "#regions .name", "#regions .scripts td", "#incidents .sentence", "#arrivals .name", "#arrivals .region"];
        string[] within = view.Length > 0 ? ["#view-place", "#view-region", "#view-lines .quiet", "#view-incidents .changes"]
            : ["#health-text", "#findings .title", "#findings .seen", "#incidents .title", "#incidents .changes"];
        await Assert.MultipleAsync(async () =>
        {
            foreach (string place in places)
                Assert.That(await HasText(place, $"=== {script}"), place);
            foreach (string place in within)
                Assert.That(await HasText(place, $".includes({script})"), place);
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
    public async Task Old_figures_are_marked_until_the_region_answers_again()
    {
        await Show(new SampleFigures { Visitors = 1 });
        Assert.That(await Page.Evaluate<bool>(Banner), Is.False);
        Server.Status = 0;
        await Page.Until(Banner);
        Assert.That(await Page.Text("#banner"),
            Does.Match(@"^The figures below are old\. No answer for \d+ s\. Does the simulator run\?$"));
        string first = await Page.Text("#age");
        await Page.Until($"document.getElementById('age').textContent !== '{first}'");
        Assert.That(await Page.Evaluate<bool>("document.body.classList.contains('old')"));
        Server.Status = 200;
        await Page.Until($"!({Banner})");
        Assert.That(await Page.Evaluate<bool>("document.body.classList.contains('old')"), Is.False);
    }

    [TestCase(401, "StatusPassword")]
    [TestCase(403, "StatusAllow")]
    [TestCase(500, "HTTP status 500")]
    public async Task A_refusal_is_shown_as_it_is(int status, string text)
    {
        Server.Status = status;
        await Page.Show(Server.Address);
        await Page.Until("document.getElementById('banner')?.hidden === false");
        Assert.That(await Page.Text("#banner"), Does.Contain(text));
    }

    [Test]
    public async Task Each_poll_asks_for_what_is_new_and_adds_it_to_the_history()
    {
        ConcurrentQueue<long> asked = [];
        SampleFigures figures = new() { Point = 100 };
        Server.Figures = (after, _) => { asked.Enqueue(after); return figures.Json(after); };
        await ShowAgain();
        Assert.That(await Page.Evaluate<int>(FirstPointOfCurve), Is.EqualTo(500), "100 points end at the right");
        figures = figures with { Point = 103 };
        await Page.Until($"{FirstPointOfCurve} === 497");
        Assert.That(string.Join(' ', asked), Does.StartWith("0 100"));
    }

    [Test]
    public async Task A_region_that_started_again_has_a_new_history()
    {
        ConcurrentQueue<long> asked = [];
        SampleFigures figures = new() { Point = 600 };
        Server.Figures = (after, _) => { asked.Enqueue(after); return figures.Json(Math.Min(after, figures.Point)); };
        await ShowAgain();
        Assert.That(await Page.Evaluate<int>(FirstPointOfCurve), Is.Zero);
        figures = figures with { Point = 650, Since = 647, Started = figures.Started + 1 };
        await Page.Until($"{FirstPointOfCurve} === 596");
        Assert.That(string.Join(' ', asked), Does.StartWith("0 600").And.Contain("600 0"));
    }

    private Task<bool> HasText(string selector, string condition) =>
        Page.Evaluate<bool>($"[...document.querySelectorAll('{selector}')].some(one => one.textContent{condition})");

    private Task UnfoldAll() => Page.Evaluate<bool>("""
        (document.querySelectorAll('details').forEach(one => { one.open = true; }),
          document.querySelectorAll('[aria-expanded=false]').forEach(one => one.checkVisibility() && one.click()), true)
        """);
}
