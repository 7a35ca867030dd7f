using System.Globalization;
using System.Xml.Linq;

namespace Mongoose.Runtime.Charts;

/// <summary>SVG elements as LINQ to XML: the writer escapes all text.</summary>
public static class SvgXml
{
    public static readonly XNamespace Namespace = "http://www.w3.org/2000/svg";

    public static XElement Element(string name, params object?[] content) => new(Namespace + name, content);

    /// <param name="width">The width of the drawing.</param>
    /// <param name="height">The height of the drawing.</param>
    /// <param name="description">The text for readers who cannot see the drawing; its first sentence is also the drawing's name.</param>
    /// <param name="content">The elements of the drawing, from the back to the front.</param>
    public static XElement Root(double width, double height, string description, params object?[] content) => Element("svg",
        new XAttribute("viewBox", $"0 0 {Number(width)} {Number(height)}"),
        new XAttribute("role", "img"),
        Title(description.Split(". ")[0]),
        Element("desc", description),
        content);

    public static XElement Rectangle(double x, double y, double width, double height, string style, string title) => Element("rect",
        new XAttribute("x", Number(x)), new XAttribute("y", Number(y)),
        new XAttribute("width", Number(width)), new XAttribute("height", Number(height)), new XAttribute("class", style), Title(title));

    public static XElement Circle(double x, double y, double radius, string style, string title) => Element("circle",
        new XAttribute("cx", Number(x)), new XAttribute("cy", Number(y)),
        new XAttribute("r", Number(radius)), new XAttribute("class", style), Title(title));

    public static XElement Path(string style, PathBuilder path, string title) => Element("path",
        new XAttribute("class", style), new XAttribute("d", path.ToString()), Title(title));

    public static XElement Line(double x1, double y1, double x2, double y2, string style) => Element("line",
        new XAttribute("x1", Number(x1)), new XAttribute("y1", Number(y1)),
        new XAttribute("x2", Number(x2)), new XAttribute("y2", Number(y2)), new XAttribute("class", style));

    /// <summary>The anchor is SVG's: start, middle or end.</summary>
    public static XElement Text(double x, double y, string anchor, string style, string text) => Element("text",
        new XAttribute("x", Number(x)), new XAttribute("y", Number(y)),
        new XAttribute("text-anchor", anchor), new XAttribute("class", style), text);

    /// <summary>The text that a browser shows when the pointer is over the parent element.</summary>
    public static XElement Title(string text) => Element("title", text);

    /// <summary>Formats a coordinate; a tenth of a unit is less than a pixel.</summary>
    public static string Number(double value) =>
        (Math.Round(value, 1) + 0.0).ToString("0.#", CultureInfo.InvariantCulture);
}
