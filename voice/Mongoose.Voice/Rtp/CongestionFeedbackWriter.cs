using System.Buffers.Binary;
using Mongoose.Core.Units;

namespace Mongoose.Voice.Rtp;

/// <summary>Writes congestion control feedback (RFC 8888 section 3.1).</summary>
internal ref struct CongestionFeedbackWriter
{
    private readonly Span<byte> _datagram;
    private Span<byte> _metrics;
    private ushort _first;
    private int _end;

    /// <param name="datagram">Receives the packet; only the first 262 144 bytes, the maximum of an RTCP packet, are used.</param>
    /// <param name="sender">The SSRC of the reporter.</param>
    /// <exception cref="ArgumentException">The datagram has no room for a report without blocks.</exception>
    public CongestionFeedbackWriter(Span<byte> datagram, uint sender)
    {
        _end = RtcpPacket.HeaderBytes + CongestionFeedback.SenderBytes;
        RtcpPacket.ThrowIfShort(datagram, _end + CongestionFeedback.TimestampBytes);
        _datagram = datagram[..Math.Min(datagram.Length, RtcpPacket.MaxBytes)];
        BinaryPrimitives.WriteUInt32BigEndian(datagram[RtcpPacket.HeaderBytes..], sender);
    }

    /// <summary>The maximum count that <see cref="TryAdd"/> accepts now; 0 if there is no room.</summary>
    public readonly int Room =>
        Math.Clamp((_datagram.Length - _end - FeedbackBlock.HeaderBytes - CongestionFeedback.TimestampBytes) / sizeof(uint) * 2, 0,
        CongestionFeedback.MaxCount);

    public readonly bool IsEmpty => _end == RtcpPacket.HeaderBytes + CongestionFeedback.SenderBytes;

    /// <summary>Begins a source's block with no packet arrived.</summary>
    /// <param name="first">The first number that is reported.</param>
    /// <param name="count">The count of numbers, 1 to <see cref="CongestionFeedback.MaxCount"/>.</param>
    /// <returns>False if there is no room for it, or the count is out of range.</returns>
    public bool TryAdd(uint ssrc, ushort first, int count)
    {
        if (count < 1 || count > Room)
            return false;
        Span<byte> block = _datagram.Slice(_end, FeedbackBlock.BytesFor(count));
        block.Clear();
        BinaryPrimitives.WriteUInt32BigEndian(block, ssrc);
        BinaryPrimitives.WriteUInt16BigEndian(block[4..], first);
        BinaryPrimitives.WriteUInt16BigEndian(block[6..], (ushort)count);
        _first = first;
        _metrics = block.Slice(FeedbackBlock.HeaderBytes, count * CongestionFeedback.MetricBytes);
        _end += block.Length;
        return true;
    }

    /// <summary>Marks a packet of the last block as arrived; a number outside the block changes nothing.</summary>
    /// <param name="held">The time from its arrival to the report; below zero if it arrived after the report.</param>
    public readonly void Mark(ushort number, Duration held)
    {
        int offset = (ushort)(number - _first) * CongestionFeedback.MetricBytes;
        if (offset < _metrics.Length)
            BinaryPrimitives.WriteUInt16BigEndian(_metrics[offset..], FeedbackBlock.MetricOf(held));
    }

    /// <summary>Ends the packet.</summary>
    /// <param name="reportTimestamp">When the report was made: 16 bits of seconds and 16 of their fraction.</param>
    /// <returns>The packet's length in bytes.</returns>
    public readonly int End(uint reportTimestamp)
    {
        BinaryPrimitives.WriteUInt32BigEndian(_datagram[_end..], reportTimestamp);
        int length = _end + CongestionFeedback.TimestampBytes;
        RtcpPacket.WriteHeader(_datagram, RtcpPacket.FeedbackType, CongestionFeedback.Format, length);
        return length;
    }
}
