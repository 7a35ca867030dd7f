using System.Net;
using Mongoose.Core.Settings;

namespace Mongoose.Mixer.Settings;

/// <summary>The rule that no peer has the address of a port of this mixer: its audio would be fed back.</summary>
internal static class OwnPorts
{
    /// <param name="peers">All peers, with their places.</param>
    /// <param name="bind">The local address of the ports.</param>
    public static void Check((PeerSettings Peer, string Place)[] peers, string bind, ISettingReport report)
    {
        foreach ((PeerSettings peer, string place) in peers)
        {
            if (peer.Address is { } address && IsHere(PeerAddress.HostOf(address), bind)
                && peers.Any(other => other.Peer.Port == PeerAddress.PortOf(address)))
                report.Problem($"{place}.address", "it is a port of this mixer, so audio would come back; write the peer's own address");
        }
    }

    private static bool IsHere(string host, string bind)
    {
        bool isName = host.Equals("localhost", StringComparison.OrdinalIgnoreCase);
        if (!PeerAddress.TryParseHost(isName ? $"{IPAddress.Loopback}" : host, out IPAddress? to)
            || !PeerAddress.TryParseHost(bind, out IPAddress? own))
            return false;
        // Datagrams to 0.0.0.0 go to the sender's own address.
        return to.Equals(IPAddress.Any) || (own.Equals(IPAddress.Any) ? IPAddress.IsLoopback(to) : to.Equals(own));
    }
}
