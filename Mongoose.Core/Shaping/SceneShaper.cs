using Mongoose.Core.Units;

namespace Mongoose.Core.Shaping;

/// <summary>
/// The level above circuits: together they never exceed the scene's rate S. While they ask for more than that in all, each has a share of S in
/// proportion to its rate, and what others leave of theirs is lent by deficit round robin in the same proportion; a circuit's own rate bounds
/// it all the while.
/// <para>
/// In any interval of length d at most S*d + burst bytes are taken (packets up to <see cref="PacketBytes"/>). A circuit that always has
/// something to send gets at least its share. One pass over the circuits takes own shares by <see cref="MaySend"/>; <see cref="Lend"/>
/// then hands out what is left. Not thread-safe.
/// </para>
/// </summary>
/// <typeparam name="TOwner">Whose shares they are.</typeparam>
public sealed class SceneShaper<TOwner>
{
    /// <summary>What a circuit must be able to pay before it may send: the largest packet that OpenSim makes.</summary>
    public const int PacketBytes = 1500;

    private const int MinBurstBytes = 8 * PacketBytes;
    private const int LargestQuantum = 2 * PacketBytes;
    private const int SmallestQuantum = 64;

    private readonly DataRate _rate;
    private readonly Duration _burst;
    private readonly List<SceneShare<TOwner>> _shares = [];
    private TokenBucket _scene;
    private Instant _now;
    private int _turn;
    private int _waitingBytes;
    private bool _isDivided = true;

    /// <param name="rate">Of the scene; zero is no limit.</param>
    /// <param name="burst">Depth of the buckets as time at their rate.</param>
    /// <param name="now">When it starts.</param>
    public SceneShaper(DataRate rate, Duration burst, Instant now)
    {
        _rate = rate;
        _burst = burst;
        _now = now;
        _scene = new TokenBucket(rate, BurstOf(rate, MinBurstBytes), now);
    }

    /// <summary>Whether there is a limit at all.</summary>
    public bool IsLimited => _rate > DataRate.Zero;

    /// <summary>Whether the circuits ask for more than the scene has, as of the last <see cref="BeginPass"/>.</summary>
    public bool IsOverbooked { get; private set; }

    public int BurstBytes => _scene.BurstBytes;

    /// <summary>When the scene has tokens again for a circuit that waits for them; never, if none does.</summary>
    public Instant NextGrantAt =>
        !_scene.Covers(PacketBytes) && _shares.Exists(static share => share.Waits) ? _scene.CoversAt(PacketBytes) : Instant.Never;

    /// <summary>Adds a circuit, at rate zero.</summary>
    public SceneShare<TOwner> Open(TOwner owner)
    {
        SceneShare<TOwner> share = new(owner, _now);
        _shares.Add(share);
        _isDivided = false;
        return share;
    }

    public void Close(SceneShare<TOwner> share)
    {
        _shares.Remove(share);
        _isDivided = false;
    }

    /// <summary>A circuit's rate has changed; shares of a limit follow at the next <see cref="BeginPass"/>.</summary>
    public void SetRate(SceneShare<TOwner> share, DataRate circuitRate)
    {
        share.CircuitRate = circuitRate;
        // Without a limit there is nothing to divide: each circuit has its own rate, and a change costs no look at the others.
        if (IsLimited)
            _isDivided = false;
        else
            share.Bucket.SetRate(circuitRate, PacketBytes, _now);
    }

    /// <summary>Time goes on; call it before each pass over the circuits.</summary>
    public void BeginPass(Instant now)
    {
        _now = now;
        _scene.Refill(now);
        if (!_isDivided)
            Divide();
    }

    /// <summary>Whether a circuit that has a packet to send may send it from its own share.</summary>
    public bool MaySend(SceneShare<TOwner> share)
    {
        bool covered = !IsLimited || OwnCovers(share) && _scene.Covers(PacketBytes);
        share.Waits = !covered;
        return covered;
    }

    /// <summary>A circuit has nothing to send that the scene holds back: from now on it saves up a burst at most.</summary>
    public static void HasNothing(SceneShare<TOwner> share) => share.Waits = false;

    /// <summary>Takes what a circuit has sent from its own share.</summary>
    public void Take(SceneShare<TOwner> share, int bytes)
    {
        if (!IsLimited)
            return;
        _scene.Take(bytes);
        if (IsOverbooked)
            share.Bucket.Take(bytes);
    }

    /// <summary>
    /// Lends what own shares have left to the circuits that wait. <paramref name="sendNext"/> sends a circuit's next packet and returns its
    /// bytes, or 0 if it has none to send now.
    /// </summary>
    public void Lend(Func<TOwner, int> sendNext)
    {
        if (!IsOverbooked)
            return;
        for (int idle = 0; idle < _shares.Count && _scene.Covers(PacketBytes);)
        {
            SceneShare<TOwner> share = _shares[_turn %= _shares.Count];
            idle = LendTo(share, sendNext) ? 0 : idle + 1;
            // One whose turn outlasts the scene's tokens goes on with it at the next call.
            if (share.Deficit <= 0)
                _turn++;
        }
    }

    private bool LendTo(SceneShare<TOwner> share, Func<TOwner, int> sendNext)
    {
        if (!share.Waits)
        {
            share.Deficit = 0;
            return false;
        }
        if (share.Deficit <= 0)
            share.Deficit += share.Quantum;
        while (share.Deficit > 0 && _scene.Covers(PacketBytes))
        {
            int bytes = sendNext(share.Owner);
            if (bytes == 0)
            {
                HasNothing(share);
                share.Deficit = 0;
                return false;
            }
            _scene.Take(bytes);
            share.Deficit -= bytes;
        }
        return true;
    }

    /// <summary>
    /// Whether the circuit's own share covers a packet. While it waits it goes on earning beyond its burst: what the scene could not send in
    /// time is still its own.
    /// </summary>
    private bool OwnCovers(SceneShare<TOwner> share)
    {
        if (!IsOverbooked)
            return true;
        share.Bucket.Refill(_now, share.Waits ? _waitingBytes : 0);
        return share.Bucket.Covers(PacketBytes);
    }

    private void Divide()
    {
        _isDivided = true;
        DataRate total = DataRate.Zero, largest = DataRate.FromBitsPerSecond(1);
        foreach (SceneShare<TOwner> share in _shares)
        {
            total += share.CircuitRate;
            largest = DataRate.Max(largest, share.CircuitRate);
        }
        IsOverbooked = IsLimited && total > _rate;
        long bursts = PacketBytes;
        foreach (SceneShare<TOwner> share in _shares)
        {
            DataRate own = IsOverbooked ? share.CircuitRate * (_rate / total) : share.CircuitRate;
            share.Bucket.SetRate(own, BurstOf(own, PacketBytes), _now, share.Waits ? _waitingBytes : 0);
            share.Quantum = Math.Max(SmallestQuantum, (int)(LargestQuantum * (share.CircuitRate / largest)));
            bursts += share.Bucket.BurstBytes;
        }
        // Together the shares earn no more than the scene does: while one waits they hold at most their bursts and a packet.
        _waitingBytes = (int)Math.Min(bursts, TokenBucket.MaxBurstBytes);
    }

    private int BurstOf(DataRate rate, int minimum) => (int)Math.Clamp(rate.BytesIn(_burst), minimum, TokenBucket.MaxBurstBytes);
}
