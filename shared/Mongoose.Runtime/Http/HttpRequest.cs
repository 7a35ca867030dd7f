using System.Net;

namespace Mongoose.Runtime.Http;

/// <summary>A request without its body.</summary>
public sealed class HttpRequest
{
    private readonly Dictionary<string, string> _headers = new(StringComparer.OrdinalIgnoreCase), _query = [];

    private HttpRequest(string method, string target, IPAddress reader)
    {
        string[] parts = target.Split('?', 2);
        (Method, Path, Reader) = (method, parts[0], reader);
        foreach (string pair in parts.Length > 1 ? parts[1].Split('&') : [])
        {
            string[] value = pair.Split('=', 2);
            if (value.Length == 2)
                Add(_query, Uri.UnescapeDataString(value[0]), Uri.UnescapeDataString(value[1]));
        }
    }

    /// <summary>The method, such as <c>GET</c>.</summary>
    public string Method { get; }

    /// <summary>The path as it was sent, without the query.</summary>
    public string Path { get; }

    /// <summary>The address at the other end of the connection.</summary>
    public IPAddress Reader { get; }

    /// <summary>Reads a head.</summary>
    /// <param name="head">The lines up to the empty one.</param>
    /// <returns>Null if it is none of HTTP/1.0 or 1.1 with a path.</returns>
    public static HttpRequest? Parse(string head, IPAddress reader)
    {
        string[] lines = head.Split("\r\n");
        if (lines[0].Split(' ') is not [{ Length: > 0 } method, ['/', ..] target, "HTTP/1.1" or "HTTP/1.0"])
            return null;
        HttpRequest request = new(method, target, reader);
        foreach (string line in lines.Skip(1))
        {
            int colon = line.IndexOf(':');
            if (colon < 1)
                return null;
            Add(request._headers, line[..colon], line[(colon + 1)..].Trim());
        }
        return request;
    }

    /// <summary>A header; null if there is none. Those of the same name are joined by commas (RFC 9110, section 5.3).</summary>
    public string? Header(string name) => _headers.GetValueOrDefault(name);

    /// <summary>A value of the query; null if there is none. Those of the same name are joined by commas.</summary>
    public string? Query(string name) => _query.GetValueOrDefault(name);

    private static void Add(Dictionary<string, string> values, string name, string value) =>
        values[name] = values.TryGetValue(name, out string? before) ? $"{before},{value}" : value;
}
