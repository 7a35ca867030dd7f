using System.Runtime.CompilerServices;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Core.Shaping;

/// <summary>
/// Decides which packet of a circuit is sent next, and when. A parent bucket at the circuit's rate sits above one child bucket per channel
/// at that channel's rate (Mongoose paper, section IV.A). Unused tokens are lent.
/// <para>
/// If a child bucket covers a packet, the packet is served from the channel's own share: the child and the parent both pay. The tokens that
/// remain in the parent are lent to backlogged channels. For a lent packet the parent alone pays, so borrowing never costs a channel its
/// own share. If the channels' rates add up to more than the circuit's rate, all of them are scaled down to fit it.
/// </para>
/// <para>docs/research/shaping.md states the guarantees and proves them. Not thread-safe; a decision allocates nothing.</para>
/// </summary>
public sealed class CircuitShaper
{
    /// <summary>Minimum burst of the parent: two full Ethernet packets.</summary>
    public const int MinParentBurstBytes = 3000;

    /// <summary>Minimum burst of a child: one full Ethernet packet, so that a channel can always save up for a packet of its own.</summary>
    public const int MinChildBurstBytes = 1500;

    private readonly ShaperOptions _options;
    private readonly bool _lends;
    private readonly ChannelSet _critical;
    private TokenBucket _parent;
    private PerChannel<TokenBucket> _children;
    private DeficitRoundRobin _lending;
    private Channel _criticalTurn = Channel.Asset;
    private Channel _turn = Channel.Asset;
    private bool _queueing;
    private ChannelSet _waiting;
    private int _waitingBytes;

    /// <summary>Creates a circuit at rate zero with full buckets of the minimum bursts. <see cref="SetRates"/> sets its rates.</summary>
    public CircuitShaper(ShaperOptions options, Instant now)
    {
        _options = options;
        _lends = options.Lends;
        _critical = options.Order == ServiceOrder.Sparse ? options.LatencyCritical & ChannelSet.All : ChannelSet.None;
        _parent = new TokenBucket(DataRate.Zero, MinParentBurstBytes, now);
        _children = new PerChannel<TokenBucket>(() => new TokenBucket(DataRate.Zero, MinChildBurstBytes, now));
        SetRates(DataRate.Zero, default, now);
    }

    public DataRate CircuitRate => _parent.Rate;

    public int BurstBytes => _parent.BurstBytes;

    /// <summary>The time in which an empty bucket fills; unlimited at rate zero.</summary>
    public Duration BurstTime => CircuitRate.TimeToSend(BurstBytes);

    /// <summary>The channel's own rate, after scaling.</summary>
    public DataRate ChannelRate(Channel channel) => _children[channel].Rate;

    public int ChannelBurstBytes(Channel channel) => _children[channel].BurstBytes;

    /// <summary>
    /// Changes the rates. Buckets keep their tokens up to the new bursts. A waiting channel also keeps the tokens that it has earned beyond
    /// its burst; they shrink in proportion if its rate falls. A channel at rate zero has no share of its own and can only borrow. A
    /// circuit at rate zero spends its remaining tokens and then sends nothing.
    /// </summary>
    public void SetRates(DataRate circuit, in ChannelRates channels, Instant now)
    {
        ChannelRates own = ScaledInto(circuit, channels);
        _parent.SetRate(circuit, BurstOf(circuit, _options.Burst, MinParentBurstBytes), now);
        foreach (Channel channel in ChannelSet.All)
        {
            ref TokenBucket child = ref _children[channel];
            child.Refill(now, _waiting.Contains(channel) ? _waitingBytes : 0);
            Duration burst = _critical.Contains(channel) ? _options.CriticalBurst : _options.Burst;
            child.SetRate(own[channel], BurstOf(own[channel], burst, MinChildBurstBytes), now, SavedAt(own[channel], child));
        }
        // The scaled rates would not do as weights: their rounding changes whenever the circuit's rate changes.
        _lending.SetWeights(channels);
        // While the parent is contended it serves own shares only, and together they earn no more than the parent does. So the children
        // hold at most the sum of their bursts plus one packet, even if the caller stalls.
        long bursts = MinChildBurstBytes;
        foreach (ref readonly TokenBucket child in _children)
            bursts += child.BurstBytes;
        _waitingBytes = (int)Math.Min(bursts, TokenBucket.MaxBurstBytes);
    }

