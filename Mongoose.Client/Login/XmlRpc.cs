using System.Xml.Linq;

namespace Mongoose.Client.Login;

/// <summary>The subset of XML-RPC that a login needs: a call with one struct of strings, and a reply that is a struct.</summary>
internal static class XmlRpc
{
    public static string Call(string method, IEnumerable<KeyValuePair<string, string>> members) =>
        "<?xml version=\"1.0\"?>" + new XElement("methodCall",
            new XElement("methodName", method),
            new XElement("params", new XElement("param", new XElement("value", new XElement("struct",
                members.Select(member => new XElement("member",
                    new XElement("name", member.Key),
                    new XElement("value", new XElement("string", member.Value)))))))))
            .ToString(SaveOptions.DisableFormatting);

    /// <summary>The simple values of the reply's struct, as text.</summary>
    /// <exception cref="FormatException">The text is not such a reply, or it is a fault.</exception>
    public static IReadOnlyDictionary<string, string> ReadReply(string text)
    {
        XElement reply = BoundedXml.Parse(text, "the reply");
        if (reply.Name != "methodResponse")
            throw new FormatException($"expected a methodResponse, found {reply.Name}");
        if (reply.Element("fault") is { } fault)
            throw new FormatException($"the service reports a fault: {fault.Value}");
        XElement members = reply.Element("params")?.Element("param")?.Element("value")?.Element("struct")
            ?? throw new FormatException("the reply contains no struct");
        Dictionary<string, string> values = [];
        foreach (XElement member in members.Elements("member"))
        {
            if (member.Element("name")?.Value is { } name && member.Element("value") is { } value && IsSimple(value))
                values[name] = value.Value;
        }
        return values;
    }

    private static bool IsSimple(XElement value) => value.Element("array") is null && value.Element("struct") is null;
}
