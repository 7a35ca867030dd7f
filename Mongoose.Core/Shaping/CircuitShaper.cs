using System.Numerics;
using System.Runtime.CompilerServices;
using Mongoose.Core.Channels;
using Mongoose.Core.Units;

namespace Mongoose.Core.Shaping;

/// <summary>
/// Decides which packet of a circuit goes next, and when: a parent bucket at the circuit's rate R over a child bucket
/// per channel at that channel's rate (Mongoose paper, section IV.A), plus lending.
/// <para>
/// A packet that a child bucket covers is served from the channel's own share; the child and the parent both pay. Tokens that the parent has
/// left are lent to backlogged channels; then the parent alone pays, so borrowing never costs a channel its own share.
/// If the channels' rates add up to more than R, all are scaled down to it.
/// </para>
/// <para>
/// Promises, with B the parent's burst, b_i a child's burst, C the latency-critical channels, c their number, L the largest
/// packet; a waiting time is the shaper's alone and assumes that the caller asks when it was told to:
/// </para>
/// <list type="bullet">
/// <item>Cap: in any interval of length d at most R*d + B + max(0, L - B) bytes are granted.</item>
/// <item>Work conservation (with lending): while a packet waits, the parent's tokens never exceed what the chosen packet needs,
/// and the parent is spent the instant it covers that packet.</item>
/// <item>Protection (<see cref="ServiceOrder.Sparse"/>): the first packet of a latency-critical channel waits, from when its own tokens
/// cover it, at most c*L/R; that of any other channel at most (sum of b_j over C + 7*L)/(R - sum of r_j over C). Every packet
/// of a latency-critical channel that stays within its rate and burst waits at most (sum of b_j over C + L)/(R - sum of r_j
/// over the others in C), which is (b + L)/R for one alone, whatever the others do.</item>
/// <item>Protection (<see cref="ServiceOrder.RoundRobin"/>): the first packet of a channel waits, from when its own tokens cover it, at most 7*L/R.</item>
/// <item>Own share: while a packet waits for the parent its channel goes on earning, so in any interval of length d a backlogged channel
/// sends from its own share at least r_i*d - L - (sum of all b_j), though it may borrow besides.</item>
/// <item>The last three hold for L &lt;= <see cref="MinChildBurstBytes"/>; the debt of a larger packet adds to them.</item>
/// <item>Byte fairness: lent bytes follow the channels' rates within the bound of <see cref="DeficitRoundRobin"/>.</item>
/// </list>
/// <para>Not thread-safe; a decision allocates nothing.</para>
/// </summary>
public sealed class CircuitShaper
{
    /// <summary>The parent's smallest burst: two full Ethernet packets.</summary>
    public const int MinParentBurstBytes = 3000;

    /// <summary>A child's smallest burst: one full Ethernet packet, so that a channel can always save up for its own.</summary>
    public const int MinChildBurstBytes = 1500;

    private readonly ShaperOptions _options;
    private readonly bool _lends;
    private readonly int _critical;
    private TokenBucket _parent;
    private Children _children;
    private Usages _usage;
    private DeficitRoundRobin _lending;
    private int _criticalTurn = ChannelRates.Count - 1;
    private int _turn = ChannelRates.Count - 1;
    private bool _queueing;
    private int _waiting;
    private int _waitingBytes;

    /// <summary>A circuit at rate zero, with full buckets of the smallest bursts; <see cref="SetRates"/> gives it its rates.</summary>
    public CircuitShaper(ShaperOptions options, Instant now)
    {
        _options = options;
        _lends = options.Lends;
        _critical = options.Order == ServiceOrder.Sparse ? (int)(options.LatencyCritical & ChannelSet.All) : 0;
        _parent = new TokenBucket(DataRate.Zero, MinParentBurstBytes, now);
        for (int i = 0; i < ChannelRates.Count; i++)
            _children[i] = new TokenBucket(DataRate.Zero, MinChildBurstBytes, now);
        SetRates(DataRate.Zero, default, now);
    }

    public DataRate CircuitRate => _parent.Rate;

