using System.Globalization;
using System.Net;
using System.Xml.Linq;
using Mongoose.Client.Runtime;

namespace Mongoose.Client.Login;

/// <summary>An event of the queue that tells of another region.</summary>
/// <param name="Kind">What it is about.</param>
/// <param name="Region">Where that region listens for UDP.</param>
/// <param name="Seed">Its seed capability; null with <see cref="RegionEventKind.EnableSimulator"/>.</param>
public sealed record RegionEvent(RegionEventKind Kind, UdpAddress Region, Uri? Seed)
{
    /// <returns>Null if the event is about something else.</returns>
    /// <exception cref="FormatException">It lacks something.</exception>
    internal static RegionEvent? Read(string message, XElement? body)
    {
        if (!Enum.TryParse(message, out RegionEventKind kind) || kind.ToString() != message)
            return null;
        XElement? told = kind switch
        {
            RegionEventKind.EnableSimulator => FirstOf(body, "SimulatorInfo"),
            RegionEventKind.TeleportFinish => FirstOf(body, "Info"),
            RegionEventKind.CrossedRegion => FirstOf(body, "RegionData"),
            _ => body,
        };
        Uri? seed = kind switch
        {
            RegionEventKind.EnableSimulator => null,
            RegionEventKind.EstablishAgentCommunication => SeedOf(kind, told, "seed-capability"),
            _ => SeedOf(kind, told, "SeedCapability"),
        };
        return new RegionEvent(kind, UdpAddress.From(AddressOf(kind, told)), seed);
    }

    private static XElement? FirstOf(XElement? body, string array) => Llsd.Items(Llsd.Member(body, array)).FirstOrDefault();

    private static IPEndPoint AddressOf(RegionEventKind kind, XElement? told)
    {
        if (kind == RegionEventKind.EstablishAgentCommunication)
        {
            return IPEndPoint.TryParse(Llsd.Member(told, "sim-ip-and-port")?.Value ?? "", out IPEndPoint? both)
                ? both
                : throw new FormatException($"the event {kind} lacks sim-ip-and-port");
        }
        (string host, string number) = kind == RegionEventKind.EnableSimulator ? ("IP", "Port") : ("SimIP", "SimPort");
        byte[] address = Llsd.Bytes(Llsd.Member(told, host));
        return address.Length == 4 && ushort.TryParse(Llsd.Member(told, number)?.Value, NumberStyles.Integer, CultureInfo.InvariantCulture, out ushort port)
            ? new IPEndPoint(new IPAddress(address), port)
            : throw new FormatException($"the event {kind} lacks {host} or {number}");
    }

    private static Uri SeedOf(RegionEventKind kind, XElement? told, string key) =>
        Uri.TryCreate(Llsd.Member(told, key)?.Value, UriKind.Absolute, out Uri? seed)
            ? seed
            : throw new FormatException($"the event {kind} lacks {key}");
}
