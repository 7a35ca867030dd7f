using Mongoose.Core.Units;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.Endpoints;

namespace Mongoose.Tests.Network.Tcp;

/// <summary>
/// A sender driven event by event. Segments have 1000 bytes and are numbered: number 3 is bytes 3000 to 4000. Time stands still unless moved.
/// </summary>
internal sealed class SenderRig
{
    public const int SegmentBytes = 1000;

    public static readonly TcpOptions Options = new() { SegmentBytes = SegmentBytes, Handshake = false, MinRto = Duration.FromSeconds(1) };

    /// <param name="options">Of the sender.</param>
    /// <param name="segments">What the application has; null is without end.</param>
    public SenderRig(TcpOptions options, int? segments = null)
    {
        Sender = new TcpSender(options);
        if (segments is { } some)
            Sender.Write(some * SegmentBytes);
        else
            Sender.SetUnlimited(true);
    }

    public TcpSender Sender { get; }

    public Instant Now { get; private set; } = Instant.FromSeconds(100);

    public double CwndSegments => (double)Sender.Cwnd / SegmentBytes;

    public double SsthreshSegments => (double)Sender.Ssthresh / SegmentBytes;

    public double PipeSegments => (double)Sender.Pipe / SegmentBytes;

    public void Wait(Duration time) => Now += time;

    /// <summary>Everything that the sender sends now, by number.</summary>
    public int[] Sent() => SentSegments().Select(segment => (int)(segment.Start / SegmentBytes)).ToArray();

    public List<DataSegment> SentSegments()
    {
        List<DataSegment> sent = [];
        while (Sender.TrySend(Now, out DataSegment segment))
            sent.Add(segment);
        return sent;
    }

    /// <summary>An acknowledgment that expects number <paramref name="next"/> and reports blocks of numbers; then what the sender sends.</summary>
    public int[] Ack(int next, params (int Start, int End)[] sack)
    {
        Sender.OnAck(NewAck(next, sack), Now);
        return Sent();
    }

    public int[] AckWithMark(int next)
    {
        Sender.OnAck(NewAck(next, []) with { Ece = true }, Now);
        return Sent();
    }

    /// <summary>Waits until the retransmission timer goes off.</summary>
    public int[] TimeOut()
    {
        Now = Sender.RetransmitAt;
        Sender.OnTimer(Now);
        return Sent();
    }

    private AckSegment NewAck(int next, (int Start, int End)[] sack)
    {
        SackBlocks blocks = default;
        foreach ((int start, int end) in sack)
            blocks.Add(new SequenceRange(start * SegmentBytes, end * SegmentBytes));
        return new AckSegment(next * SegmentBytes, 1_000_000, Now, false, blocks);
    }
}
