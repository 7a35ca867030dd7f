using System.Xml;
using System.Xml.Linq;

namespace Mongoose.Client.Login;

/// <summary>XML that a grid sent, as a tree of bounded depth and size: what walks over such a tree recurses once for each level.</summary>
internal static class BoundedXml
{
    /// <summary>Levels of elements. A login reply of OpenSimulator has 12, its region's events and features fewer.</summary>
    public const int MaxDepth = 64;

    /// <summary>Elements. A login reply brings some 16 for each folder of the inventory; each takes about 100 bytes of memory.</summary>
    public const int MaxElements = 1_000_000;

    // A document type is skipped: there is none in XML-RPC or LLSD, and entities would multiply what was counted.
    private static readonly XmlReaderSettings Settings = new() { DtdProcessing = DtdProcessing.Ignore };

    /// <summary>The document's root.</summary>
    /// <param name="text">The document.</param>
    /// <param name="what">The document's name in messages, such as "the reply".</param>
    /// <exception cref="FormatException">It is not XML, or beyond a bound.</exception>
    public static XElement Parse(string text, string what)
    {
        try
        {
            Check(text, what);
            using XmlReader reader = XmlReader.Create(new StringReader(text), Settings);
            return XElement.Load(reader);
        }
        catch (XmlException exception)
        {
            throw new FormatException($"{what} is not XML: {exception.Message}", exception);
        }
    }

    /// <summary>Reads the document once without keeping it.</summary>
    private static void Check(string text, string what)
    {
        using XmlReader reader = XmlReader.Create(new StringReader(text), Settings);
        for (int elements = 0; reader.Read();)
        {
            if (reader.NodeType != XmlNodeType.Element)
                continue;
            if (reader.Depth >= MaxDepth)
                throw new FormatException($"{what} nests elements deeper than {MaxDepth} levels");
            if (++elements > MaxElements)
                throw new FormatException($"{what} has more than {MaxElements} elements");
        }
    }
}
