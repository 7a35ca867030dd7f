namespace Mongoose.Network.Tun;

/// <summary>What one end of a TUN link has seen, in packets. Read = handed to the link + not IPv4 + malformed.</summary>
/// <param name="Read">From the kernel.</param>
/// <param name="NotIPv4">Dropped: IPv6, which the link does not carry (a kernel sends some of it on every device).</param>
/// <param name="Malformed">Dropped: their length or version makes no sense.</param>
/// <param name="Written">To the kernel.</param>
/// <param name="Refused">Dropped: the kernel did not take them.</param>
public record struct TunCounters(long Read, long NotIPv4, long Malformed, long Written, long Refused);