    /// <summary>
    /// When the circuit's tokens cover this many bytes if nothing is sent before then; more than its burst counts as its burst.
    /// </summary>
    public Instant CoversAt(int bytes, Instant now)
    {
        _parent.Refill(now);
        return _parent.CoversAt(bytes);
    }

    /// <inheritdoc cref="TryNext{TQueues}(TQueues, ChannelSet, Instant, out Grant)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)] // Without inlining, the call takes a fifth of the decision's time.
    public bool TryNext<TQueues>(TQueues queues, Instant now, out Grant grant) where TQueues : IChannelQueues =>
        TryNext(queues, ChannelSet.All, now, out grant);

    /// <summary>
    /// Grants the next packet of the channels in <paramref name="maySend"/> if a packet may be sent now. The caller removes the packet from
    /// its queue, sends it and asks again. If the result is false, the caller sleeps until
    /// <see cref="NextGrantAt{TQueues}(TQueues, ChannelSet, Instant)"/> or until something is enqueued.
    /// </summary>
    public bool TryNext<TQueues>(TQueues queues, ChannelSet maySend, Instant now, out Grant grant) where TQueues : IChannelQueues
    {
        grant = default;
        PerChannel<int> headBytes = default;
        ChannelSet backlog = Backlog(queues, maySend, ref headBytes);
        if (!TryChoose(backlog, ref headBytes, now, out Channel channel, out Payment payment) || !_parent.Covers(headBytes[channel]))
            return false;

        Charge(channel, headBytes[channel], payment);
        grant = new Grant(channel, headBytes[channel], payment != Payment.Own);
        return true;
    }

    /// <inheritdoc cref="NextGrantAt{TQueues}(TQueues, ChannelSet, Instant)"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Instant NextGrantAt<TQueues>(TQueues queues, Instant now) where TQueues : IChannelQueues =>
        NextGrantAt(queues, ChannelSet.All, now);

    /// <summary>
    /// When to call <see cref="TryNext{TQueues}(TQueues, ChannelSet, Instant, out Grant)"/> again if nothing is enqueued before then. After
    /// a refusal this is always later than <paramref name="now"/>, and never later than the first instant at which a packet may be sent. It
    /// is <see cref="Instant.Never"/> if all queues are empty, or if the rates that could serve them are zero.
    /// </summary>
    public Instant NextGrantAt<TQueues>(TQueues queues, ChannelSet maySend, Instant now) where TQueues : IChannelQueues
    {
        PerChannel<int> headBytes = default;
        ChannelSet backlog = Backlog(queues, maySend, ref headBytes);
        Instant next = TryChoose(backlog, ref headBytes, now, out Channel chosen, out _)
            ? _parent.CoversAt(headBytes[chosen]) : Instant.Never;
        // While a packet waits for the parent, another channel's own tokens may come to cover a smaller packet, which then overtakes it.
        foreach (Channel channel in backlog)
        {
            int bytes = headBytes[channel];
            if (!OwnCovers(channel, bytes, now))
                next = Instant.Min(next, Instant.Max(_children[channel].CoversAt(bytes), _parent.CoversAt(bytes)));
        }
        return next;
    }

    private static ChannelSet Backlog<TQueues>(TQueues queues, ChannelSet maySend, ref PerChannel<int> headBytes)
        where TQueues : IChannelQueues
    {
        ChannelSet backlog = ChannelSet.None;
        foreach (Channel channel in maySend)
        {
            headBytes[channel] = queues.HeadBytes(channel);
            if (headBytes[channel] > 0)
                backlog = backlog.With(channel);
        }
        return backlog;
    }

