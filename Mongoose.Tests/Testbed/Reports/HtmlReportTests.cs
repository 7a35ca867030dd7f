using System.Xml.Linq;
using Mongoose.Core.Channels;
using Mongoose.Testbed.Reports;
using Mongoose.Testbed.Reports.Style;
using Mongoose.Testbed.Results;

namespace Mongoose.Tests.Testbed.Reports;

[TestFixture]
public sealed class HtmlReportTests
{
    private static readonly XNamespace Svg = "http://www.w3.org/2000/svg";

    private static XDocument Page(DemoResult result) => XDocument.Parse(HtmlReport.Write(result));

    [Test]
    public void IsWellFormed_WithTwoThroughputChartsAndADelayChartToEachCircuit()
    {
        XDocument page = Page(SampleResult.Demo());
        Assert.That(page.Descendants(Svg + "svg").Count(), Is.EqualTo(3 * 3));
        Assert.That(page.Descendants("section").Count(), Is.EqualTo(3 + 2), "circuits, conditions, reproduce");
    }

    [Test]
    public void NeedsNothingFromAnywhere()
    {
        string html = HtmlReport.Write(SampleResult.Demo()).Replace(Svg.NamespaceName, "");
        Assert.That(html, Does.Not.Contain("http://").And.Not.Contain("https://"));
        foreach (string reference in new[] { "<script", "<link", "@import", "url(", "src=" })
            Assert.That(html, Does.Not.Contain(reference));
    }

    [Test]
    public void StyleSheet_HasNothingThatXmlEscapes_AsBrowsersDoNotUnescapeItThere() =>
        Assert.That(PageStyle.Css, Does.Not.Contain("<").And.Not.Contain(">").And.Not.Contain("&"));

    [Test]
    public void HasEveryFigureOfTheTable()
    {
        DemoResult result = SampleResult.Demo();
        string[] cells = Page(result).Descendants("table").First().Descendants("td").Select(td => td.Value).ToArray();
        Assert.That(cells, Is.SupersetOf(Summary.Table(result).Rows.SelectMany(row => row.Cells).Distinct()));
        Assert.That(cells, Does.Contain("1436").And.Contain("95.7").And.Contain("11.2").And.Contain("unfinished"));
    }

    [Test]
    public void ChartsSideBySide_HaveTheSameAxes()
    {
        XElement[] charts = Page(SampleResult.Demo()).Descendants(Svg + "svg").Take(2).ToArray();
        string[] Labels(XElement chart) => chart.Elements(Svg + "text").Select(text => text.Value).ToArray();
        Assert.That(Labels(charts[0]), Is.EqualTo(Labels(charts[1])));
    }

    [Test]
    public void ALineThatLimits_IsNamedAndDrawn()
    {
        XDocument page = Page(SampleResult.Demo());
        Assert.That(page.Descendants("h2").Select(title => title.Value), Does.Contain("Circuit of 3 Mbit/s over a line of 1 Mbit/s"));
        Assert.That(page.Descendants(Svg + "text").Select(text => text.Value), Does.Contain("line 1 Mbit/s").And.Not.Contain("circuit 3 Mbit/s"));
        Assert.That(page.Descendants("p").Select(p => p.Value), Has.Some.StartsWith("Over the line of").And.Some.Contains("of the line, stock"));
    }

    [Test]
    public void WithoutALine_NothingIsSaidOfOne()
    {
        DemoResult demo = SampleResult.Demo();
        Assert.That(HtmlReport.Write(demo with { Config = demo.Config with { LineKbps = 0 }, Runs = demo.Runs[..4] }), Does.Not.Contain("line of"));
    }

    [Test]
    public void HostileText_StaysText()
    {
        const string hostile = "</style><script>alert('x')</script> & \"q\" \0\u0007 \ud83d\ude00 \ud800";
        DemoResult demo = SampleResult.Demo();
        DemoResult result = demo with
        {
            Version = hostile,
            Command = hostile,
            Host = demo.Host with { Os = hostile, Runtime = hostile, CpuModel = hostile },
        };
        XDocument page = Page(result);
        Assert.That(page.Descendants("script"), Is.Empty);
        Assert.That(page.Descendants("pre").Single().Value, Does.StartWith("</style><script>").And.Contain("\ud83d\ude00"));
    }

    [Test]
    public void NothingMeasured_IsDrawnAsDashes()
    {
        string html = HtmlReport.Write(SampleResult.Nothing());
        Assert.That(XDocument.Parse(html).Descendants("td").Select(td => td.Value), Does.Contain("–"));
        Assert.That(html, Does.Not.Contain("NaN").And.Not.Contain("Infinity").And.Not.Contain("∞"));
    }

    [Test]
    public void NoRuns_IsStillAPage()
    {
        XDocument page = Page(SampleResult.Demo() with { Runs = [], Interrupted = true });
        Assert.That(page.Descendants("h1").Single().Value, Does.StartWith("There is nothing to compare"));
        Assert.That(page.Descendants("p").Select(p => p.Value), Has.Some.Contains("interrupted"));
    }

    [Test]
    public void Text_IsTheSameInEveryCulture()
    {
        string expected = HtmlReport.Write(SampleResult.Demo());
        using CommaCulture commas = new();
        Assert.That(HtmlReport.Write(SampleResult.Demo()), Is.EqualTo(expected));
    }

    [Test]
    public void EmptyElements_HaveEndTags() => Assert.That(HtmlReport.Write(SampleResult.Demo()),
        Does.Not.Match("<(td|th|span|p|div|dd|li)( [^>]*)? />"));

    [Test]
    public void Channels_AreInTheLegendOnlyWhenTheyCarriedSomething()
    {
        XElement legend = Page(SampleResult.Demo()).Descendants("ul").First();
        Assert.That(legend.Elements().Skip(1).Select(item => item.Value.Trim()), Is.EqualTo(new[]
        {
            nameof(Channel.Task), nameof(Channel.Texture), nameof(Channel.Resend), nameof(Channel.Land),
        }));
    }

    /// <summary>With a path in MONGOOSE_SAMPLE_REPORT the page of the invented sample stays there, for looking at.</summary>
    [Test]
    public void Page_SurvivesBeingWrittenToAFile()
    {
        using TemporaryDirectory directory = new();
        string path = Environment.GetEnvironmentVariable("MONGOOSE_SAMPLE_REPORT") ?? Path.Combine(directory.Path, "page.html");
        string html = HtmlReport.Write(SampleResult.Demo());
        OutputFile.Write(path, html);
        Assert.That(File.ReadAllText(path), Is.EqualTo(html));
    }
}
