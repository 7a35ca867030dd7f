using Mongoose.Runtime.Statistics;

namespace Mongoose.Network.Tun;

/// <summary>How a TUN link forwarded packets of <see cref="PacketBytes"/> at one rate.</summary>
/// <param name="RateKbps">What was asked for, in kbit/s on the wire.</param>
/// <param name="SentKbps">What the sender managed.</param>
/// <param name="Sent">Packets.</param>
/// <param name="Received">Packets.</param>
/// <param name="AddedMs">How much longer than the link's delay they took, sockets included.</param>
public sealed record ForwardingFigures(double RateKbps, double SentKbps, long Sent, long Received, TimingError AddedMs)
{
    /// <summary>Of each packet, with IP and UDP header.</summary>
    public const int PacketBytes = 1200;

    /// <summary>A rate is forwarded well if the 99th percentile adds less.</summary>
    public const double MostAddedMs = 1;

    private const double LeastOfRate = 0.98;

    /// <summary>Whether all packets came, at the rate that was asked for.</summary>
    public bool Carried => Sent > 0 && Received == Sent && SentKbps >= LeastOfRate * RateKbps;

    /// <summary>Whether they came without much added delay too.</summary>
    public bool Good => Carried && AddedMs.P99 < MostAddedMs;
}