    public int BurstBytes => _parent.BurstBytes;

    /// <summary>The channel's own rate, after scaling.</summary>
    public DataRate ChannelRate(Channel channel) => _children[(int)channel].Rate;

    public int ChannelBurstBytes(Channel channel) => _children[(int)channel].BurstBytes;

    /// <summary>Bytes of a channel's turn in lending; lent bytes are proportional to it.</summary>
    public int LendingQuantum(Channel channel) => _lending.Quantum((int)channel);

    public ref readonly ChannelUsage Usage(Channel channel) => ref _usage[(int)channel];

    /// <summary>
    /// Changes the rates. Tokens at hand are kept as far as the new bursts hold them. A channel of rate zero has no share
    /// of its own and may only borrow; a circuit of rate zero spends what tokens it has and then sends nothing more.
    /// </summary>
    public void SetRates(DataRate circuit, in ChannelRates channels, Instant now)
    {
        ChannelRates own = ScaledInto(circuit, channels);
        _parent.SetRate(circuit, BurstOf(circuit, _options.Burst, MinParentBurstBytes), now);
        for (int i = 0; i < ChannelRates.Count; i++)
        {
            _children[i].Refill(now, (_waiting >> i & 1) * _waitingBytes);
            bool critical = (_critical >> i & 1) != 0;
            Duration burst = critical ? _options.CriticalBurst : _options.Burst;
            _children[i].SetRate(own[i], BurstOf(own[i], burst, MinChildBurstBytes), now);
        }
        _lending.SetWeights(own);
        // While the parent is contended it serves own shares only, and they earn no more than it does: together the children
        // hold at most their bursts and a packet. A caller that stalls mints no more than that either.
        long bursts = MinChildBurstBytes;
        foreach (ref readonly TokenBucket child in _children)
            bursts += child.BurstBytes;
        _waitingBytes = (int)Math.Min(bursts, TokenBucket.MaxBurstBytes);
    }

    /// <summary>
    /// Grants the next packet, if one may go now. The caller takes it from its queue and sends it, then asks again; on false it
    /// sleeps until <see cref="NextGrantAt"/> or until something is enqueued.
    /// </summary>
    public bool TryNext<TQueues>(TQueues queues, Instant now, out Grant grant) where TQueues : IChannelQueues
    {
        grant = default;
        Span<int> headBytes = stackalloc int[ChannelRates.Count];
        int channel = Choose(Backlog(queues, headBytes), headBytes, now, out Payment payment);
        if (channel < 0 || !_parent.Covers(headBytes[channel]))
            return false;

        Charge(channel, headBytes[channel], payment);
        grant = new Grant((Channel)channel, headBytes[channel], payment != Payment.Own);
        return true;
    }

    /// <summary>
    /// When to ask <see cref="TryNext"/> again if nothing is enqueued before: always later than <paramref name="now"/> after a refusal, and
    /// never later than the first instant at which a packet may go. <see cref="Instant.Never"/> if all queues are empty or no rate serves them.
    /// </summary>
    public Instant NextGrantAt<TQueues>(TQueues queues, Instant now) where TQueues : IChannelQueues
    {
        Span<int> headBytes = stackalloc int[ChannelRates.Count];
        int backlog = Backlog(queues, headBytes);
        int channel = Choose(backlog, headBytes, now, out _);
        Instant next = channel < 0 ? Instant.Never : _parent.CoversAt(headBytes[channel]);
        // A packet that waits for the parent is overtaken by a smaller one with a better claim; claims ripen meanwhile.
        for (int rest = backlog; rest != 0; rest &= rest - 1)
        {
            int i = BitOperations.TrailingZeroCount(rest);
            if (!OwnCovers(i, headBytes[i], now))
                next = Instant.Min(next, Instant.Max(_children[i].CoversAt(headBytes[i]), _parent.CoversAt(headBytes[i])));
        }
        return next;
    }

