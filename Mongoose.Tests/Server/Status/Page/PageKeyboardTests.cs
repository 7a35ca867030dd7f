namespace Mongoose.Server.Tests.Status.Page;

/// <summary>The page by keyboard, pointer and finger, and as a screen reader finds it.</summary>
public sealed class PageKeyboardTests : PageFixture
{
    private const string Delay = "#view-charts .chart:nth-child(3) ";

    private static readonly SampleFigures Five = new() { Visitors = 5, Limited = 3, Harmed = 2, FirstName = "Ann" };

    [Test]
    public async Task Tab_goes_through_all_that_can_be_used_in_the_order_of_the_page_and_is_seen([Values("", FirstView)] string view)
    {
        await Show(Five, view: view);
        await Page.Evaluate<bool>("""
            (() => {
              document.activeElement.blur();
              getSelection().collapse(document.body, 0);
              window.usable = [...document.querySelectorAll('a[href], button, input, summary, [tabindex="0"]')]
                .filter(one => one.checkVisibility());
              window.walked = [];
              window.walk = () => walked.push([document.activeElement, getComputedStyle(document.activeElement).outlineStyle]);
              return true;
            })()
            """);
        int usable = await Page.Evaluate<int>("usable.length");
        for (int i = 0; i < usable; i++)
        {
            await Page.Press("Tab");
            await Page.Evaluate<int>("walk()");
        }
        Assert.That(usable, Is.GreaterThanOrEqualTo(19));
        Assert.That(await Page.Evaluate<bool>("walked.every(([one], index) => one === usable[index])"), "no trap, nothing left out");
        Assert.That(await Page.Evaluate<bool>("walked.every(([, outline]) => outline !== 'none')"), "the focus is seen");
    }

    [Test]
    public async Task The_page_is_used_by_keys_alone()
    {
        await Show(Five);
        await Page.Press("Tab");
        await Page.Press("Enter");
        Assert.That(await Page.Evaluate<string>("document.activeElement.id"), Is.EqualTo("main"), "the link that skips the head");
        await Focus(".column-name button");
        await Page.Press(" ");
        Assert.That(await Page.Evaluate<string>(Names), Is.EqualTo("Ann, Ruth 2, Ruth 3, Ruth 4, Ruth 5"));
        await Page.Press("Enter");
        Assert.That(await Page.Evaluate<string>(Names), Is.EqualTo("Ruth 5, Ruth 4, Ruth 3, Ruth 2, Ann"));
        await Focus("#rows th a");
        await Page.Press("Enter");
        await Page.Until("document.getElementById('view-title').textContent === 'Ruth 5'");
        await Focus("#back");
        await Page.Press("Enter");
        await Page.Until("document.activeElement.textContent === 'Ruth 5'");
    }

    [Test]
    public async Task Arrow_keys_read_a_chart()
    {
        await Show(Five, view: FirstView);
        await Page.Until("document.querySelector('#view-charts path.line-0').getAttribute('d')");
        await Focus(Delay + ".plot");
        await Page.Press("Home");
        Assert.That(await Value(), Does.EndWith(", 9\u00a0min ago"));
        await Page.Press("PageUp");
        await Page.Press("ArrowRight");
        await Page.Press("ArrowLeft");
        Assert.That(await Value(), Is.EqualTo(await AtPoint(60) + ", 8\u00a0min ago"));
        Assert.That(await Texts(Delay + ".chart-at"), Does.Match(@"^at \d\d:\d\d:\d\d$"));
        Assert.That(await Count("#view-region-charts .cursor"), Is.EqualTo(3), "all charts show the same time");
        await Page.Press("End");
        Assert.That(await Value(), Does.EndWith(", now"));
        await Page.Press("Escape");
        Assert.That(await Count(".cursor"), Is.Zero);
    }

    [Test]
    public async Task The_pointer_or_a_finger_reads_a_chart([Values] bool finger)
    {
        await Show(Five, view: FirstView);
        await Page.Until("document.querySelector('#view-charts path.line-0').getAttribute('d')");
        await (finger ? Page.Touch(Delay + ".field") : Page.Point(Delay + ".field"));
        await Page.Until($"document.querySelector('{Delay} .cursor').checkVisibility()");
        Assert.That(await Texts(Delay + ".chart-values"), Is.AnyOf(await AtPoint(299), await AtPoint(300)));
        Assert.That(await Texts(Delay + ".chart-at"), Does.Match(@"^at \d\d:\d\d:\d\d$"));
    }

