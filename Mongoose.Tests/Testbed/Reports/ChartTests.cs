using System.Globalization;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using FsCheck;
using FsCheck.Fluent;
using Mongoose.Runtime.Charts;
using Mongoose.Testbed.Reports.Plots;
using Mongoose.Testbed.Results.Figures;
using PropertyAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Testbed.Reports;

[TestFixture]
public sealed class ChartTests
{
    private static AreaChart Area(
        double[][] layers, double binSeconds = 1, double seconds = 10, double top = 2, double reference = 1.5) => new()
        {
            Description = "test",
            Layers = layers.Select((values, i) => new AreaLayer($"ch-{i}", $"layer {i}", values)).ToArray(),
            BinSeconds = binSeconds,
            Seconds = seconds,
            Top = top,
            Unit = "Mbit/s",
            Markers = [new Marker(reference, "circuit")],
        };

    private static LineChart Lines(bool logarithmic, params (double X, double Y)[][] series) => new()
    {
        Description = "test",
        Series = series.Select((points, i) => new LineSeries($"s{i}", "stock", points)
        {
            Marks = [.. points.Select(p => (p.X, p.Y, "p"))],
        }).ToArray(),
        X = Axis("x", logarithmic, series.SelectMany(points => points).Select(point => point.X)),
        Y = new AxisRange("%", 0, 100),
    };

    private static AxisRange Axis(string title, bool logarithmic, IEnumerable<double> values) =>
        Axes.Create(new AxisSpec { Log = logarithmic, Title = title }, "", "", values);

    [Property]
    public void AreaChart_StaysInsideItsFrame_ForAnyFigures(
        double[][] layers, double binSeconds, double seconds, double top, double reference) =>
        AssertInside(Area(layers.Select(layer => layer ?? []).ToArray(), binSeconds, seconds, top, reference).Draw());

    [Property]
    public void LineChart_StaysInsideItsFrame_ForAnyFigures(
        bool logarithmic, (double, double)[] first, (double, double)[] second) =>
        AssertInside(Lines(logarithmic, first, second).Draw());

    [Property]
    public Property LinearTicks_AreOneTwoOrFiveTimesAPowerOfTen_AndNeverMoreThanRequested(PositiveInt mantissa, byte exponent)
    {
        double max = mantissa.Get * Math.Pow(10, exponent % 12 - 6);
        double step = Ticks.Step(max, 5);
        double leading = step / Math.Pow(10, Math.Floor(Math.Log10(step) + 1e-9));
        return (new[] { 1, 2, 5, 10 }.Any(nice => Math.Abs(leading - nice) < 1e-6) && Ticks.Linear(0, max, 5).Length <= 6)
            .Label($"max {max}, step {step}");
    }

    [Test]
    public void Area_IsStackedInSteps()
    {
        // 10 s and 0..2 on the frame's 460 x 200 units: 46 units per second, 100 per unit of value.
        string[] paths = Paths(Area([[1, 1], [0.5, 0]], binSeconds: 5).Draw());
        Assert.That(paths, Is.EqualTo(new[]
        {
            "M46 228V128H276V128H506V228H276V228H46Z",
            "M46 128V78H276V128H506V128H276V128H46Z",
        }));
    }

    [Test]
    public void Area_WithMoreBinsThanColumns_IsAveraged()
    {
        double[] bins = Enumerable.Range(0, 10 * AreaChart.MaxColumns).Select(i => i % 2 == 0 ? 0.0 : 2.0).ToArray();
        string path = Paths(Area([bins], 0.001, 2.4).Draw()).Single();
        Assert.That(path, Does.StartWith("M46 228V128H"), "the mean of 0 and 2 is half-way up");
        Assert.That(path.Count(c => c == 'H'), Is.EqualTo(2 * AreaChart.MaxColumns));
    }

    [Test]
    public void Area_LayersThatCarriedNothing_AreNotDrawn() =>
        Assert.That(Paths(Area([[0, 0], [], [double.NaN, -1], [1, 1]]).Draw()), Has.Length.EqualTo(1));

