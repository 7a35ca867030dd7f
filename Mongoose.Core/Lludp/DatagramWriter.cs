using System.Buffers.Binary;

namespace Mongoose.Core.Lludp;

/// <summary>
/// Writes a datagram into the caller's buffer: the header, then one message with its Write method, then one of the TryFinish methods. If
/// data does not fit into the buffer or a length field, <see cref="Overflowed"/> is set; nothing more is written then, and TryFinish
/// returns false. Acks are appended to the finished datagram by <see cref="DatagramHeader.AppendAcks"/>.
/// </summary>
public ref partial struct DatagramWriter
{
    private const int MaxBlocks = 255;

    private int _blockCountAt;

    /// <param name="buffer">The buffer that the datagram is written to. Its length limits the datagram's length.</param>
    /// <param name="flags">Reliable and Resent are used; the other two flags follow from how the datagram is finished.</param>
    /// <param name="sequence">The sequence number; it can be set later, see <see cref="DatagramHeader.SetSequence"/>.</param>
    public DatagramWriter(Span<byte> buffer, PacketFlags flags = PacketFlags.None, uint sequence = 0)
    {
        Buffer = buffer;
        WriteUInt8((byte)(flags & (PacketFlags.Reliable | PacketFlags.Resent)));
        if (Take(sizeof(uint), out Span<byte> number))
            BinaryPrimitives.WriteUInt32BigEndian(number, sequence);
        WriteUInt8(0);
    }

    private Span<byte> Buffer { get; init; }

    /// <summary>Bytes written, including the header.</summary>
    public int Position { get; private set; }

    /// <summary>Whether data did not fit.</summary>
    public bool Overflowed { get; private set; }

    /// <summary>Creates a writer for fields only, into a span that becomes a blob of a message.</summary>
    internal static DatagramWriter ForBlob(Span<byte> blob) => new() { Buffer = blob }; // A blob has no header.

    /// <summary>Starts the message. Called by the message's Write method.</summary>
    /// <exception cref="InvalidOperationException">The datagram already has a message.</exception>
    public void WriteMessageId(MessageId id)
    {
        if (Position > DatagramHeader.Bytes)
            throw new InvalidOperationException("a datagram carries one message");
        int bytes = id.WireBytes();
        if (!Take(bytes, out Span<byte> number))
            return;
        for (int i = 0; i < bytes; i++)
            number[i] = (byte)((uint)id >> (8 * (bytes - 1 - i)));
    }

    /// <summary>Starts a message that begins with the block AgentData of the message template.</summary>
    internal void WriteHead(MessageId id, Guid agentId, Guid sessionId)
    {
        WriteMessageId(id);
        WriteGuid(agentId);
        WriteGuid(sessionId);
    }

    /// <summary>Starts a message that begins with the block RegionData of the message template.</summary>
    internal void WriteHead(MessageId id, ulong regionHandle, ushort timeDilation)
    {
        WriteMessageId(id);
        WriteUInt64(regionHandle);
        WriteUInt16(timeDilation);
    }

    /// <summary>Starts a list of blocks with the blocks in <paramref name="blocks"/>, which are already in wire format.</summary>
    public void WriteBlocks(int count, ReadOnlySpan<byte> blocks)
    {
        Overflowed |= count > MaxBlocks;
        _blockCountAt = Position;
        WriteUInt8((byte)count);
        WriteFixed(blocks);
    }

    /// <summary>Starts a block in the most recently started list.</summary>
    /// <returns>The argument for <see cref="EndBlock"/>.</returns>
    /// <exception cref="InvalidOperationException">No list was started.</exception>
    public readonly int BeginBlock()
    {
        if (_blockCountAt == 0 && !Overflowed)
            throw new InvalidOperationException("the message has no list of blocks");
        return Overflowed ? -1 : Position;
    }

    /// <summary>
    /// Counts the block. If it did not fit the buffer or is the 256th, removes it and returns false; the datagram can then be finished with
    /// the blocks that it has.
    /// </summary>
    public bool EndBlock(int begin)
    {
        if (begin < 0)
            return false;
        if (Overflowed || Buffer[_blockCountAt] == MaxBlocks)
        {
            Position = begin;
            Overflowed = false;
            return false;
        }
        Buffer[_blockCountAt]++;
        return true;
    }

    /// <summary>
    /// Finishes the datagram, which is the first <paramref name="length"/> bytes of the buffer. Returns false if data did not fit.
    /// </summary>
    public readonly bool TryFinish(out int length)
    {
        length = Overflowed ? 0 : Position;
        return !Overflowed;
    }

    /// <summary>
    /// Like <see cref="TryFinish"/>, but the datagram is the first <paramref name="length"/> bytes of <paramref name="destination"/>. It is
    /// zero-coded if that makes it shorter and plain otherwise, as in viewers and OpenSim.
    /// </summary>
    public readonly bool TryFinishZeroCoded(Span<byte> destination, out int length)
    {
        length = 0;
        if (Overflowed || destination.Length < DatagramHeader.Bytes)
            return false;

        ReadOnlySpan<byte> plain = Buffer[..Position];
        int maxBytes = Math.Clamp(Position - 1, DatagramHeader.Bytes, destination.Length);
        Span<byte> shorter = destination[DatagramHeader.Bytes..maxBytes];
        if (ZeroCoding.TryEncode(plain[DatagramHeader.Bytes..], shorter, out int coded))
        {
            plain[..DatagramHeader.Bytes].CopyTo(destination);
            destination[0] |= (byte)PacketFlags.ZeroCoded;
            length = DatagramHeader.Bytes + coded;
            return true;
        }
        if (!plain.TryCopyTo(destination))
            return false;
        length = Position;
        return true;
    }

    private bool Take(int bytes, out Span<byte> taken)
    {
        if (Overflowed || bytes > Buffer.Length - Position)
        {
            Overflowed = true;
            taken = default;
            return false;
        }
        taken = Buffer.Slice(Position, bytes);
        Position += bytes;
        return true;
    }
}