    [Test]
    public async Task A_chart_has_a_scale_and_a_name_with_its_latest_and_highest_value()
    {
        await Show(Five, view: FirstView);
        await Page.Until("document.querySelector('#view-charts path.line-0').getAttribute('d')");
        await Assert.MultipleAsync(async () =>
        {
            Assert.That(await Texts(Delay + ".scale span"), Is.EqualTo("150\u00a0ms | 0"));
            Assert.That(await Texts(Delay + ".times > span"), Is.EqualTo("10 min ago | now"));
            Assert.That(await Texts(Delay + ".highest"), Does.Match(@"^at most 1\d\d\u00a0ms$"));
            Assert.That(await Page.Evaluate<string>($"document.querySelector('{Delay} .plot').ariaLabel"),
                Does.Match(@"^Path delay, last ten minutes: latest \d+\u00a0ms, highest 1\d\d\u00a0ms$"));
        });
    }

    [Test]
    public async Task The_highest_values_are_seen_and_make_no_chart_taller([Values(400, 1400)] int width)
    {
        const string heights = "[...document.querySelectorAll('#view .chart')].map(chart => chart.offsetHeight).join()";
        await Show(Five, width, view: FirstView);
        await Page.Until("document.querySelector('#view-charts path.line-0').getAttribute('d')");
        string shown = await Page.Evaluate<string>(heights);
        Assert.That(await Texts("#view-charts .chart:nth-child(2) .highest"), Does.Match(@"^at most \d+ · \d+\u00a0kbit/s$"));
        Assert.That(await Count("#view .highest"), Is.EqualTo(await Count("#view .chart")));
        await Page.Evaluate<bool>("(document.querySelectorAll('.highest').forEach(one => { one.hidden = true; }), true)");
        Assert.That(await Page.Evaluate<string>(heights), Is.EqualTo(shown));
    }

    [Test]
    public async Task Highest_values_of_one_unit_have_it_once_and_what_is_not_known_is_said()
    {
        await Show(Five);
        Assert.That(await Page.Evaluate<string>(
            "[[percent(5), percent(12.4)], [rate(900), rate(1500)], [rate(1), rate(null), rate(3)], [count(2), count(3)]]"
            + ".map(figures => withUnitOnce(figures).join(' · ')).join(', ').replaceAll('\u00a0', ' ')"),
            Is.EqualTo("5 · 12 %, 900 kbit/s · 1.5 Mbit/s, 1 kbit/s · – · 3 kbit/s, 2 · 3"));
    }

    [Test]
    public async Task Everything_that_can_be_used_has_a_name_and_the_tables_stay_tables([Values(400, 1400)] int width)
    {
        await Show(Five, width);
        IReadOnlyList<(string Role, string Name)> all = await Page.Accessibility();
        Assert.Multiple(() =>
        {
            foreach ((string role, string name) in all.Where(one =>
                one.Role is "link" or "button" or "slider" or "searchbox" or "checkbox" or "table" or "region" or "navigation"))
            {
                Assert.That(name, Is.Not.Empty, role);
            }
            Assert.That(all.Count(one => one.Role == "main"), Is.EqualTo(1));
            Assert.That(all.Count(one => one is { Role: "table", Name: "Visitors" }), Is.EqualTo(1));
            Assert.That(all.Count(one => one.Role == "columnheader"), Is.GreaterThanOrEqualTo(9));
            Assert.That(all.Where(one => one.Role == "rowheader").Select(one => one.Name), Has.Some.StartsWith("Ann"));
            Assert.That(all.Where(one => one.Role == "heading").Select(one => one.Name),
                Is.SupersetOf((string[])["Causes", "Visitors", "Welcome", "Downloads by HTTP"]));
        });
    }

    private Task<string> Value() => Page.Evaluate<string>($"document.querySelector('{Delay} .plot').ariaValueText");

    private Task<string> AtPoint(int index) => Page.Evaluate<string>($"delay(view.history.series.pathDelayMs[{index}])");
}
