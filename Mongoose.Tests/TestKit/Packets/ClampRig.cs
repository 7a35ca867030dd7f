using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Packets;
using Mongoose.Runtime.Udp;

namespace Mongoose.TestKit.Packets;

/// <summary>
/// A clamp between senders that always fill their windows, and receivers that acknowledge each segment. No line limits them.
/// </summary>
internal sealed class ClampRig(ClampOptions options)
{
    private readonly PriorityQueue<Action, (Instant, long)> _events = new();
    private long _order;

    public WindowClamp Clamp { get; } = new(options);

    public Instant Now { get; private set; }

    public ClampReading Reading => Clamp.Read(Now);

    public void At(Instant time, Action action) => _events.Enqueue(action, (time, _order++));

    public void After(Duration time, Action action) => At(Now + time, action);

    /// <summary>Runs the clock until a time.</summary>
    public void RunUntil(double seconds)
    {
        Instant end = Instant.FromSeconds(seconds);
        while (_events.TryPeek(out Action? action, out (Instant Time, long) due) && due.Time <= end)
        {
            _events.Dequeue();
            Now = due.Time;
            action();
        }
        Now = end;
    }

    /// <summary>A flow of UDP packets at equal intervals.</summary>
    public void AddUdp(int wireBytes, double intervalMilliseconds, double untilSeconds = double.MaxValue, int port = 1)
    {
        FlowKey key = new(UdpAddress.Loopback(port), UdpAddress.Loopback(2), FlowKey.Udp);
        After(Duration.FromMilliseconds(intervalMilliseconds), Next);

        void Next()
        {
            Clamp.OnOther(key, wireBytes, Now);
            if (Now.Seconds < untilSeconds)
                After(Duration.FromMilliseconds(intervalMilliseconds), Next);
        }
    }
}

/// <summary>One connection through the clamp: its receiver opens it, its sender sends as much as its window allows.</summary>
/// <param name="rig">The clamp.</param>
/// <param name="port">The sender's port.</param>
/// <param name="senderMs">The round trip between clamp and sender, in ms.</param>
/// <param name="receiverMs">The same between clamp and receiver.</param>
internal sealed class RigFlow(ClampRig rig, int port, double senderMs, double receiverMs)
{
    public const int Segment = 1448, HeaderBytes = 52;
    private const uint SenderNumber = 0xFFFF_0000, ReceiverNumber = 77;
    private readonly Duration _senderHalf = Duration.FromMilliseconds(senderMs), _receiverHalf = Duration.FromMilliseconds(receiverMs);
    private uint _next = SenderNumber + 1, _edge, _echo;

    public FlowKey Key { get; } = new(UdpAddress.Loopback(port), UdpAddress.Loopback(443), FlowKey.Tcp);

    public FlowKey AckKey => Key.Reversed;

    public byte? SenderScale { get; init; } = 7;

    public byte? ReceiverScale { get; init; } = 0;

    public bool Timestamps { get; init; } = true;

    /// <summary>The option of both ends.</summary>
    public ushort? MaxSegmentBytes { get; init; } = 1460;

    /// <summary>The window field of the receiver.</summary>
    public uint Field { get; init; } = 10_000_000;

    /// <summary>The most that its application sends per second.</summary>
    public long BytesPerSecond { get; set; } = long.MaxValue;

    /// <summary>The window fields that were passed on, without those of SYNs.</summary>
    public List<uint> Fields { get; } = [];

    /// <summary>The first byte that the receiver has not received.</summary>
    public uint Received { get; private set; } = SenderNumber + 1;

    private int Shift => SenderScale is null || ReceiverScale is null ? 0 : Math.Min((int)ReceiverScale, 14);

    private uint Tick => (uint)(rig.Now.Nanoseconds / 1000) + 1;

    /// <summary>Opens the connection and lets it run.</summary>
    public RigFlow Start()
    {
        rig.After(Duration.Zero, () =>
        {
            OpenFromReceiver();
            rig.After(_senderHalf, () =>
            {
                AnswerFromSender();
                rig.After(_receiverHalf, () => PassAck(SenderNumber + 1, 0));
            });
        });
        return this;
    }

    public void OpenFromReceiver() => rig.Clamp.OnAck(AckKey, Syn(TcpFlags.Syn, ReceiverNumber, 0, ReceiverScale), rig.Now);

    public void AnswerFromSender() =>
        rig.Clamp.OnData(Key, 60, Syn(TcpFlags.Syn | TcpFlags.Ack, SenderNumber, ReceiverNumber + 1, SenderScale), rig.Now);

    /// <summary>The receiver's acknowledgment passes; returns its window field.</summary>
    public uint PassAck(uint acknowledgment, uint echo)
    {
        TcpFields fields = new()
        {
            Flags = TcpFlags.Ack,
            Sequence = ReceiverNumber + 1,
            Acknowledgment = acknowledgment,
            Window = Field,
            Timestamps = Timestamps ? new TcpTimestamps(Tick, echo) : null,
        };
        uint field = rig.Clamp.OnAck(AckKey, fields, rig.Now), value = Tick;
        Fields.Add(field);
        rig.After(_senderHalf, () => OnWindow(unchecked(acknowledgment + (field << Shift)), value));
        return field;
    }

    private void OnWindow(uint edge, uint echo)
    {
        (_edge, _echo) = (edge, echo);
        while (unchecked((int)(_edge - _next)) >= Segment && unchecked(_next - SenderNumber) <= BytesPerSecond * rig.Now.Seconds)
            Send();
    }

    private void Send()
    {
        TcpFields fields = new()
        {
            Flags = TcpFlags.Ack,
            Sequence = _next,
            PayloadBytes = Segment,
            Acknowledgment = ReceiverNumber + 1,
            Timestamps = Timestamps ? new TcpTimestamps(Tick, _echo) : null,
        };
        _next = unchecked(_next + Segment);
        rig.Clamp.OnData(Key, Segment + HeaderBytes, fields, rig.Now);
        uint value = Tick;
        rig.After(_receiverHalf, () => PassAck(Received = unchecked(Received + Segment), value));
    }

    private TcpFields Syn(TcpFlags flags, uint number, uint acknowledgment, byte? scale) => new()
    {
        Flags = flags,
        Sequence = number,
        Acknowledgment = acknowledgment,
        Window = 14_600,
        WindowScale = scale,
        MaxSegmentBytes = MaxSegmentBytes,
        Timestamps = Timestamps ? new TcpTimestamps(Tick, 0) : null,
    };
}
