using System.Globalization;
using System.Net;
using System.Xml.Linq;
using Mongoose.Runtime.Udp;

namespace Mongoose.Client.Login;

/// <summary>An event of the queue that tells of another region.</summary>
/// <param name="Kind">What it is about.</param>
/// <param name="Region">Where that region listens for UDP.</param>
/// <param name="Seed">Its seed capability; null with <see cref="RegionEventKind.EnableSimulator"/>.</param>
public sealed record RegionEvent(RegionEventKind Kind, UdpAddress Region, Uri? Seed)
{
    /// <summary>How large that region is; null with <see cref="RegionEventKind.EstablishAgentCommunication"/>, which does not say.</summary>
    public RegionSize? Size { get; init; }

    /// <returns>Null also if it cannot be read, which must not cost the events beside it.</returns>
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
    /// <exception cref="FormatException">It lacks something.</exception>
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
        return new RegionEvent(kind, AddressOf(kind, block), seed)
        {
            Size = kind == RegionEventKind.EstablishAgentCommunication
                ? null
                : RegionSize.Of(Llsd.Unsigned(Llsd.Member(block, "RegionSizeX")), Llsd.Unsigned(Llsd.Member(block, "RegionSizeY"))),
        };
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
            ? RegionAddress.Of(found.Address, found.Port)
            : throw new FormatException($"the event {kind} lacks {key}, an IPv4 address and a port");

    private static UdpAddress AddressOf(RegionEventKind kind, XElement? block, string host, string number)
    {
        byte[] address = Llsd.Bytes(Llsd.Member(block, host));
        bool isPort = int.TryParse(Llsd.Member(block, number)?.Value, NumberStyles.Integer, CultureInfo.InvariantCulture, out int port);
        return address.Length == 4 && isPort
            ? RegionAddress.Of(new IPAddress(address), port)
            : throw new FormatException($"the event {kind} lacks {host} or {number}");
    }

    private static Uri SeedOf(RegionEventKind kind, XElement? block, string key) =>
        HttpAddress.Parse(Llsd.Member(block, key)?.Value, $"the {key} of the event {kind}");
}

/// <summary>Why a region tells of another; the names are those of the event queue's messages.</summary>
public enum RegionEventKind
{
    /// <summary>A neighbour lets the session look in: it may open a circuit there.</summary>
    EnableSimulator,
    /// <summary>That neighbour's seed capability.</summary>
    EstablishAgentCommunication,
    /// <summary>A teleport has come so far that the avatar is awaited there.</summary>
    TeleportFinish,
    /// <summary>The avatar has walked or flown across the border and is awaited there.</summary>
    CrossedRegion,
}
