using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace Mongoose.Core.Status.Page;

/// <summary>The status page, which is embedded in this assembly, and the policy that permits its own script and style only.</summary>
public sealed partial class PageFile
{
    private PageFile(string html)
    {
        Body = Encoding.UTF8.GetBytes(html);
        ContentSecurityPolicy = $"default-src 'none'; script-src {Hashes(InlineScript(), html)}; style-src {Hashes(InlineStyle(), html)}; "
            + "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
        Headers =
        [
            ("Content-Security-Policy", ContentSecurityPolicy), ("X-Content-Type-Options", "nosniff"), ("X-Frame-Options", "DENY"),
            ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
        ];
    }

    /// <summary>The page in UTF-8.</summary>
    public byte[] Body { get; }

    /// <summary>The value of the header Content-Security-Policy.</summary>
    public string ContentSecurityPolicy { get; }

    /// <summary>The headers of every answer, whether it has the page or something else.</summary>
    public IReadOnlyList<(string Name, string Value)> Headers { get; }

    /// <summary>Reads the embedded page.</summary>
    public static PageFile Read()
    {
        // OpenSim's own build system gives the resource's name another prefix.
        string name = typeof(PageFile).Assembly.GetManifestResourceNames()
            .Single(name => name.EndsWith("page.html", StringComparison.Ordinal));
        using StreamReader reader = new(typeof(PageFile).Assembly.GetManifestResourceStream(name)!, Encoding.UTF8);
        return From(reader.ReadToEnd());
    }

    /// <summary>Makes a page of HTML, with line feeds alone as line ends: browsers hash its text in that form.</summary>
    public static PageFile From(string html) => new(html.Replace("\r\n", "\n", StringComparison.Ordinal));

    private static string Hashes(Regex element, string html)
    {
        IEnumerable<string> hashes = element.Matches(html)
            .Select(match => Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(match.Groups[1].Value))))
            .Select(hash => $"'sha256-{hash}'");
        return string.Join(" ", hashes.DefaultIfEmpty("'none'"));
    }

    [GeneratedRegex("<script>(.*?)</script>", RegexOptions.Singleline)]
    private static partial Regex InlineScript();

    [GeneratedRegex("<style>(.*?)</style>", RegexOptions.Singleline)]
    private static partial Regex InlineStyle();
}