    private static int Backlog<TQueues>(TQueues queues, Span<int> headBytes) where TQueues : IChannelQueues
    {
        int backlog = 0;
        for (int i = 0; i < ChannelRates.Count; i++)
        {
            headBytes[i] = queues.HeadBytes((Channel)i);
            if (headBytes[i] > 0)
                backlog |= 1 << i;
        }
        return backlog;
    }

    /// <summary>The channel to serve next, or -1; whether the parent covers its packet is the caller's question.</summary>
    private int Choose(int backlog, ReadOnlySpan<int> headBytes, Instant now, out Payment payment)
    {
        payment = Payment.Own;
        _parent.Refill(now);
        NoteArrivals(backlog, now);
        if (backlog == 0)
        {
            _queueing = false;
            return -1;
        }
        if (_options.Order == ServiceOrder.RoundRobin && !_queueing)
        {
            int next = NextInTurn(backlog, _turn);
            if (_parent.Covers(headBytes[next]))
            {
                payment = OwnCovers(next, headBytes[next], now) ? Payment.Own : Payment.Direct;
                return next;
            }
            _queueing = true;
        }
        int own = FirstCovered(backlog & _critical, _criticalTurn, headBytes, now);
        if (own < 0)
            own = FirstCovered(backlog & ~_critical, _turn, headBytes, now);
        if (own >= 0)
            return own;
        payment = Payment.Lent;
        return _lends ? _lending.Choose(backlog, headBytes) : -1;
    }

    /// <summary>
    /// Settles what channels saved up while idle, which is one burst at most. What a channel earns while its packet waits for a turn is its
    /// own, and is counted when it is needed.
    /// </summary>
    private void NoteArrivals(int backlog, Instant now)
    {
        for (int rest = backlog & ~_waiting; rest != 0; rest &= rest - 1)
            _children[BitOperations.TrailingZeroCount(rest)].Refill(now);
        _waiting = backlog;
    }

    /// <summary>Whether a waiting channel's own tokens cover its first packet.</summary>
    private bool OwnCovers(int channel, int bytes, Instant now)
    {
        ref TokenBucket child = ref _children[channel];
        child.Refill(now, _waitingBytes);
        return child.Covers(bytes);
    }

    /// <summary>The first of <paramref name="channels"/> after the one that had the last turn whose own tokens cover its packet, or -1.</summary>
    private int FirstCovered(int channels, int turn, ReadOnlySpan<int> headBytes, Instant now)
    {
        while (channels != 0)
        {
            int i = NextInTurn(channels, turn);
            if (OwnCovers(i, headBytes[i], now))
                return i;
            channels &= ~(1 << i);
        }
        return -1;
    }

    /// <summary>
    /// The first member of <paramref name="channels"/> (not 0) after the one that had the last turn. The turn is that of the
    /// channel served: were it to advance on every visit, a busy channel would inherit the turns of its idle neighbours.
    /// </summary>
    private static int NextInTurn(int channels, int turn)
    {
        int later = channels & -(2 << turn);
        return BitOperations.TrailingZeroCount(later != 0 ? later : channels);
    }

    private void Charge(int channel, int bytes, Payment payment)
    {
        _parent.Take(bytes);
        _usage[channel].Count(bytes, payment != Payment.Own);
        if (payment == Payment.Lent)
        {
            _lending.Charge(channel, bytes);
            return;
        }
        if (payment == Payment.Own)
            _children[channel].Take(bytes);
        if ((_critical >> channel & 1) != 0)
            _criticalTurn = channel;
        else
            _turn = channel;
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

    /// <summary>Who pays for a packet besides the parent, and by which rule it was chosen.</summary>
    private enum Payment
    {
        /// <summary>Its own child bucket.</summary>
        Own,
        /// <summary>Nobody: nothing queues (round robin only).</summary>
        Direct,
        /// <summary>Nobody: its turn in lending.</summary>
        Lent,
    }

    [InlineArray(ChannelRates.Count)]
    private struct Children
    {
        private TokenBucket _first;
    }

    [InlineArray(ChannelRates.Count)]
    private struct Usages
    {
        private ChannelUsage _first;
    }
}
