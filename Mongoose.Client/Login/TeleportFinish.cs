using System.Globalization;
using System.Net;
using System.Xml.Linq;
using Mongoose.Client.Runtime;

namespace Mongoose.Client.Login;

/// <summary>The event that ends a teleport to another region: where the avatar is awaited.</summary>
/// <param name="Region">Where that region listens for UDP.</param>
/// <param name="Seed">Its seed capability.</param>
public sealed record TeleportFinish(UdpAddress Region, Uri Seed)
{
    /// <summary>Its name in the event queue.</summary>
    public const string Message = "TeleportFinish";

    /// <exception cref="FormatException">It lacks something.</exception>
    internal static TeleportFinish Read(XElement? body)
    {
        XElement? info = Llsd.Items(Llsd.Member(body, "Info")).FirstOrDefault();
        byte[] address = Llsd.Bytes(Llsd.Member(info, "SimIP"));
        if (address.Length != 4
            || !ushort.TryParse(Llsd.Member(info, "SimPort")?.Value, NumberStyles.Integer, CultureInfo.InvariantCulture, out ushort port)
            || !Uri.TryCreate(Llsd.Member(info, "SeedCapability")?.Value, UriKind.Absolute, out Uri? seed))
            throw new FormatException("the event TeleportFinish lacks SimIP, SimPort or SeedCapability");
        return new TeleportFinish(UdpAddress.From(new IPEndPoint(new IPAddress(address), port)), seed);
    }
}
