using Mongoose.Core.Lludp;

namespace Mongoose.Core.Updates;

/// <summary>
/// Reads updates and takes blocks out of them, in its own working memory. One instance serves all circuits of a thread.
/// </summary>
public sealed class UpdateTrimmer
{
    private readonly byte[] _decoded = new byte[DatagramReader.ScratchBytes];
    private readonly byte[] _plain = new byte[DatagramReader.ScratchBytes];
    private readonly byte[] _coded = new byte[DatagramReader.ScratchBytes];

    /// <summary>Reads an update. The result is valid until the next call of any member.</summary>
    internal bool TryRead(ReadOnlySpan<byte> datagram, out UpdateMessage update) => UpdateMessage.TryRead(datagram, _decoded, out update);

    /// <summary>
    /// Takes the replaced blocks out of a datagram. Sequence number, flags and appended acks stay, but a zero-coded datagram becomes plain
    /// unless zero-coding shortens it. A datagram without replaced blocks stays as it is. No datagram becomes longer: runs of zeros only
    /// merge when bytes between them are removed, and the number of blocks becomes zero only together with a block of at least two coded
    /// bytes.
    /// </summary>
    /// <param name="datagram">The datagram, which is changed in place.</param>
    /// <param name="update">The same datagram as read by <see cref="TryRead"/>.</param>
    /// <param name="newest">The newest packets of each object.</param>
    /// <param name="ordinal">The datagram's ordinal.</param>
    /// <param name="length">The datagram's new length.</param>
    /// <returns>The number of blocks left.</returns>
    internal int Trim(Span<byte> datagram, in UpdateMessage update, NewestUpdates newest, long ordinal, out int length)
    {
        length = datagram.Length;
        int left = CopyCurrent(update, newest, ordinal, out int plainBytes);
        if (left == update.Count)
            return left;
        var flags = (PacketFlags)datagram[0];
        int ackBytes = DatagramHeader.AckBytes(datagram);
        ReadOnlySpan<byte> content = _plain.AsSpan(0, plainBytes);
        int codedBytes = 0;
        bool isCoded = (flags & PacketFlags.ZeroCoded) != 0
            && ZeroCoding.TryEncode(content, _coded.AsSpan(0, plainBytes - 1), out codedBytes);
        if (isCoded)
            content = _coded.AsSpan(0, codedBytes);
        else
            datagram[0] = (byte)(flags & ~PacketFlags.ZeroCoded);
        content.CopyTo(datagram[DatagramHeader.Bytes..]);
        datagram[^ackBytes..].CopyTo(datagram[(DatagramHeader.Bytes + content.Length)..]);
        length = DatagramHeader.Bytes + content.Length + ackBytes;
        return left;
    }

    /// <summary>Whether no block is current.</summary>
    internal static bool IsObsolete(in UpdateMessage update, NewestUpdates newest, long ordinal)
    {
        foreach (UpdateBlock block in update)
        {
            if (!newest.IsReplaced(block.LocalId, block.Kind, ordinal))
                return false;
        }
        return true;
    }

    /// <summary>Makes the plain content, which is the message number and the body, with the current blocks.</summary>
    private int CopyCurrent(in UpdateMessage update, NewestUpdates newest, long ordinal, out int bytes)
    {
        _plain[0] = (byte)update.Message;
        Span<byte> body = _plain.AsSpan(1);
        update.Body[..update.BlocksAt].CopyTo(body);
        (int left, int end) = (0, update.BlocksAt);
        foreach (UpdateBlock block in update)
        {
            if (newest.IsReplaced(block.LocalId, block.Kind, ordinal))
                continue;
            update.Body.Slice(block.Start, block.Length).CopyTo(body[end..]);
            end += block.Length;
            left++;
        }
        body[update.BlocksAt - 1] = (byte)left;
        bytes = 1 + end;
        return left;
    }
}
