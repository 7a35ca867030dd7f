using System.Buffers.Binary;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Sctp;

/// <summary>
/// Finds retransmissions in the packets of one association (RFC 9260 sections 3.2 and 3.3.1): DATA chunks whose TSN does not exceed the
/// highest TSN so far. usrsctp counts retransmissions for the whole process only.
/// </summary>
internal sealed class SctpChunks
{
    private const int CommonHeaderBytes = 12, TsnOffset = 4, DataHeaderBytes = 16;
    private const byte DataType = 0;

    private uint? _highest;

    public long Retransmitted { get; private set; }

    /// <summary>The payload of retransmitted chunks, without their headers.</summary>
    public long RetransmittedBytes { get; private set; }

    public void Count(ReadOnlySpan<byte> packet)
    {
        ReadOnlySpan<byte> rest = packet.Length > CommonHeaderBytes ? packet[CommonHeaderBytes..] : default;
        while (rest.Length >= 4)
        {
            int length = BinaryPrimitives.ReadUInt16BigEndian(rest[2..]);
            if (length < 4 || length > rest.Length)
                return;
            if (rest[0] == DataType && length > DataHeaderBytes)
                CountData(BinaryPrimitives.ReadUInt32BigEndian(rest[TsnOffset..]), length);
            rest = rest[Math.Min((length + 3) & ~3, rest.Length)..];
        }
    }

    private void CountData(uint tsn, int length)
    {
        if (_highest is { } highest && SequenceNumber.Distance(tsn, highest) <= 0)
        {
            Retransmitted++;
            RetransmittedBytes += length - DataHeaderBytes;
            return;
        }
        _highest = tsn;
    }
}
