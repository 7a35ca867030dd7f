using System.Xml;
using System.Xml.Linq;

namespace Mongoose.Client.Login;

/// <summary>
/// Parses XML from a grid into a tree of bounded depth and size, because code that walks the tree recurses once per level.
/// </summary>
internal static class BoundedXml
{
    /// <summary>
    /// Maximum depth of elements. A login reply of OpenSimulator has 12 levels; its regions' events and features have fewer.
    /// </summary>
    public const int MaxDepth = 64;

    /// <summary>
    /// Maximum number of elements. A login reply has about 16 for each inventory folder; each element takes about 100 bytes of memory.
    /// </summary>
    public const int MaxElements = 1_000_000;

    // A document type is skipped: XML-RPC and LLSD have none, and entities could expand beyond the counted elements.
    private static readonly XmlReaderSettings Settings = new() { DtdProcessing = DtdProcessing.Ignore };

    /// <summary>Returns the document's root.</summary>
    /// <param name="what">The document's name in messages, such as "the reply".</param>
    /// <exception cref="FormatException">The document is not XML, or exceeds a bound.</exception>
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

    /// <summary>Reads the document once without storing it.</summary>
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
