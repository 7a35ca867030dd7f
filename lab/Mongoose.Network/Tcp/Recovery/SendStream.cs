namespace Mongoose.Network.Tcp.Recovery;

/// <summary>A sender's position in its stream of bytes.</summary>
internal sealed class SendStream
{
    /// <summary>The first byte that is not acknowledged (SND.UNA; HighACK + 1 of RFC 6675).</summary>
    public long Una { get; set; }

    /// <summary>The first byte that was never sent (SND.NXT; HighData + 1 of RFC 6675).</summary>
    public long Next { get; set; }

    /// <summary>The end of the data that the application has written.</summary>
    public long Written { get; set; }

    /// <summary>The end of the data for which the receiver has room.</summary>
    public long RightEdge { get; set; }

    /// <summary>The next new data to send, at most <paramref name="segmentBytes"/>; empty if there is no data or no room for it.</summary>
    public SequenceRange NextNew(int segmentBytes)
    {
        long end = Math.Min(Next + segmentBytes, Written);
        return new SequenceRange(Next, end <= RightEdge ? Math.Max(end, Next) : Next);
    }
}
