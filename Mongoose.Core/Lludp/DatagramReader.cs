namespace Mongoose.Core.Lludp;

/// <summary>
/// A received datagram taken apart: header, message number, body and appended acks. The spans point into the datagram,
/// or into the scratch space when it was zero-coded, and are valid as long as those are left alone.
/// </summary>
public readonly ref struct DatagramReader
{
    /// <summary>
    /// Scratch space that no viewer's datagram exceeds (NET_BUFFER_SIZE); LibreMetaverse and OpenSim use 4096.
    /// </summary>
    public const int ScratchBytes = 8192;

    private const PacketFlags AllFlags =
        PacketFlags.ZeroCoded | PacketFlags.Reliable | PacketFlags.Resent | PacketFlags.AppendedAcks;

    private DatagramReader(
        PacketFlags flags, uint sequence, MessageId message, ReadOnlySpan<byte> body, AppendedAcks acks)
    {
        Flags = flags;
        Sequence = sequence;
        Message = message;
        Body = body;
        Acks = acks;
    }

    public PacketFlags Flags { get; }
    public uint Sequence { get; }

    /// <summary>Possibly a message that <see cref="MessageId"/> does not name.</summary>
    public MessageId Message { get; }

    /// <summary>What follows the message number, zero-decoded; the argument of every message's TryRead.</summary>
    public ReadOnlySpan<byte> Body { get; }

    public AppendedAcks Acks { get; }

    public bool IsReliable => (Flags & PacketFlags.Reliable) != 0;
    public bool IsResent => (Flags & PacketFlags.Resent) != 0;

    /// <summary>
    /// Takes apart a datagram that may come from anyone. <paramref name="scratch"/> is written only if the datagram is
    /// zero-coded, must not overlap it, and bounds what it may expand to. On an error <paramref name="reader"/> is
    /// empty. Extra bytes are skipped between header and message number, as OpenSim does (viewers skip them behind the
    /// number); nobody is known to send any.
    /// </summary>
    public static LludpError TryParse(ReadOnlySpan<byte> datagram, Span<byte> scratch, out DatagramReader reader)
    {
        reader = default;
        if (datagram.Length < DatagramHeader.Bytes)
            return LludpError.Truncated;
        var flags = (PacketFlags)datagram[0] & AllFlags;
        int contentAt = DatagramHeader.ContentAt(datagram);
        if (datagram.Length < contentAt)
            return LludpError.Truncated;
        ReadOnlySpan<byte> content = datagram[contentAt..];

        AppendedAcks acks = default;
        if ((flags & PacketFlags.AppendedAcks) != 0 && !TrySplitAcks(ref content, out acks))
            return LludpError.BadAckCount;

        if ((flags & PacketFlags.ZeroCoded) != 0)
        {
            LludpError error = ZeroCoding.TryDecode(content, scratch, out int decoded);
            if (error != LludpError.None)
                return error;
            content = scratch[..decoded];
        }

        if (!MessageIds.TryRead(content, out MessageId message))
            return LludpError.Truncated;
        ReadOnlySpan<byte> body = content[message.WireBytes()..];
        reader = new DatagramReader(flags, DatagramHeader.GetSequence(datagram), message, body, acks);
        return LludpError.None;
    }

    /// <summary>
    /// Whether a datagram holds as many appended acks as it claims; true if it claims none. OpenSim's parser believes the claim.
    /// </summary>
    public static bool HasValidAcks(ReadOnlySpan<byte> datagram)
    {
        if (datagram.IsEmpty || ((PacketFlags)datagram[0] & PacketFlags.AppendedAcks) == 0)
            return true;
        int contentAt = DatagramHeader.Bytes + (datagram.Length > DatagramHeader.ExtraLengthOffset ? datagram[DatagramHeader.ExtraLengthOffset] : 0);
        if (datagram.Length <= contentAt)
            return false;
        ReadOnlySpan<byte> content = datagram[contentAt..];
        return TrySplitAcks(ref content, out _);
    }

    private static bool TrySplitAcks(scoped ref ReadOnlySpan<byte> content, out AppendedAcks acks)
    {
        acks = default;
        if (content.IsEmpty)
            return false;
        int ackBytes = content[^1] * sizeof(uint);
        int contentBytes = content.Length - 1 - ackBytes;
        if (contentBytes < 0)
            return false;
        acks = new AppendedAcks(content.Slice(contentBytes, ackBytes));
        content = content[..contentBytes];
        return true;
    }
}
