using Mongoose.Voice.Rtp;

namespace Mongoose.Voice.Conferences.Peers;

/// <summary>
/// Merges the reports of all streams to a client into one for its circuit breaker: the loss is that of all streams, and media has arrived
/// if any stream's has.
/// </summary>
internal sealed class ClientReports
{
    private readonly ReportBlock[] _blocks = new ReportBlock[RtcpPacket.MaxCount];
    private uint _arrived;

    /// <summary>Reads the blocks of a report.</summary>
    /// <returns>Null if it has no block of a stream to this client.</returns>
    public ReportBlock? Read(in RtcpPacket packet, OutgoingStreams streams)
    {
        ReportBlock? sum = null;
        (double lost, long expected) = (0, 0);
        foreach (ReportBlock block in _blocks.AsSpan(0, SenderReport.ReadBlocks(packet, _blocks)))
        {
            if (streams.WithSsrc(block.Ssrc) is not { } stream)
                continue;
            // Reports may be reordered, and a client may report numbers that were never sent.
            uint packets = Math.Min((uint)Math.Max((int)(block.HighestNumber - stream.Reported), 0), ushort.MaxValue);
            stream.Reported = block.HighestNumber;
            (lost, expected, _arrived) = (lost + block.FractionLost * (double)packets, expected + packets, _arrived + packets);
            sum = sum is { LastSenderReport: not 0 } ? sum : block;
        }
        byte fraction = expected > 0 ? (byte)Math.Round(lost / expected) : (byte)0;
        return sum is { } some ? some with { FractionLost = fraction, HighestNumber = _arrived } : null;
    }
}
