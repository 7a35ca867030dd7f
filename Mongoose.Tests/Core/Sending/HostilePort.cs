using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

/// <summary>
/// A port that returns wrong values, throws, and changes state while it is called, as directed by <paramref name="story"/>. It checks the
/// packets: packets of a channel are numbered and must leave in that order, each once.
/// </summary>
internal sealed class HostilePort(SenderStory story) : ICircuitPort
{
    private readonly ChannelQueues<Packet> _queues = new();
    private readonly Dictionary<uint, Unacknowledged> _unacknowledged = [];
    private readonly Queue<uint> _onTheWay = [];
    private readonly List<uint> _lost = [];
    private PerChannel<long> _enqueued, _left;
    private uint _number = uint.MaxValue - 1000, _datagram;

    public CircuitRates Set { get; set; }

    public InFlight Claimed { get; set; }

    public bool IsClosed { get; set; }

    public CircuitSender<HostilePort> Sender { get; set; } = null!;

    /// <summary>The cap on the circuit's rate, as a bucket that sent packets drain.</summary>
    public CapCheck Cap { get; } = new(CircuitShaper.MinParentBurstBytes);

    public long LeftBytes { get; private set; }

    public CircuitRates Rates => Entered(Set);

    public InFlight InFlight => Entered(Claimed);

    public PathTimes Path => Entered(new PathTimes(Duration.FromMilliseconds(100), Duration.FromMilliseconds(400)));

    public int Queued
    {
        get
        {
            int packets = 0;
            foreach (Channel channel in ChannelSet.All)
                packets += _queues.Packets(channel);
            return packets;
        }
    }

    public int HeadBytes(Channel channel) => Entered(_queues.HeadBytes(channel));

    public int QueuedPackets(Channel channel) => Entered(story.Lies(10)
        ? story.Pick(-1, 0, int.MinValue, 1, _queues.Packets(channel) - 1, _queues.Packets(channel) + 7, 1000)
        : _queues.Packets(channel));

    public ChannelSet FindBacklog()
    {
        ChannelSet backlog = ChannelSet.None;
        foreach (Channel channel in ChannelSet.All)
            backlog = _queues.Packets(channel) > 0 ? backlog.With(channel) : backlog;
        return Entered(story.Lies(20) ? story.Pick(ChannelSet.None, ChannelSet.All, backlog & ~ChannelSet.Task) : backlog);
    }

    public RefillResult Refill(Channel channel, long bytes)
    {
        story.Require(bytes > 0, "a refill of zero bytes was requested");
        story.Disturb(this);
        bool makes = story.Lies(2) && Queued < 50;
        if (makes)
            Enqueue(channel, story.Size());
        return Entered(story.Lies(10) ? story.Pick(RefillResult.Made, RefillResult.Nothing, RefillResult.Ordered)
            : makes ? RefillResult.Made : RefillResult.Nothing);
    }

    public uint? Send(in Grant grant)
    {
        story.Require(!IsClosed, "a closed circuit sends");
        story.Require(_queues.HeadBytes(grant.Channel) == grant.Bytes, "a grant that is not for the first packet");
        _queues.TryDequeue(grant.Channel, out Packet packet);
        story.Require(packet.Place == _left[grant.Channel], "a packet was sent twice or skipped");
        _left[grant.Channel]++;
        LeftBytes += grant.Bytes;
        Cap.Sent(grant.Bytes);
        story.Count(grant.Bytes);
        story.Disturb(this);
        return Entered(Depart(packet, grant.Bytes));
    }

    public bool Resend(uint number)
    {
        story.Require(_unacknowledged.TryGetValue(number, out Unacknowledged packet),
            "a packet is sent again that was acknowledged or never sent");
        story.Require(!packet.WasAskedFor, "a packet was reported lost twice");
        _unacknowledged[number] = packet with { WasAskedFor = true };
        QueueAgain(number);
        Entered(number);
        return true;
    }

