using System.Buffers.Binary;
using Mongoose.Network.Sctp;

namespace Mongoose.Tests.Network.Sctp;

public sealed class SctpChunksTests
{
    private const int CommonHeaderBytes = 12, DataHeaderBytes = 16;

    [Test]
    public void Only_the_payload_of_retransmissions_counts()
    {
        SctpChunks chunks = new();
        chunks.Count(Packet((7, 100), (8, 101)));
        Assert.That((chunks.Retransmitted, chunks.RetransmittedBytes), Is.EqualTo((0L, 0L)));
        chunks.Count(Packet((7, 100), (8, 101), (9, 102)));
        Assert.That((chunks.Retransmitted, chunks.RetransmittedBytes), Is.EqualTo((2L, 201L)));
    }

    [Test]
    public void Numbers_continue_after_the_largest()
    {
        SctpChunks chunks = new();
        chunks.Count(Packet((uint.MaxValue, 10), (0, 10)));
        Assert.That(chunks.Retransmitted, Is.Zero);
        chunks.Count(Packet((uint.MaxValue, 10)));
        Assert.That(chunks.Retransmitted, Is.EqualTo(1));
    }

    private static byte[] Packet(params (uint Tsn, int Bytes)[] messages) =>
        [.. new byte[CommonHeaderBytes], .. messages.SelectMany(message => Chunk(message.Tsn, message.Bytes))];

    /// <summary>A DATA chunk (RFC 9260 section 3.3.1), padded to a multiple of 4 bytes.</summary>
    private static byte[] Chunk(uint tsn, int bytes)
    {
        byte[] chunk = new byte[(DataHeaderBytes + bytes + 3) & ~3];
        BinaryPrimitives.WriteUInt16BigEndian(chunk.AsSpan(2), (ushort)(DataHeaderBytes + bytes));
        BinaryPrimitives.WriteUInt32BigEndian(chunk.AsSpan(4), tsn);
        return chunk;
    }
}
