namespace Mongoose.Network.Enet;

/// <summary>Counters of a flow of ENet. Bytes on the wire include 28 bytes of IP and UDP headers for each datagram.</summary>
/// <param name="Messages">Messages that the send buffer has taken.</param>
/// <param name="Datagrams">Datagrams of the sender, including those that carry no message.</param>
/// <param name="Bytes">Bytes on the wire of the sender's datagrams.</param>
/// <param name="ReturnBytes">Bytes on the wire of the receiver's datagrams: acknowledgments.</param>
/// <param name="PacketsLost">
/// Reliable messages or fragments that ENet considered lost and sent again. Each resend counts. ENet clears its counter every ten seconds:
/// resends in the last millisecond before are missing.
/// </param>
public readonly record struct EnetCounters(long Messages, long Datagrams, long Bytes, long ReturnBytes, long PacketsLost);
