using System.Runtime.CompilerServices;
using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

/// <summary>
/// The region's side of a circuit with its own queues. Packets are numbered in the order of enqueueing; a resend keeps its number.
/// </summary>
internal sealed class FakePort : ICircuitPort
{
    private readonly ChannelQueues<long> _queues = new();
    private readonly Dictionary<long, Unacknowledged> _unacknowledged = [];
    private CircuitRates _rates;
    private InFlight _inFlight;
    private PathTimes _path = new(RoundTrip: Duration.FromMilliseconds(100), ResendTimeout: Duration.FromMilliseconds(400));
    private Duration? _setTimeout;
    private long _numbers;

    /// <summary>Packets sent, unless <see cref="IsLogging"/> is off.</summary>
    public List<Sent> Log { get; } = [];

    public bool IsLogging { get; init; } = true;

    /// <summary>Number of calls of <see cref="FindBacklog"/>.</summary>
    public int Looks { get; private set; }

    /// <summary>The rig's current time.</summary>
    public Instant Now { get; set; }

    /// <summary>The name of the member that throws.</summary>
    public string? Broken { get; set; }

    /// <summary>Whether packets stay in flight until <see cref="AckAll"/>.</summary>
    public bool IsReliable { get; init; }

    /// <summary>The channel of packets that need no ack, although others do; null for none.</summary>
    public Channel? UnreliableChannel { get; init; }

    /// <summary>The wrong length that the region reports for each queue; null for the right length.</summary>
    public int? ClaimedQueued { get; set; }

    /// <summary>Packets that the sender had queued again, unless <see cref="IsLogging"/> is off.</summary>
    public List<uint> Resent { get; } = [];

    public Action? OnLook { get; set; }

    public Action<Grant>? OnSend { get; set; }

    public Func<Channel, long, RefillResult>? OnRefill { get; set; }

    public CircuitRates Rates
    {
        get => Entered(_rates);
        set => _rates = value;
    }

    public InFlight InFlight
    {
        get => Entered(_inFlight);
        set => _inFlight = value;
    }

    public PathTimes Path
    {
        get => Entered(_path with { ResendTimeout = ResendTimeout });
        set => _path = value;
    }

    public long SentBytes { get; private set; }

    public int Queued => Enum.GetValues<Channel>().Sum(_queues.Packets);

    public FakePort Enqueue(Channel channel, int bytes = 1000, int packets = 1)
    {
        for (int i = 0; i < packets; i++)
            _queues.Enqueue(channel, _numbers++, bytes);
        return this;
    }

    public int HeadBytes(Channel channel)
    {
        while (IsReliable && channel == Channel.Resend && _queues.TryPeek(channel, out long first) && !_unacknowledged.ContainsKey(first))
            _queues.TryDrop(channel, DropReason.NoLongerNeeded, out _);
        return Entered(_queues.HeadBytes(channel));
    }

    public int QueuedPackets(Channel channel) => Entered(ClaimedQueued ?? _queues.Packets(channel));

    public ChannelSet FindBacklog()
    {
        Looks++;
        OnLook?.Invoke();
        ChannelSet backlog = ChannelSet.None;
        foreach (Channel channel in ChannelSet.All)
            backlog = _queues.Packets(channel) > 0 ? backlog.With(channel) : backlog;
        return Entered(backlog);
    }

    public RefillResult Refill(Channel channel, long bytes) => Entered(OnRefill is null ? RefillResult.Nothing : OnRefill(channel, bytes));

    public uint? Send(in Grant grant)
    {
        if (_queues.HeadBytes(grant.Channel) != grant.Bytes)
            Assert.Fail($"{grant}, but the first packet has {_queues.HeadBytes(grant.Channel)} bytes");
        _queues.TryDequeue(grant.Channel, out long number);
        SentBytes += grant.Bytes;
        if (IsLogging)
            Log.Add(new Sent(Now, number, grant));
        if (IsReliable && grant.Channel != UnreliableChannel)
            AddInFlight(number, grant);
        OnSend?.Invoke(grant);
        return (uint)Entered(number);
    }

    public bool Resend(uint number)
    {
        Entered(number);
        if (IsLogging)
            Resent.Add(number);
        return !Obsolete.Contains(number);
    }

    /// <summary>Lost packets that the port does not queue again.</summary>
    public HashSet<uint> Obsolete { get; } = [];

    /// <summary>Packets that wait for their acks although the port did not send them.</summary>
    public HashSet<uint> Unacked { get; } = [];

    public bool IsUnacked(uint number) => Entered(_unacknowledged.ContainsKey(number) || Unacked.Contains(number));

    public void SetResendTimeout(Duration? timeout) => _setTimeout = Entered(timeout);

    /// <summary>Queues a packet of 1000 bytes again.</summary>
    public void Requeue(uint number) => _queues.Enqueue(Channel.Resend, number, 1000);

    /// <summary>Reports that the viewer has acknowledged all packets.</summary>
    public void AckAll()
    {
        _unacknowledged.Clear();
        _inFlight = new InFlight(0, 0, _inFlight.Acked + _inFlight.Bytes);
    }

    /// <summary>The numbers of the unacknowledged packets, in the order in which they were sent.</summary>
    public IEnumerable<long> Waiting => _unacknowledged.Keys.Order();

    /// <summary>Reports that the viewer has acknowledged a packet.</summary>
    public void Ack(long number)
    {
        if (_unacknowledged.Remove(number, out Unacknowledged packet))
            _inFlight = new InFlight(_inFlight.Packets - 1, _inFlight.Bytes - packet.Bytes, _inFlight.Acked + packet.Bytes);
    }

    /// <summary>Queues overdue packets again, like a region that checks its timers periodically.</summary>
    public void QueueOverdue()
    {
        foreach ((long number, Unacknowledged packet) in _unacknowledged.ToArray())
        {
            if (packet.IsQueued || Now - packet.SentAt < ResendBackoff.Interval(ResendTimeout, packet.Resends))
                continue;
            _queues.Enqueue(Channel.Resend, number, packet.Bytes);
            _unacknowledged[number] = packet with { IsQueued = true };
        }
    }

    private Duration ResendTimeout => _setTimeout ?? _path.ResendTimeout;

    private void AddInFlight(long number, Grant grant)
    {
        bool isResend = _unacknowledged.TryGetValue(number, out Unacknowledged before);
        _unacknowledged[number] = new Unacknowledged(grant.Bytes, Now, isResend ? before.Resends + 1 : 0, IsQueued: false);
        if (!isResend)
            _inFlight = new InFlight(_inFlight.Packets + 1, _inFlight.Bytes + grant.Bytes, _inFlight.Acked);
    }

    private T Entered<T>(T value, [CallerMemberName] string member = "") =>
        member == Broken ? throw new InvalidOperationException(member) : value;

    public readonly record struct Sent(Instant At, long Number, Grant Grant);

    private readonly record struct Unacknowledged(int Bytes, Instant SentAt, int Resends, bool IsQueued);
}
