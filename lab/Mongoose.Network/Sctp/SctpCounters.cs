namespace Mongoose.Network.Sctp;

/// <summary>Counters of an SCTP flow. Bytes on the wire include 28 bytes of IP and UDP headers for each datagram.</summary>
/// <param name="Messages">Messages that the send buffer has taken.</param>
/// <param name="Datagrams">Datagrams of the sender, including those that carry no message.</param>
/// <param name="Bytes">Bytes on the wire of the sender's datagrams.</param>
/// <param name="ReturnBytes">Bytes on the wire of the receiver's datagrams: SACKs.</param>
/// <param name="RetransmittedChunks">DATA chunks sent again.</param>
/// <param name="RetransmittedBytes">The payload of the retransmitted chunks, without their headers.</param>
/// <param name="Abandoned">Chunks that were given up because their time limit had passed.</param>
public readonly record struct SctpCounters(long Messages, long Datagrams, long Bytes, long ReturnBytes,
    long RetransmittedChunks, long RetransmittedBytes, long Abandoned);
