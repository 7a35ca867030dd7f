namespace Mongoose.Client.Login;

/// <summary>Addresses named by a grid; only http and https are used.</summary>
internal static class HttpAddress
{
    /// <param name="what">The name of the service at the address, for messages.</param>
    /// <exception cref="FormatException">The text is not an http or https address.</exception>
    public static Uri Parse(string? text, string what) =>
        Uri.TryCreate(text, UriKind.Absolute, out Uri? address) && address.Scheme is "http" or "https" && HasDnsName(address)
            ? address
            : throw new FormatException($"{what} is not at an http or https address: {Shown(text)}");

    /// <summary>The address of a capability; null if the region does not have the capability.</summary>
    /// <exception cref="FormatException">The address is not an http or https address.</exception>
    public static Uri? OfCapability(IReadOnlyDictionary<string, string> capabilities, string name) =>
        capabilities.TryGetValue(name, out string? address) ? Parse(address, $"the capability {name}") : null;

    /// <summary>Whether the host has a name for DNS: an international one can be too long for it.</summary>
    private static bool HasDnsName(Uri address)
    {
        try
        {
            return address.IdnHost.Length > 0;
        }
        catch (UriFormatException)
        {
            return false;
        }
    }

    private static string Shown(string? text)
    {
        const int enough = 80;
        return text is null ? "none" : text.Length <= enough ? text : text[..enough] + "...";
    }
}
