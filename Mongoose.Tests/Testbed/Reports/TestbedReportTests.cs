using System.Xml.Linq;
using Mongoose.Runtime.Charts;
using Mongoose.Runtime.Pages;
using Mongoose.Testbed.Reports;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Figures;

namespace Mongoose.Tests.Testbed.Reports;

public sealed class TestbedReportTests
{
    private static readonly TestbedResult Sample = SampleTestbedResult.Create();

    private static XDocument Page(params TestbedResult[] results) => XDocument.Parse(TestbedReport.Write(results));

    [Test]
    public void Every_figure_with_data_is_drawn_and_has_a_description()
    {
        XElement[] charts = Page(Sample).Descendants(SvgXml.Namespace + "svg").ToArray();
        Assert.That(charts,
            Has.Length.EqualTo(Sample.Figures.Count(figure => figure.Kind is not (FigureKind.Table or FigureKind.Audio)) - 1),
            "one has no data");
        foreach (XElement chart in charts)
        {
            Assert.That(chart.Element(SvgXml.Namespace + "title")!.Value, Is.Not.Empty);
            Assert.That(chart.Element(SvgXml.Namespace + "desc")!.Value, Is.Not.Empty);
        }
    }

    [Test]
    public void Audio_is_in_the_page_and_can_be_played()
    {
        XElement player = Page(Sample).Descendants("audio").Single();
        string[] source = player.Attribute("src")!.Value.Split(',');
        Assert.That(source[0], Is.EqualTo("data:audio/wav;base64"));
        Assert.That(Convert.FromBase64String(source[1]), Has.Length.EqualTo(44 + 2 * 1600), "the first run's");
        Assert.That(player.Attribute("controls"), Is.Not.Null);
    }

    [Test]
    public void A_table_shows_the_means_that_its_rows_name()
    {
        XElement figure = Page(Sample).Descendants("figure").Single(figure => figure.Value.Contains("Chosen stats"));
        Assert.That(figure.Descendants("th").Select(cell => cell.Value), Is.EqualTo(new[] { "", "goodput", "share" }));
        Assert.That(figure.Descendants("td").Select(cell => cell.Value), Is.EqualTo(new[]
        {
            "Reno", Figures.Significant(Sample.Mean("reno.goodputKbps")), Figures.Significant(Sample.Mean("circuit.shareRatio")),
        }));
    }

    [Test]
    public void A_figure_without_data_lists_the_missing_series() =>
        Assert.That(TestbedReport.Write([Sample]), Does.Contain("No measured series is named absent.*"));

    [Test]
    public void A_missed_band_has_the_distance_from_its_bound()
    {
        string[] cells = Page(Sample).Descendants("table").First().Descendants("td").Select(cell => cell.Value).ToArray();
        Assert.That(cells, Does.Contain("pass").And.Contain("fail").And.Contain("not measured"));
        Assert.That(cells, Does.Contain("0.1377 (16.2 %) below the minimum"));
    }

    [Test]
    public void Several_results_are_listed_first_with_links_to_their_sections()
    {
        XDocument page = Page(Sample, Sample with { Scenario = Sample.Scenario with { Clock = "real" } });
        string[] links = page.Descendants("a").Select(link => link.Attribute("href")!.Value).ToArray();
        Assert.That(links, Is.EqualTo(new[] { "#result-1", "#result-2" }));
        Assert.That(page.Descendants("section").Select(section => "#" + section.Attribute("id")!.Value), Is.EqualTo(links));
    }

    [Test]
    public void Figures_across_results_distinguish_them_by_scenario()
    {
        FigureSpec bars = new() { Kind = FigureKind.Bars, Title = "Across", Series = ["other:*.shareRatio", "circuit-*:*.shareRatio"] };
        TestbedResult other = Sample with { Scenario = Sample.Scenario with { Name = "other" }, Figures = [] };
        XDocument page = XDocument.Parse(TestbedReport.Write([Sample with { Figures = [] }, other], [bars]));
        string[] texts = page.Descendants(SvgXml.Namespace + "text").Select(text => text.Value).ToArray();
        Assert.That(texts, Does.Contain("other:circuit").And.Contain("circuit-against-reno:circuit"));
    }

    [Test]
    public void An_interrupted_result_is_marked() =>
        Assert.That(TestbedReport.Write([Sample with { Interrupted = true }]), Does.Contain("Interrupted: runs are missing or shorter"));

    [Test]
    public void An_interrupted_result_whose_bands_were_not_judged_is_not_called_one_without_expectations([Values] bool isInterrupted)
    {
        string page = TestbedReport.Write([Sample with { Interrupted = isInterrupted, Runs = [], Bands = [] }]);
        Assert.That(page, isInterrupted ? Does.Not.Contain("no expectations") : Does.Contain("no expectations"));
    }

    [Test]
    public void A_result_without_runs_is_still_a_page() =>
        Assert.That(TestbedReport.Write([Sample with { Runs = [], Bands = [] }]), Does.Contain("0 runs").And.Contain("</html>"));

    [Test]
    public void Markup_in_texts_is_escaped()
    {
        const string hostile = "</style><script>alert('x')</script> & \"q\" \0";
        FigureSpec figure =
            Sample.Figures[0] with { Title = hostile, Caption = hostile, References = [new ReferenceValue { Value = 1, Label = hostile }] };
        TestbedResult result = Sample with { Command = hostile, Scenario = Sample.Scenario with { Title = hostile }, Figures = [figure] };
        Assert.That(Page(result).Descendants("script"), Is.Empty);
    }

    [Test]
    public void The_page_is_self_contained_and_shows_no_NaN()
    {
        string html = TestbedReport.Write([Sample]).Replace(SvgXml.Namespace.NamespaceName, "").Replace("src=\"data:", "");
        foreach (string reference in new[] { "http://", "https://", "<script", "<link", "@import", "url(", "src=", "NaN", "∞" })
            Assert.That(html, Does.Not.Contain(reference));
    }

    [Test]
    public void It_is_the_same_in_every_culture()
    {
        string expected = TestbedReport.Write([Sample]);
        using CommaCulture commas = new();
        Assert.That(TestbedReport.Write([Sample]), Is.EqualTo(expected));
    }

    /// <summary>If MONGOOSE_SAMPLE_TESTBED_REPORT has a path, the sample page is kept there for inspection.</summary>
    [Test]
    public void The_page_can_be_written_to_a_file()
    {
        using TemporaryDirectory directory = new();
        string path = Environment.GetEnvironmentVariable("MONGOOSE_SAMPLE_TESTBED_REPORT") ?? Path.Combine(directory.Path, "page.html");
        string html = TestbedReport.Write([Sample]);
        OutputFile.Write(path, html);
        Assert.That(File.ReadAllText(path), Is.EqualTo(html));
    }
}
