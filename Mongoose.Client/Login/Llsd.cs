using System.Buffers.Binary;
using System.Globalization;
using System.Xml.Linq;

namespace Mongoose.Client.Login;

/// <summary>Linden Lab structured data as XML: what capabilities speak. Values stay XML elements; a map is keys, each followed by its value.</summary>
internal static class Llsd
{
    /// <summary>The media type of such documents.</summary>
    public const string MediaType = "application/llsd+xml";

    /// <summary>The value of a document; null if it has none.</summary>
    /// <exception cref="FormatException">It is not XML, or beyond the bounds of <see cref="BoundedXml"/>.</exception>
    public static XElement? Parse(string text) => BoundedXml.Parse(text, "the answer").Elements().FirstOrDefault();

    public static string Document(XElement value) => new XElement("llsd", value).ToString(SaveOptions.DisableFormatting);

    /// <summary>The entries of a map; none if it is no map.</summary>
    public static IEnumerable<(string Key, XElement Value)> Entries(XElement? map)
    {
        if (map?.Name.LocalName != "map")
            yield break;
        foreach (XElement key in map.Elements("key"))
        {
            if (key.ElementsAfterSelf().FirstOrDefault() is { } value && value.Name.LocalName != "key")
                yield return (key.Value, value);
        }
    }

    /// <summary>A map's value of a key; null if it has none.</summary>
    public static XElement? Member(XElement? map, string key) =>
        Entries(map).Where(entry => entry.Key == key).Select(entry => entry.Value).FirstOrDefault();

    /// <summary>The values of an array; none if it is no array.</summary>
    public static IEnumerable<XElement> Items(XElement? array) => array?.Name.LocalName == "array" ? array.Elements() : [];

    /// <summary>An unsigned number, which OpenSimulator writes as four bytes, most significant first; null if it is none.</summary>
    /// <exception cref="FormatException">It is not base64.</exception>
    public static uint? Unsigned(XElement? value)
    {
        if (value?.Name.LocalName != "binary")
            return uint.TryParse(value?.Value, NumberStyles.Integer, CultureInfo.InvariantCulture, out uint number) ? number : null;
        return Bytes(value) is { Length: sizeof(uint) } bytes ? BinaryPrimitives.ReadUInt32BigEndian(bytes) : null;
    }

    /// <exception cref="FormatException">It is not base64.</exception>
    public static byte[] Bytes(XElement? binary) => Convert.FromBase64String(binary?.Value.Trim() ?? "");
}
