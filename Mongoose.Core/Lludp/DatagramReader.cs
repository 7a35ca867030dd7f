namespace Mongoose.Core.Lludp;

/// <summary>
/// A parsed datagram: header, message number, body and appended acks. The spans point into the datagram, or into the scratch space if the
/// datagram was zero-coded, and are valid until either is changed.
/// </summary>
public readonly ref struct DatagramReader
{
    /// <summary>
    /// Scratch space that no viewer's datagram exceeds (NET_BUFFER_SIZE); LibreMetaverse and OpenSim use 4096.
    /// </summary>
    public const int ScratchBytes = 8192;

    private const PacketFlags AllFlags =
        PacketFlags.ZeroCoded | PacketFlags.Reliable | PacketFlags.Resent | PacketFlags.AppendedAcks;

    public PacketFlags Flags { get; private init; }
    public uint Sequence { get; private init; }

    /// <summary>The message number, which <see cref="MessageId"/> may not name.</summary>
    public MessageId Message { get; private init; }

    /// <summary>The bytes after the message number, zero-decoded; the argument of every message's TryRead.</summary>
    public ReadOnlySpan<byte> Body { get; private init; }

    public AppendedAcks Acks { get; private init; }

    public bool IsReliable => (Flags & PacketFlags.Reliable) != 0;
    public bool IsResent => (Flags & PacketFlags.Resent) != 0;

    /// <summary>
    /// Parses a datagram, which may come from an untrusted sender. <paramref name="scratch"/> is written only if the datagram is
    /// zero-coded. It must not overlap the datagram, and its size limits the decoded size. On an error <paramref name="reader"/> is empty.
    /// Extra bytes between header and message number are skipped, as in OpenSim (viewers skip them after the number). No known sender uses
    /// extra bytes.
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
        reader = new DatagramReader
        {
            Flags = flags,
            Sequence = DatagramHeader.GetSequence(datagram),
            Message = message,
            Body = content[message.WireBytes()..],
            Acks = acks,
        };
        return LludpError.None;
    }

    /// <summary>
    /// Whether a datagram holds as many appended acks as it claims; true if it claims none. OpenSim's parser does not check the claim.
    /// </summary>
    public static bool HasValidAcks(ReadOnlySpan<byte> datagram)
    {
        if (datagram.IsEmpty || ((PacketFlags)datagram[0] & PacketFlags.AppendedAcks) == 0)
            return true;
        if (datagram.Length < DatagramHeader.Bytes || datagram.Length <= DatagramHeader.ContentAt(datagram))
            return false;
        ReadOnlySpan<byte> content = datagram[DatagramHeader.ContentAt(datagram)..];
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
