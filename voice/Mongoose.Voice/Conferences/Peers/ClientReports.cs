using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>
/// Merges the reports of all streams to a client into one for its circuit breaker: the loss is that of all streams, and media has arrived
/// if any stream's has.
/// </summary>
internal sealed class ClientReports
{
    private readonly ReportBlock[] _blocks = new ReportBlock[RtcpPacket.MaxCount];

    /// <summary>The sum of the advances of all streams: the highest number of the merged block.</summary>
    private uint _highest;

    /// <summary>Reads the blocks of a report.</summary>
    /// <returns>Null if it has no block of a stream to this client.</returns>
    public ReportBlock? Read(in RtcpPacket packet, OutgoingStreams streams)
    {
        ReportBlock? merged = null;
        (double lost, long expected) = (0, 0);
        foreach (ReportBlock block in _blocks.AsSpan(0, SenderReport.ReadBlocks(packet, _blocks)))
        {
            if (streams.WithSsrc(block.Ssrc) is not { } stream)
                continue;
            // A reordered report adds no packets, but the next report counts some packets again: the latest number is kept, not the
            // highest, because a client may report numbers that were never sent.
            uint packets = Math.Min((uint)Math.Max((int)(block.HighestNumber - stream.Reported), 0), ushort.MaxValue);
            stream.Reported = block.HighestNumber;
            (lost, expected, _highest) = (lost + block.FractionLost * (double)packets, expected + packets, _highest + packets);
            // The round trip is that of the first block that names a sender report.
            merged = merged is { LastSenderReport: not 0 } ? merged : block;
        }
        byte fraction = expected > 0 ? (byte)Math.Round(lost / expected) : (byte)0;
        return merged is { } some ? some with { FractionLost = fraction, HighestNumber = _highest } : null;
    }
}
