using Mongoose.Core.Units;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.Endpoints;
using Mongoose.Network.Tcp.Recovery;

namespace Mongoose.Tests.Network.Tcp;

/// <summary>
/// A sender driven event by event. Segments have 1000 bytes and are numbered: number 3 is bytes 3000 to 4000. Time advances only when
/// moved.
/// </summary>
internal sealed class SenderRig
{
    public const int SegmentBytes = 1000;

    public static readonly TcpOptions Options = new() { SegmentBytes = SegmentBytes, Handshake = false, MinRto = Duration.FromSeconds(1) };

    /// <param name="options">The sender's options.</param>
    /// <param name="segments">The number of segments that the application has; null for unlimited data.</param>
    public SenderRig(TcpOptions options, int? segments = null)
    {
        Sender = new TcpSender(options);
        if (segments is { } some)
            Sender.Write(some * SegmentBytes);
        else
            Sender.SetUnlimited(true);
    }

    /// <summary>
    /// Twenty segments; 0 is lost and, in its recovery, 22. That recovery has just ended: all data sent in it except 22 has arrived. As
    /// each SACK makes room for another segment, a whole window above the SACKed data is in flight.
    /// </summary>
    /// <param name="options">The sender's options, with selective acknowledgments.</param>
    /// <param name="first">The first segment of that window.</param>
    public static SenderRig AfterRecovery(TcpOptions options, out int first)
    {
        SenderRig rig = new(options with { InitialWindowSegments = 20 });
        rig.Sent();
        for (int end = 2; end <= 22; end++)
            rig.Ack(0, (1, end));
        for (int end = 24; end <= 36; end++)
        {
            if (end <= rig.Sender.SendNext / SegmentBytes)
                rig.Ack(0, (23, end), (1, 22));
        }
        first = (int)(rig.Sender.SendNext / SegmentBytes);
        rig.Ack(22, (23, first));
        Assert.That(rig.Sender.Phase, Is.EqualTo(RecoveryPhase.Open));
        Assert.That(rig.Sender.SendNext - rig.Sender.Acknowledged, Is.GreaterThan(1.4 * rig.Sender.Cwnd));
        return rig;
    }

    public TcpSender Sender { get; }

    public Instant Now { get; private set; } = Instant.FromSeconds(100);

    public double CwndSegments => (double)Sender.Cwnd / SegmentBytes;

    public double SsthreshSegments => (double)Sender.Ssthresh / SegmentBytes;

    public double PipeSegments => (double)Sender.Pipe / SegmentBytes;

    public void Wait(Duration time) => Now += time;

    /// <summary>The numbers of all segments that the sender sends now.</summary>
    public int[] Sent() => SentSegments().Select(segment => (int)(segment.Start / SegmentBytes)).ToArray();

    public List<DataSegment> SentSegments()
    {
        List<DataSegment> sent = [];
        while (Sender.TrySend(Now, out DataSegment segment))
            sent.Add(segment);
        return sent;
    }

    /// <summary>
    /// An acknowledgment that expects number <paramref name="next"/> and reports blocks of numbers; returns what the sender then sends.
    /// </summary>
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

    /// <summary>Waits until the retransmission timer expires.</summary>
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