    [Test]
    public void Peak_IsTheHighestStack() => Assert.That(
        AreaChart.Peak([new AreaLayer("a", "", [1, 2, 3]), new AreaLayer("b", "", [5, 1])]), Is.EqualTo(6));

    [Test]
    public void LogarithmicAxis_EndsOnTicks_AndSpacesDecadesEqually()
    {
        Scale scale = Scale.Logarithmic(1.3, 180, 0, 100);
        Assert.That(scale.Ticks.Select(tick => tick.Label),
            Is.EqualTo(new[] { "1", "2", "5", "10", "20", "50", "100", "200" }));
        Assert.That(scale.Position(100) - scale.Position(10), Is.EqualTo(scale.Position(10) - scale.Position(1)).Within(1e-9));
    }

    [Test]
    public void LinearAxis_LabelsItsTicks() => Assert.That(Scale.Linear(0, 1.68, 0, 1, 5).Ticks.Select(tick => tick.Label),
        Is.EqualTo(new[] { "0", "0.5", "1", "1.5", "2" }));

    [TestCase(-0.5, 4.5), TestCase(1.5, 6.4), TestCase(-3, 17)]
    public void LinearAxis_EndsAtTicks(double min, double max)
    {
        Scale scale = Scale.Linear(min, max, 0, 1, 5);
        Assert.That((scale.Position(scale.Ticks[0].Value), scale.Position(scale.Ticks[^1].Value)), Is.EqualTo((0.0, 1.0)));
        Assert.That(scale.Position(min), Is.InRange(0, 0.5));
    }

    [Test]
    public void LinearAxis_WithLargeNumbers_LabelsFractions() => Assert.That(
        Scale.LinearExact(20_000, 20_002, 0, 1, 5).Ticks.Select(tick => tick.Label).Distinct().Count(), Is.GreaterThanOrEqualTo(4));

    [Test]
    public void Text_IsEscaped()
    {
        string svg = (Area([[1]]) with { Markers = [new Marker(1, "<b>&\"")] }).Draw().ToString();
        Assert.That(svg, Does.Contain("&lt;b&gt;&amp;"));
    }

    private static string[] Paths(XElement svg) =>
        svg.Descendants(SvgXml.Namespace + "path").Select(path => path.Attribute("d")!.Value).ToArray();

    private static void AssertInside(XElement svg)
    {
        double[] box = Numbers(svg.Attribute("viewBox")!.Value);
        foreach (string path in Paths(svg))
        {
            foreach (Match match in Regex.Matches(path, @"([MLHVZ])([^MLHVZ]*)"))
                AssertCommandInside(match.Groups[1].Value, Numbers(match.Groups[2].Value), box[2], box[3]);
        }
        foreach (XElement element in svg.Descendants())
        {
            foreach (XAttribute x in element.Attributes().Where(a => a.Name.LocalName is "x" or "x1" or "x2" or "cx"))
                Assert.That(Number(x.Value), Is.InRange(0, box[2]), element.ToString());
            foreach (XAttribute y in element.Attributes().Where(a => a.Name.LocalName is "y" or "y1" or "y2" or "cy"))
                Assert.That(Number(y.Value), Is.InRange(0, box[3]), element.ToString());
        }
    }

    private static void AssertCommandInside(string command, double[] numbers, double width, double height)
    {
        if (command is "M" or "L" or "H")
            Assert.That(numbers[0], Is.InRange(Frame.Half.Left, width - Frame.Half.RightMargin));
        if (command is "M" or "L" or "V")
            Assert.That(numbers[^1], Is.InRange(Frame.Half.Top, height - Frame.BelowPlot));
        Assert.That(numbers, Has.Length.EqualTo(command switch { "Z" => 0, "H" or "V" => 1, _ => 2 }));
    }

    private static double[] Numbers(string text) =>
        text.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(Number).ToArray();

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
