namespace Mongoose.Testbed.Particles.Peers;

/// <summary>The names of the peers: the transports that can share the state of particles.</summary>
internal static class PeerNames
{
    public const string Udp = "udp", Tcp = "tcp", TcpConflating = "tcp-conflating", Sctp = "sctp", SctpTtl = "sctp-ttl", Enet = "enet";
    public const string Verse = "verse", VerseCc = "verse-cc";

    public static IReadOnlyList<string> Names { get; } = [Udp, Tcp, TcpConflating, Sctp, SctpTtl, Enet, Verse, VerseCc];
}
