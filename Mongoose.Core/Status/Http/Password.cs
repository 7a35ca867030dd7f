using System.Security.Cryptography;
using System.Text;

namespace Mongoose.Core.Status.Http;

/// <summary>
/// Checks the header Authorization: Basic with any user name, or Bearer. The time of a check does not depend on the password.
/// </summary>
/// <param name="password">The password.</param>
public sealed class Password(string password)
{
    /// <summary>Maximum length of a header that is read, in characters.</summary>
    public const int MaxHeader = 1024;

    /// <summary>Length of the longest password, in bytes of UTF-8, that fits into such a header.</summary>
    public const int MaxBytes = 700;

    private readonly byte[] _hash = SHA256.HashData(Encoding.UTF8.GetBytes(password));

    /// <summary>Whether the header has the password.</summary>
    public bool IsIn(string? header) => header is { Length: <= MaxHeader } && Given(header) is { } given
        && CryptographicOperations.FixedTimeEquals(SHA256.HashData(given), _hash);

    private static byte[]? Given(string header)
    {
        int end = header.IndexOf(' ');
        if (end < 0)
            return null;
        string scheme = header[..end], value = header[(end + 1)..].Trim();
        if (scheme.Equals("Bearer", StringComparison.OrdinalIgnoreCase))
            return Encoding.UTF8.GetBytes(value);
        return scheme.Equals("Basic", StringComparison.OrdinalIgnoreCase) ? AfterUserName(value) : null;
    }

    private static byte[]? AfterUserName(string base64)
    {
        byte[] buffer = new byte[base64.Length];
        if (!Convert.TryFromBase64String(base64, buffer, out int length))
            return null;
        int colon = buffer.AsSpan(0, length).IndexOf((byte)':');
        return colon < 0 ? null : buffer[(colon + 1)..length];
    }
}
