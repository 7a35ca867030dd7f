using System.Security.Cryptography;
using System.Text;

namespace Mongoose.Packages;

/// <summary>Lists of SHA-256 sums in the format of sha256sum, so that "sha256sum -c" checks them.</summary>
internal static class Checksums
{
    public const string FileName = "SHA256SUMS";

    /// <summary>The text of a list, sorted by name.</summary>
    public static string Write(IEnumerable<(string Name, byte[] Content)> files)
    {
        StringBuilder text = new();
        foreach ((string name, byte[] content) in files.OrderBy(file => file.Name, StringComparer.Ordinal))
            text.Append(Convert.ToHexString(SHA256.HashData(content)).ToLowerInvariant()).Append("  ").Append(name).Append('\n');
        return text.ToString();
    }
}
