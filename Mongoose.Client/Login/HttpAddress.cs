namespace Mongoose.Client.Login;

/// <summary>Addresses that a grid names, of which only those of http and https are asked.</summary>
internal static class HttpAddress
{
    /// <param name="text">The address.</param>
    /// <param name="what">What is at the address, for messages.</param>
    /// <exception cref="FormatException">It is no address of http or https.</exception>
    public static Uri Parse(string? text, string what) =>
        Uri.TryCreate(text, UriKind.Absolute, out Uri? address) && address.Scheme is "http" or "https"
            ? address
            : throw new FormatException($"{what} is not at an address of http or https: {Shown(text)}");

    private static string Shown(string? text)
    {
        const int enough = 80;
        return text is null ? "none" : text.Length <= enough ? text : text[..enough] + "...";
    }
}