    /// <summary>Chooses the channel to serve next. The caller checks whether the parent covers its packet.</summary>
    private bool TryChoose(
        ChannelSet backlog, ref PerChannel<int> headBytes, Instant now, out Channel channel, out Payment payment)
    {
        (channel, payment) = (default, Payment.Own);
        _parent.Refill(now);
        NoteArrivals(backlog, now);
        if (backlog == ChannelSet.None)
        {
            _queueing = false;
            return false;
        }
        if (_options.Order == ServiceOrder.RoundRobin && !_queueing)
        {
            channel = backlog.NextAfter(_turn);
            if (_parent.Covers(headBytes[channel]))
            {
                payment = OwnCovers(channel, headBytes[channel], now) ? Payment.Own : Payment.Direct;
                return true;
            }
            _queueing = true;
        }
        // Own shares first, with latency-critical channels before the others. The parent's remaining tokens are lent.
        if (TryFindCovered(backlog & _critical, _criticalTurn, ref headBytes, now, out channel)
            || TryFindCovered(backlog & ~_critical, _turn, ref headBytes, now, out channel))
            return true;
        payment = Payment.Lent;
        if (!_lends)
            return false;
        channel = _lending.Choose(backlog, ref headBytes);
        return true;
    }

    /// <summary>
    /// When a channel becomes backlogged, credits the tokens that it saved while idle: at most one burst. Tokens that a channel earns while
    /// its packet waits for a turn are credited when they are needed.
    /// </summary>
    private void NoteArrivals(ChannelSet backlog, Instant now)
    {
        foreach (Channel channel in backlog & ~_waiting)
            _children[channel].Refill(now);
        _waiting = backlog;
    }

    /// <summary>Whether a waiting channel's own tokens cover its first packet.</summary>
    private bool OwnCovers(Channel channel, int bytes, Instant now)
    {
        ref TokenBucket child = ref _children[channel];
        child.Refill(now, _waitingBytes);
        return child.Covers(bytes);
    }

    /// <summary>
    /// Finds the first of <paramref name="channels"/>, starting after <paramref name="turn"/>, whose own tokens cover its packet. The turn
    /// moves to the channel that is served. If it advanced on every visit, a busy channel would inherit the turns of its idle neighbours.
    /// </summary>
    private bool TryFindCovered(ChannelSet channels, Channel turn, ref PerChannel<int> headBytes, Instant now, out Channel covered)
    {
        covered = default;
        while (channels != ChannelSet.None)
        {
            covered = channels.NextAfter(turn);
            if (OwnCovers(covered, headBytes[covered], now))
                return true;
            channels = channels.Without(covered);
        }
        return false;
    }

    private void Charge(Channel channel, int bytes, Payment payment)
    {
        _parent.Take(bytes);
        if (payment == Payment.Lent)
        {
            _lending.Charge(channel, bytes);
            return;
        }
        if (payment == Payment.Own)
            _children[channel].Take(bytes);
        if (_critical.Contains(channel))
            _criticalTurn = channel;
        else
            _turn = channel;
    }

    /// <summary>
    /// Bytes that a bucket keeps beyond its burst when its rate changes: all of them if the rate rises, a proportional part if it falls.
    /// Without this, a circuit whose rate changes often would at each change lose the tokens that its channels wait for.
    /// </summary>
    private static int SavedAt(DataRate rate, in TokenBucket child)
    {
        long saved = child.TokenBytes - child.BurstBytes;
        return saved <= 0 ? 0 : rate < child.Rate ? (int)(saved * (rate / child.Rate)) : (int)saved;
    }

    private static ChannelRates ScaledInto(DataRate circuit, in ChannelRates channels)
    {
        Int128 total = 0;
        foreach (DataRate rate in channels)
            total += rate.BitsPerSecond;
        if (total <= circuit.BitsPerSecond)
            return channels;
        ChannelRates scaled = default;
        for (int i = 0; i < ChannelRates.Count; i++)
            scaled[i] = DataRate.FromBitsPerSecond((long)(channels[i].BitsPerSecond * (Int128)circuit.BitsPerSecond / total));
        return scaled;
    }

    private static int BurstOf(DataRate rate, Duration burst, int minimum) =>
        (int)Math.Clamp(rate.BytesIn(burst), minimum, TokenBucket.MaxBurstBytes);

    /// <summary>Who pays for a packet in addition to the parent, and by which rule the packet was chosen.</summary>
    private enum Payment
    {
        /// <summary>The channel's own child bucket.</summary>
        Own,
        /// <summary>Only the parent: nothing is queued (round robin only).</summary>
        Direct,
        /// <summary>Only the parent: the packet was chosen by its turn in lending.</summary>
        Lent,
    }
}
