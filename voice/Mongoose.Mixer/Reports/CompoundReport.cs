using System.Text;
using Mongoose.Voice.Rtp;

namespace Mongoose.Mixer.Reports;

/// <summary>Writes compound RTCP datagrams: a report, the name of its sender, and BYE (RFC 3550 section 6.1).</summary>
internal sealed class CompoundReport(uint ssrc, string name)
{
    private readonly byte[] _name = Encoding.UTF8.GetBytes(name);
    private readonly byte[] _datagram = new byte[1500];

    /// <summary>An RR and SDES. It is valid until the next call.</summary>
    public ReadOnlySpan<byte> Receiver(ReadOnlySpan<ReportBlock> blocks) =>
        WithName(SenderReport.WriteReceiverReport(_datagram, ssrc, blocks[..Math.Min(blocks.Length, SenderReport.MaxBlocks)]));

    /// <summary>An SR and SDES. It is valid until the next call.</summary>
    public ReadOnlySpan<byte> Sender(in SenderReport report) => WithName(report.Write(_datagram, []));

    /// <summary>An RR, SDES and BYE. It is valid until the next call.</summary>
    public ReadOnlySpan<byte> Goodbye()
    {
        int length = Receiver([]).Length;
        return _datagram.AsSpan(0, length + SourceDescription.WriteGoodbye(_datagram.AsSpan(length), ssrc));
    }

    private ReadOnlySpan<byte> WithName(int length) =>
        _datagram.AsSpan(0, length + SourceDescription.Write(_datagram.AsSpan(length), ssrc, _name));
}
