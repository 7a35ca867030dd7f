using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using Mongoose.Runtime.Output;

namespace Mongoose.Runtime.Pages;

/// <summary>
/// HTML as LINQ to XML, so that a page is well-formed and all text is escaped by construction. Style sheets must not contain &lt;, &gt; or
/// &amp;, because HTML does not unescape them there.
/// </summary>
public static class Html
{
    private static readonly string[] Void = ["meta", "br", "hr", "link", "img"];

    public static XElement Element(string name, params object?[] content) => new(name, content);

    public static XAttribute Class(string names) => new("class", names);

    /// <summary>Keeps each number and its unit on one line.</summary>
    public static string Prose(string text) => Regex.Replace(text, @"(?<=[0-9]) (?=(kbit|Mbit|ms\b|s\b|%))", "\u00A0");

    /// <summary>A table with its columns' names in the first line.</summary>
    /// <param name="columns">The columns; a cell may be text, an element, or an array of these and of attributes.</param>
    /// <param name="style">The table's class; null for none.</param>
    public static XElement Table<TRow>(TableColumns<TRow, object> columns, IEnumerable<TRow> rows, string? style = null) => Element("table",
        style is null ? null : Class(style),
        Element("thead", Element("tr", columns.Names.Select(name => Element("th", name)))),
        Element("tbody", rows.Select(row => Element("tr", columns.Cells(row).Select(cell => Element("td", cell))))));

    /// <summary>A complete, self-contained page: no network, scripts or external fonts.</summary>
    public static string Document(string title, params object?[] main) => Page(Element("html", new XAttribute("lang", "en"),
        Element("head",
            Element("meta", new XAttribute("charset", "utf-8")),
            Element("meta", new XAttribute("name", "viewport"), new XAttribute("content", "width=device-width, initial-scale=1")),
            Element("title", title),
            Element("style", "\n" + PageStyle.Css)),
        Element("body", Element("main", main))));

    /// <summary>A list of names and values.</summary>
    public static XElement Facts(params (string Name, string Value)[] facts) =>
        Element("dl", facts.Select(fact => new[] { Element("dt", fact.Name), Element("dd", fact.Value) }));

    public static string Page(XElement html)
    {
        Clean(html);
        StringBuilder text = new("<!DOCTYPE html>\n");
        XmlWriterSettings settings = new()
        {
            OmitXmlDeclaration = true,
            Indent = true,
            IndentChars = " ",
            NewLineChars = "\n",
        };
        using (XmlWriter writer = XmlWriter.Create(text, settings))
            html.Save(writer);
        return text.Append('\n').ToString();
    }

    private static void Clean(XElement html)
    {
        foreach (XElement element in html.DescendantsAndSelf())
        {
            // HTML treats <td/> as a start tag: an element that may have content needs an end tag even if it is empty.
            if (element.IsEmpty && element.Name.Namespace == XNamespace.None && !Void.Contains(element.Name.LocalName))
                element.Value = "";
            foreach (XAttribute attribute in element.Attributes())
                attribute.Value = Printable(attribute.Value);
            foreach (XText text in element.Nodes().OfType<XText>())
                text.Value = Printable(text.Value);
        }
    }

    /// <summary>Replaces the characters that XML cannot contain, such as control characters in the name of a processor.</summary>
    private static string Printable(string text) => text.All(XmlConvert.IsXmlChar) // Almost always true: avoids a copy of long audio.
        ? text
        : string.Concat(text.EnumerateRunes()
            .Select(rune => !rune.IsBmp || XmlConvert.IsXmlChar((char)rune.Value) ? rune.ToString() : "\uFFFD"));
}
