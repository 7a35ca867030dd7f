using System.Xml.Linq;
using Mongoose.Runtime.Charts;

namespace Mongoose.Tests.Runtime.Charts;

/// <summary>Pictures of true and shown positions.</summary>
public sealed class PictureChartTests
{
    [Test]
    public void A_line_joins_each_late_shown_position_with_the_true_one_in_the_shade_of_its_lateness()
    {
        XElement svg = Draw(new Picture(
            "tcp", "", [new(0, 0, 10, 10, 30), new(0, 10, 10, 10, 2600), new(5, 5, 5, 5, 0), new(1, 1, double.NaN, double.NaN, 900)]));
        Assert.That(Paths(svg, "late by ≤ 40"), Is.EqualTo(new[] { "M334 80L6 408" }));
        Assert.That(Paths(svg, "late by more"), Is.EqualTo(new[] { "M334 80L6 80" }));
        Assert.That(svg.Descendants(SvgXml.Namespace + "title").Count(title => title.Value.StartsWith("late by", StringComparison.Ordinal)),
            Is.EqualTo(2));
        Assert.That(Paths(svg, "true positions").Max(path => path.Count(letter => letter == 'M')), Is.EqualTo(4));
        Assert.That(Paths(svg, "shown positions").Max(path => path.Count(letter => letter == 'M')), Is.EqualTo(3),
            "nothing is shown of the last");
    }

    [TestCase(300, false)]
    [TestCase(301, true)]
    public void Many_points_have_smaller_marks(int points, bool areSmall)
    {
        XElement svg = Draw(new Picture("udp", "", Enumerable.Repeat(new PicturePoint(1, 1, 2, 2, 50), points).ToArray()));
        string[] styles = svg.Elements(SvgXml.Namespace + "path").Select(path => path.Attribute("class")!.Value).ToArray();
        Assert.That(styles.Count(style => style.EndsWith(" fine", StringComparison.Ordinal)), Is.EqualTo(areSmall ? 5 : 0),
            "a line, and two paths per kind of point");
    }

    [TestCase(1, 1)]
    [TestCase(4, 1)]
    [TestCase(5, 2)]
    [TestCase(8, 2)]
    public void Pictures_are_squares_side_by_side_that_do_not_overlap(int count, int rows)
    {
        XElement svg = Draw(Enumerable.Range(0, count).Select(i => new Picture($"peer {i}", "", [])).ToArray());
        (double X, double Y, double Side)[] squares = svg.Elements(SvgXml.Namespace + "rect")
            .Select(square => (Number(square, "x"), Number(square, "y"), Number(square, "width"))).ToArray();
        double[] page = svg.Attribute("viewBox")!.Value.Split(' ').Select(double.Parse).ToArray();
        Assert.That(squares, Has.Length.EqualTo(count));
        Assert.That(squares.Select(square => square.Y).Distinct().Count(), Is.EqualTo(rows));
        Assert.That(squares, Has.All.Matches<(double X, double Y, double Side)>(square =>
            square.X + square.Side <= page[2] + 0.1 && square.Y + square.Side <= page[3] + 0.1));
        foreach (var one in squares)
            Assert.That(squares.Count(other => Math.Abs(one.X - other.X) < one.Side && Math.Abs(one.Y - other.Y) < one.Side + 40),
                Is.EqualTo(1), "with the names above");
    }

    private static XElement Draw(params Picture[] pictures) => new PictureChart
    {
        Description = "A picture.",
        Pictures = pictures,
        X = new AxisRange("m", 0, 10),
        Y = new AxisRange("m", 0, 10),
        Unit = "ms",
    }.Draw();

    private static string[] Paths(XElement svg, string title) => svg.Elements(SvgXml.Namespace + "path")
        .Where(path => path.Element(SvgXml.Namespace + "title")!.Value == title).Select(path => path.Attribute("d")!.Value).ToArray();

    private static double Number(XElement element, string name) =>
        double.Parse(element.Attribute(name)!.Value, System.Globalization.CultureInfo.InvariantCulture);
}