    /// <summary>
    /// Sent packets arrive and are acknowledged, except for lost packets. Occasionally a packet that was never sent is acknowledged.
    /// </summary>
    public void ArriveAtViewer(Instant now)
    {
        if (Sender.Path is not { } path || story.Lies(5))
            return;
        path.Inbox.Datagram(story.Lies(100) ? (uint)story.Size() : ++_datagram, now);
        while (_onTheWay.TryDequeue(out uint number))
        {
            if (story.Lies(40))
            {
                _lost.Add(number);
                continue;
            }
            _unacknowledged.Remove(number);
            path.Inbox.Acked(_datagram, number, now);
            if (story.Lies(20))
                path.Inbox.Acked(_datagram, number + (uint)story.Size(), now);
        }
        Sender.Notify(CircuitEvents.Acks);
        // The region's timers expire some time later, or immediately while everything behaves.
        if (story.Lies(1) && _datagram % 64 != 0)
            return;
        _lost.ForEach(QueueAgain);
        _lost.Clear();
    }

    public bool IsUnacked(uint number) => Entered(story.Lies(20) != _unacknowledged.ContainsKey(number));

    public void SetResendTimeout(Duration? timeout) => Entered(timeout);

    public void Enqueue(Channel channel, int bytes) => Enqueue(channel, bytes, resent: null);

    /// <summary>Checks that all enqueued packets have left or are queued, and that the counters match the packets that have left.</summary>
    public void CheckAccounts()
    {
        long counted = 0;
        foreach (Channel channel in ChannelSet.All)
        {
            story.Require(_enqueued[channel] == _left[channel] + _queues.Packets(channel), $"{channel}: a packet is lost");
            ChannelUsage usage = Sender.Counters.Usage(channel);
            story.Require(usage.Packets == _left[channel], $"{channel}: counted {usage}, left {_left[channel]}");
            counted += usage.Bytes;
        }
        story.Require(counted == LeftBytes, "bytes are counted that were not sent");
    }

    private void Enqueue(Channel channel, int bytes, uint? resent)
    {
        _queues.Enqueue(channel, new Packet(_enqueued[channel], resent), bytes);
        _enqueued[channel]++;
    }

    private void QueueAgain(uint number)
    {
        if (!_unacknowledged.TryGetValue(number, out Unacknowledged packet) || packet.IsQueued)
            return;
        _unacknowledged[number] = packet with { IsQueued = true };
        Enqueue(Channel.Resend, packet.Bytes, number);
    }

    private uint Depart(Packet packet, int bytes)
    {
        if (packet.Resent is not { } number)
            _unacknowledged[number = ++_number] = new Unacknowledged(bytes, IsQueued: false, WasAskedFor: false);
        else if (_unacknowledged.TryGetValue(number, out Unacknowledged before))
            _unacknowledged[number] = before with { IsQueued = false };
        if (Sender.Path is not null)
            _onTheWay.Enqueue(number);
        else
            _unacknowledged.Remove(number);
        return number;
    }

    private T Entered<T>(T value)
    {
        if (story.Lies(2000))
            throw story.Failure;
        return value;
    }

    /// <summary>
    /// bytes in any interval of length d &lt;= R*d + B, at the shaper's own rate. Time that runs backwards counts as zero.
    /// </summary>
    internal sealed class CapCheck(double depth)
    {
        private double _level, _depth = depth;

        public double Excess => _level - _depth;

        public void Pass(DataRate rate, int burst, Duration elapsed)
        {
            _level = Math.Max(0, _level - rate.BytesPerSecond * Math.Max(0, elapsed.Seconds));
            _depth = Math.Max(_depth, burst + 1);
        }

        public void Sent(int bytes) => _level += bytes;
    }

    /// <summary>A packet in a queue: its position and, if it was sent before, its number.</summary>
    private readonly record struct Packet(long Place, uint? Resent);

    private readonly record struct Unacknowledged(int Bytes, bool IsQueued, bool WasAskedFor);
}
