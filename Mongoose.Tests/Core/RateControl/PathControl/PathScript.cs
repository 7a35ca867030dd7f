using Mongoose.Core.Paths;
using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>
/// A controller whose circuit sends packets of 1000 bytes over a line with one queue. The viewer collects the acks of a frame. Time
/// advances in steps of a millisecond, and everything is deterministic.
/// </summary>
internal sealed class PathScript
{
    public const int Packet = 1000;

    private static readonly Duration Step = Duration.FromMilliseconds(1);

    private readonly Queue<Flight> _flight = new();
    private DeliverySampler _sampler;
    private Instant _freeAt, _lastAck, _newestLostSent;
    private double _owed;
    private int _lost;
    private uint _number;

    public PathScript(double lineKilobits, double roundTrip = 60, double askedKilobits = 20_000, PathControlOptions? options = null)
    {
        (LineKilobits, RoundTrip) = (lineKilobits, roundTrip);
        Controller = new PathController(options ?? PathControlOptions.Default, Now);
        Controller.SetAllowed(DataRate.FromKilobitsPerSecond(askedKilobits));
    }

    public PathController Controller { get; }

    public Instant Now { get; private set; } = Instant.FromSeconds(100);

    public double LineKilobits { get; set; }

    /// <summary>The round trip of the empty line in milliseconds.</summary>
    public double RoundTrip { get; set; }

    /// <summary>Time between two frames of the viewer in milliseconds.</summary>
    public double Frame { get; set; } = 20;

    /// <summary>Packets that would wait longer in the line's buffer, in milliseconds, are dropped.</summary>
    public double Buffer { get; set; } = 2000;

    /// <summary>Other traffic keeps at least this much in the line's queue, in milliseconds.</summary>
    public Func<double> Others { get; set; } = static () => 0;

    /// <summary>Whether the circuit always has packets to send.</summary>
    public bool HasPackets { get; set; } = true;

    /// <summary>Something other than path control limits the circuit to this rate, in kbit/s.</summary>
    public double OtherLimit { get; set; } = double.PositiveInfinity;

    /// <summary>Time between two ticks of the controller in milliseconds: more than one if the thread is held up.</summary>
    public int TickInterval { get; set; } = 1;

    /// <summary>Whether the viewer's datagrams arrive.</summary>
    public bool HasAcks { get; set; } = true;

    /// <summary>Whether the line loses the packet that is sent now.</summary>
    public Func<bool> Loses { get; set; } = static () => false;

    public double Rate => Controller.Rate.KilobitsPerSecond;

    /// <summary>Time that a packet sent now waits in the line's queue, in milliseconds.</summary>
    public double Queue => Math.Max(0, (_freeAt - Now).Milliseconds);

    public int Sent { get; private set; }

    public int Lost { get; private set; }

    public bool IsInFlight => _flight.Count > 0;

    /// <summary>Runs, and calls <paramref name="look"/> each millisecond.</summary>
    public PathScript Run(double seconds, Action? look = null)
    {
        for (Instant end = Now + Duration.FromSeconds(seconds); Now < end;)
        {
            Now += Step;
            if (Now.Nanoseconds / Step.Nanoseconds % TickInterval == 0)
                Controller.Tick(IsInFlight, Now);
            _freeAt = Instant.Max(_freeAt, Now + Duration.FromMilliseconds(Others()));
            if (HasAcks)
                ReceiveAcks();
            if (HasPackets)
                Send();
            look?.Invoke();
        }
        return this;
    }

    /// <summary>Runs and returns the mean rate and the mean queue.</summary>
    public (double Kilobits, double Queue) Measure(double seconds)
    {
        double rates = 0, queues = 0;
        int steps = 0;
        Run(seconds, () => (rates, queues, steps) = (rates + Rate, queues + Queue, steps + 1));
        return (rates / steps, queues / steps);
    }

    /// <summary>The clock jumps, and the sender forgets what is in flight, as it does then.</summary>
    public void StepClock(double seconds)
    {
        Now += Duration.FromSeconds(seconds);
        (_freeAt, _lastAck, _sampler) = (Now, Now, default);
        _flight.Clear();
    }

    /// <summary>A datagram that shows losses found earlier to be spurious.</summary>
    public void ReportSpurious(int packets) =>
        Controller.Acked(new AckReport { At = Now, Bytes = Packet, Packets = 1, Spurious = packets });

    private void Send()
    {
        Controller.NoteUse(Now);
        _owed = Math.Min(3 * Packet, _owed + Math.Min(Rate, OtherLimit) * 125 * Step.Seconds);
        for (; _owed >= Packet && _flight.Count * Packet <= Controller.WindowAt(Controller.Rate); _owed -= Packet)
            SendPacket();
    }

    private void SendPacket()
    {
        bool isLost = Queue > Buffer || Loses();
        SentPacket packet = new()
        {
            Number = ++_number,
            Bytes = Packet,
            Transmissions = 1,
            FirstSent = Now,
            LastSent = Now,
            Mark = _sampler.Mark(_flight.Count == 0, Now),
        };
        Sent++;
        if (isLost)
            Lost++;
        else
            _freeAt = Instant.Max(_freeAt, Now) + DataRate.FromKilobitsPerSecond(LineKilobits).TimeToSend(Packet);
        Instant arrives = Instant.Max(_freeAt, Now) + Duration.FromMilliseconds(RoundTrip / 2);
        Instant collected = Instant.FromMilliseconds(Math.Ceiling(arrives.Milliseconds / Frame) * Frame);
        _lastAck = Instant.Max(_lastAck, collected + Duration.FromMilliseconds(RoundTrip / 2));
        _flight.Enqueue(new Flight(packet, _lastAck, isLost));
    }

    private void ReceiveAcks()
    {
        SentPacket? newest = null;
        int packets = 0;
        while (_flight.TryPeek(out Flight next) && next.AckAt <= Now)
        {
            _flight.Dequeue();
            if (next.IsLost)
                (_lost, _newestLostSent) = (_lost + 1, next.Packet.FirstSent);
            else
                (packets, newest) = (packets + 1, next.Packet);
        }
        if (newest is not { } last)
            return;
        Controller.Acked(new AckReport
        {
            At = Now,
            Bytes = packets * Packet,
            Packets = packets,
            RoundTrip = Now - last.FirstSent,
            NewestSent = last.FirstSent,
            Delivered = _sampler.Take(packets * Packet, last, Now),
            LostPackets = _lost,
            NewestLostSent = _newestLostSent,
        });
        _lost = 0;
    }

    private readonly record struct Flight(SentPacket Packet, Instant AckAt, bool IsLost);
}
