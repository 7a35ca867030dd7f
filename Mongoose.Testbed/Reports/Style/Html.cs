using System.Text;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;

namespace Mongoose.Testbed.Reports.Style;

/// <summary>
/// HTML as LINQ to XML, so that a page is well-formed and everything in it escaped by construction. Style sheets must do
/// without &lt;, &gt; and &amp;, which HTML does not unescape there.
/// </summary>
internal static class Html
{
    private static readonly string[] Void = ["meta", "br", "hr", "link", "img"];

    public static XElement Element(string name, params object?[] content) => new(name, content);

    public static XAttribute Class(string names) => new("class", names);

    /// <summary>Keeps a number and its unit on one line.</summary>
    public static string Prose(string text) => Regex.Replace(text, @"(?<=[0-9]) (?=(kbit|Mbit|ms\b|s\b|%))", "\u00A0");

    /// <summary>A whole page that needs nothing else, neither network nor script nor font.</summary>
    public static string Document(string title, params object?[] main) => Page(Element("html", new XAttribute("lang", "en"),
        Element("head",
            Element("meta", new XAttribute("charset", "utf-8")),
            Element("meta", new XAttribute("name", "viewport"), new XAttribute("content", "width=device-width, initial-scale=1")),
            Element("title", title),
            Element("style", "\n" + PageStyle.Css)),
        Element("body", Element("main", main))));

    /// <summary>Names and values.</summary>
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
            // HTML takes <td/> for a start tag: an element that may have content needs its end tag, also when empty.
            if (element.IsEmpty && element.Name.Namespace == XNamespace.None && !Void.Contains(element.Name.LocalName))
                element.Value = "";
            foreach (XAttribute attribute in element.Attributes())
                attribute.Value = Printable(attribute.Value);
            foreach (XText text in element.Nodes().OfType<XText>())
                text.Value = Printable(text.Value);
        }
    }

    /// <summary>Names of processors and the like may hold anything, but XML has no place for control characters.</summary>
    private static string Printable(string text) =>
        string.Concat(text.EnumerateRunes().Select(rune => IsXml(rune) ? rune.ToString() : "\uFFFD"));

    private static bool IsXml(Rune rune) => !rune.IsBmp || XmlConvert.IsXmlChar((char)rune.Value);
}
