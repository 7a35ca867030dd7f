using System.Buffers.Binary;

namespace Mongoose.Voice.Rtp;

/// <summary>Reads congestion control feedback (RFC 8888 section 3.1): the arrivals of each source's packets.</summary>
/// <remarks>
/// The section says that a block reports the numbers from begin_seq to begin_seq + num_reports inclusive, which is one more than its own
/// limits on num_reports allow. Erratum 8166 makes num_reports the count of the numbers; libwebrtc, pion since 2025, and these classes
/// follow it.
/// </remarks>
public ref struct CongestionFeedback
{
    /// <summary>FMT of the RTCP packet.</summary>
    public const byte Format = 11;

    /// <summary>The maximum count of numbers in a block, a quarter of the sequence space.</summary>
    public const int MaxCount = 16_384;

    internal const int SenderBytes = 4, TimestampBytes = 4, MetricBytes = 2;

    private ReadOnlySpan<byte> _blocks;

    /// <summary>The SSRC of the reporter.</summary>
    public uint Sender { get; private init; }

    /// <summary>
    /// When the report was made, on the receiver's clock: 16 bits of seconds and 16 of their fraction; it wraps after 18 hours.
    /// </summary>
    public uint ReportTimestamp { get; private init; }

    /// <summary>Begins to read; returns false if the packet is not such feedback, or is malformed.</summary>
    public static bool TryRead(scoped in RtcpPacket packet, out CongestionFeedback feedback)
    {
        feedback = default;
        if (packet.Type != RtcpPacket.FeedbackType || packet.Count != Format || packet.Body.Length < SenderBytes + TimestampBytes)
            return false;
        CongestionFeedback all = new()
        {
            Sender = BinaryPrimitives.ReadUInt32BigEndian(packet.Body),
            ReportTimestamp = BinaryPrimitives.ReadUInt32BigEndian(packet.Body[^TimestampBytes..]),
            _blocks = packet.Body[SenderBytes..^TimestampBytes],
        };
        feedback = all;
        while (all.TryNext(out _))
        {
        }
        if (all._blocks.IsEmpty)
            return true;
        feedback = default;
        return false;
    }

    /// <summary>The next source; false at the end.</summary>
    public bool TryNext(out FeedbackBlock block)
    {
        block = default;
        if (_blocks.Length < FeedbackBlock.HeaderBytes)
            return false;
        int count = BinaryPrimitives.ReadUInt16BigEndian(_blocks[6..]);
        int end = FeedbackBlock.BytesFor(count);
        if (count > MaxCount || end > _blocks.Length)
            return false;
        block = new FeedbackBlock
        {
            Ssrc = BinaryPrimitives.ReadUInt32BigEndian(_blocks),
            First = BinaryPrimitives.ReadUInt16BigEndian(_blocks[4..]),
            Metrics = _blocks.Slice(FeedbackBlock.HeaderBytes, count * MetricBytes),
        };
        _blocks = _blocks[end..];
        return true;
    }
}
