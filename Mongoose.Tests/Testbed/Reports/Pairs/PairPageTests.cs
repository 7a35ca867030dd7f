using System.Xml.Linq;
using Mongoose.Core.Channels;
using Mongoose.Testbed.Reports;
using Mongoose.Testbed.Reports.Pairs;
using Mongoose.Testbed.Results;

namespace Mongoose.Tests.Testbed.Reports.Pairs;

/// <summary>The report page of results that compare circuits, such as the demo's.</summary>
public sealed class PairPageTests
{
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    [Test]
    public void It_has_two_throughput_charts_and_a_delay_chart_for_each_pair()
    {
        XDocument page = Page(SamplePairs.Demo());
        Assert.That(page.Descendants(Svg + "svg").Count(), Is.EqualTo(3 * 3));
        Assert.That(page.Descendants("section").Count(), Is.EqualTo(3));
    }

    [Test]
    public void Its_title_is_the_sentence() =>
        Assert.That(Page(SamplePairs.Demo()).Descendants("h1").Single().Value,
            Does.StartWith("Mongoose carried 3.4 times stock's goodput"));

    [Test]
    public void The_page_is_self_contained()
    {
        string html = TestbedReport.Write(SamplePairs.Demo()).Replace(Svg.NamespaceName, "");
        Assert.That(html, Does.Not.Contain("http://").And.Not.Contain("https://"));
        foreach (string reference in new[] { "<script", "<link", "@import", "url(", "src=" })
            Assert.That(html, Does.Not.Contain(reference));
    }

    [Test]
    public void It_has_every_figure_of_the_table()
    {
        TestbedResult[] results = SamplePairs.Demo();
        string[] cells = Page(results).Descendants("table").First().Descendants("td").Select(td => td.Value).ToArray();
        Assert.That(cells, Is.SupersetOf(PairSummary.Table(CircuitPair.FindAll(results)).Rows.SelectMany(row => row.Cells).Distinct()));
        Assert.That(cells, Does.Contain("1436").And.Contain("95.7").And.Contain("11.2").And.Contain("unfinished"));
    }

    [Test]
    public void Charts_side_by_side_have_the_same_axes()
    {
        XElement[] charts = Page(SamplePairs.Demo()).Descendants(Svg + "svg").Take(2).ToArray();
        Assert.That(Labels(charts[0]), Is.EqualTo(Labels(charts[1])));

        static string[] Labels(XElement chart) => chart.Elements(Svg + "text").Select(text => text.Value).ToArray();
    }

    [Test]
    public void A_line_that_limits_is_named_and_drawn()
    {
        XDocument page = Page(SamplePairs.Demo());
        Assert.That(page.Descendants("h2").Select(title => title.Value), Has.Some.Contains("line of 1 Mbit/s"));
        Assert.That(page.Descendants(Svg + "text").Select(text => text.Value),
            Does.Contain("line 1 Mbit/s").And.Not.Contain("circuit 3 Mbit/s"));
        Assert.That(page.Descendants("p").Select(p => p.Value), Has.Some.Contains("of the line, stock"));
    }

    [Test]
    public void Without_a_line_the_page_does_not_mention_one() =>
        Assert.That(TestbedReport.Write(SamplePairs.Demo()[..2]), Does.Not.Contain("line of"));

    [Test]
    public void The_table_of_all_stats_is_collapsed()
    {
        XElement[] folded = Page(SamplePairs.Demo()).Descendants("details").ToArray();
        Assert.That(folded, Has.Length.EqualTo(3));
        Assert.That(folded.Attributes("open"), Is.Empty);
    }

    [Test]
    public void It_contains_the_scenarios_description()
    {
        TestbedResult result = SamplePairs.Demo()[0];
        ScenarioInfo scenario = result.Scenario with { Source = ScenarioInfo.Echo("""{ "about": "A viewer & a crowd." }""") };
        Assert.That(Page(result with { Scenario = scenario }).Descendants("p").Select(p => p.Value), Does.Contain("A viewer & a crowd."));
    }

    [Test]
    public void Markup_in_texts_is_escaped()
    {
        const string hostile = "</style><script>alert('x')</script> & \"q\" \0\u0007 \ud83d\ude00 \ud800";
        TestbedResult demo = SamplePairs.Demo()[0];
        XDocument page = Page(demo with
        {
            Version = hostile,
            Command = hostile,
            Host = demo.Host! with { Os = hostile, Runtime = hostile, CpuModel = hostile },
        });
        Assert.That(page.Descendants("script"), Is.Empty);
        Assert.That(page.Descendants("pre").Single().Value, Does.StartWith("</style><script>").And.Contain("\ud83d\ude00"));
    }

    [Test]
    public void Values_that_were_not_measured_are_dashes()
    {
        string html = TestbedReport.Write([SamplePairs.Nothing()]);
        Assert.That(XDocument.Parse(html).Descendants("td").Select(td => td.Value), Does.Contain("–"));
        Assert.That(html, Does.Not.Contain("NaN").And.Not.Contain("Infinity").And.Not.Contain("∞"));
    }

    [Test]
    public void An_interrupted_run_of_one_circuit_is_still_a_page()
    {
        TestbedResult result = SamplePairs.Result("1.5 Mbit/s", SamplePairs.Blank(SamplePairs.Stock)) with { Interrupted = true };
        XDocument page = Page(result);
        Assert.That(page.Descendants("h1").Single().Value, Does.StartWith("Nothing to compare"));
        Assert.That(page.Descendants("p").Select(p => p.Value), Has.Some.Contains("Interrupted"));
    }

    [Test]
    public void Text_is_the_same_in_every_culture()
    {
        string expected = TestbedReport.Write(SamplePairs.Demo());
        using CommaCulture commas = new();
        Assert.That(TestbedReport.Write(SamplePairs.Demo()), Is.EqualTo(expected));
    }

    [Test]
    public void Empty_elements_have_end_tags() => Assert.That(TestbedReport.Write(SamplePairs.Demo()),
        Does.Not.Match("<(td|th|span|p|div|dd|li)( [^>]*)? />"));

    [Test]
    public void Channels_are_in_the_legend_only_if_they_carried_something()
    {
        XElement legend = Page(SamplePairs.Demo()).Descendants("ul").First();
        Assert.That(legend.Elements().Skip(1).Select(item => item.Value.Trim()), Is.EqualTo(new[]
        {
            nameof(Channel.Task), nameof(Channel.Texture), nameof(Channel.Resend), nameof(Channel.Land),
        }));
    }

    private static XDocument Page(params TestbedResult[] results) => XDocument.Parse(TestbedReport.Write(results));
}
