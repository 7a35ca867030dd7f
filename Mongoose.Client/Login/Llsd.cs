using System.Buffers.Binary;
using System.Globalization;
using System.Xml.Linq;

namespace Mongoose.Client.Login;

/// <summary>
/// LLSD (Linden Lab structured data) as XML, used by capabilities. Values stay XML elements; a map is keys, each followed by its value.
/// </summary>
internal static class Llsd
{
    /// <summary>The media type of LLSD documents.</summary>
    public const string MediaType = "application/llsd+xml";

    /// <summary>The value of a document; null if it has none.</summary>
    /// <exception cref="FormatException">The text is not XML, or exceeds the bounds of <see cref="BoundedXml"/>.</exception>
    public static XElement? Parse(string text) => BoundedXml.Parse(text, "the answer").Elements().FirstOrDefault();

    /// <summary>Reads a document that is a map of strings; of equal keys, the last counts.</summary>
    /// <exception cref="FormatException">The text is not XML, or exceeds the bounds of <see cref="BoundedXml"/>.</exception>
    public static IReadOnlyDictionary<string, string> ReadMap(string text)
    {
        Dictionary<string, string> map = [];
        foreach ((string key, XElement value) in Entries(Parse(text)))
            map[key] = value.Value;
        return map;
    }

    public static string Document(XElement value) => new XElement("llsd", value).ToString(SaveOptions.DisableFormatting);

    /// <summary>The entries of a map; empty if the element is not a map.</summary>
    public static IEnumerable<(string Key, XElement Value)> Entries(XElement? map) =>
        from key in map?.Name.LocalName == "map" ? map.Elements("key") : []
        let value = key.ElementsAfterSelf().FirstOrDefault()
        where value is not null && value.Name.LocalName != "key"
        select (key.Value, value);

    /// <summary>The value of a map's key; null if the map has no such key.</summary>
    public static XElement? Member(XElement? map, string key) =>
        Entries(map).Where(entry => entry.Key == key).Select(entry => entry.Value).FirstOrDefault();

    /// <summary>The values of an array; empty if the element is not an array.</summary>
    public static IEnumerable<XElement> Items(XElement? array) => array?.Name.LocalName == "array" ? array.Elements() : [];

    /// <summary>
    /// An unsigned number: four bytes, most significant first, as OpenSimulator writes it, or digits; null if the value is neither.
    /// </summary>
    /// <exception cref="FormatException">The value is not base64.</exception>
    public static uint? Unsigned(XElement? value)
    {
        if (value?.Name.LocalName != "binary")
            return uint.TryParse(value?.Value, NumberStyles.Integer, CultureInfo.InvariantCulture, out uint number) ? number : null;
        return Bytes(value) is { Length: sizeof(uint) } bytes ? BinaryPrimitives.ReadUInt32BigEndian(bytes) : null;
    }

    /// <exception cref="FormatException">The value is not base64.</exception>
    public static byte[] Bytes(XElement? binary) => Convert.FromBase64String(binary?.Value.Trim() ?? "");
}
