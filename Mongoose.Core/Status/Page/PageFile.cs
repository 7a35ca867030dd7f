using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;

namespace Mongoose.Server.Status.Http;

/// <summary>The page that is embedded in this assembly, and the policy that permits its own script and style only.</summary>
internal sealed partial class PageFile
{
    private PageFile(string html)
    {
        Body = Encoding.UTF8.GetBytes(html);
        ContentSecurityPolicy = $"default-src 'none'; script-src {Hashes(InlineScript(), html)}; style-src {Hashes(InlineStyle(), html)}; "
            + "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    }

    public byte[] Body { get; }

    public string ContentSecurityPolicy { get; }

    public static PageFile Read()
    {
        // OpenSim's own build system gives the resource another name in front.
        string name = typeof(PageFile).Assembly.GetManifestResourceNames().Single(name => name.EndsWith("page.html", StringComparison.Ordinal));
        using StreamReader reader = new(typeof(PageFile).Assembly.GetManifestResourceStream(name)!, Encoding.UTF8);
        return From(reader.ReadToEnd());
    }

    /// <summary>Browsers hash the text with line feeds alone, as the page is then sent.</summary>
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
