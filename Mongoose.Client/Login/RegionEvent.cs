using System.Globalization;
using System.Net;
using System.Xml.Linq;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Login;

/// <summary>An event of the event queue about another region.</summary>
/// <param name="Kind">The kind of event.</param>
/// <param name="Region">The other region's UDP address.</param>
/// <param name="Seed">The other region's seed capability; null with <see cref="RegionEventKind.EnableSimulator"/>.</param>
/// <param name="Size">
/// The other region's size; null with <see cref="RegionEventKind.EstablishAgentCommunication"/>, which does not contain it.
/// </param>
public sealed record RegionEvent(RegionEventKind Kind, UdpAddress Region, Uri? Seed, RegionSize? Size = null)
{
    /// <returns>The event; null also if it is malformed, so that the other events of the answer are still read.</returns>
    internal static RegionEvent? TryRead(string message, XElement? body)
    {
        try
        {
            return Read(message, body);
        }
        catch (FormatException)
        {
            return null;
        }
    }

    /// <returns>Null if the event is about something else.</returns>
    /// <exception cref="FormatException">A field of the event is missing or not valid.</exception>
    internal static RegionEvent? Read(string message, XElement? body)
    {
        if (!Enum.TryParse(message, out RegionEventKind kind) || kind.ToString() != message)
            return null;
        XElement? block = kind switch
        {
            RegionEventKind.EnableSimulator => FirstOf(body, "SimulatorInfo"),
            RegionEventKind.TeleportFinish => FirstOf(body, "Info"),
            RegionEventKind.CrossedRegion => FirstOf(body, "RegionData"),
            _ => body,
        };
        Uri? seed = kind switch
        {
            RegionEventKind.EnableSimulator => null,
            RegionEventKind.EstablishAgentCommunication => SeedOf(kind, block, "seed-capability"),
            _ => SeedOf(kind, block, "SeedCapability"),
        };
        return new RegionEvent(kind, AddressOf(kind, block), seed, kind == RegionEventKind.EstablishAgentCommunication
            ? null
            : RegionSize.From(Llsd.Unsigned(Llsd.Member(block, "RegionSizeX")), Llsd.Unsigned(Llsd.Member(block, "RegionSizeY"))));
    }

    private static XElement? FirstOf(XElement? body, string array) => Llsd.Items(Llsd.Member(body, array)).FirstOrDefault();

    private static UdpAddress AddressOf(RegionEventKind kind, XElement? block) => kind switch
    {
        RegionEventKind.EnableSimulator => AddressOf(kind, block, "IP", "Port"),
        RegionEventKind.EstablishAgentCommunication => AddressOf(kind, block, "sim-ip-and-port"),
        _ => AddressOf(kind, block, "SimIP", "SimPort"),
    };

    private static UdpAddress AddressOf(RegionEventKind kind, XElement? block, string key) =>
        IPEndPoint.TryParse(Llsd.Member(block, key)?.Value ?? "", out IPEndPoint? found)
            ? RegionAddress.From(found.Address, found.Port)
            : throw new FormatException($"the event {kind} lacks {key}, an IPv4 address and a port");

    private static UdpAddress AddressOf(RegionEventKind kind, XElement? block, string host, string number)
    {
        byte[] address = Llsd.Bytes(Llsd.Member(block, host));
        bool isPort = int.TryParse(Llsd.Member(block, number)?.Value, NumberStyles.Integer, CultureInfo.InvariantCulture, out int port);
        return address.Length == 4 && isPort
            ? RegionAddress.From(new IPAddress(address), port)
            : throw new FormatException($"the event {kind} lacks {host} or {number}");
    }

    private static Uri SeedOf(RegionEventKind kind, XElement? block, string key) =>
        HttpAddress.Parse(Llsd.Member(block, key)?.Value, $"the {key} of the event {kind}");
}

/// <summary>Why a region sends an event about another; the names are those of the event queue's messages.</summary>
public enum RegionEventKind
{
    /// <summary>A neighbour accepts a child agent of the session: the viewer may open a circuit there.</summary>
    EnableSimulator,
    /// <summary>The neighbour's seed capability.</summary>
    EstablishAgentCommunication,
    /// <summary>The destination of a teleport expects the avatar.</summary>
    TeleportFinish,
    /// <summary>The avatar has crossed the border, and the other region expects it.</summary>
    CrossedRegion,
}
