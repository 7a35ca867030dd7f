using Mongoose.Core.Units;

namespace Mongoose.Core.Shaping;

/// <summary>
/// The level above circuits: together they never exceed the scene's rate S. While their rates add up to more than S, each circuit has a
/// share of S in proportion to its rate. Unused shares are lent by deficit round robin in the same proportion. A circuit never exceeds its
/// own rate.
/// <para>
/// In any interval of length d at most S*d + burst bytes are taken (packets up to <see cref="PacketBytes"/>). A circuit that always has
/// something to send gets at least its share. In each pass over the circuits, <see cref="MaySend"/> grants packets from own shares; then
/// <see cref="Lend"/> hands out the rest. Not thread-safe.
/// </para>
/// </summary>
/// <typeparam name="TOwner">The type of the objects that own the shares.</typeparam>
public sealed class SceneShaper<TOwner>
{
    /// <summary>Bytes that a circuit must be able to pay for before it may send: the largest packet that OpenSim makes.</summary>
    public const int PacketBytes = 1500;

    private const int MinBurstBytes = 8 * PacketBytes;
    private const int MaxQuantum = 2 * PacketBytes;
    private const int MinQuantum = 64;

    private DataRate _rate;
    private readonly Duration _burst;
    private readonly List<SceneShare<TOwner>> _shares = [];
    private TokenBucket _scene;
    private Instant _now;
    private int _turn;
    private int _waitingBytes;
    private bool _isDivided = true;

    /// <param name="rate">Rate of the scene; zero means no limit.</param>
    /// <param name="burst">Depth of the buckets as time at their rate.</param>
    /// <param name="now">The start time.</param>
    public SceneShaper(DataRate rate, Duration burst, Instant now)
    {
        _rate = rate;
        _burst = burst;
        _now = now;
        _scene = new TokenBucket(rate, BurstOf(rate, MinBurstBytes), now);
    }

    /// <summary>Whether the scene has a limit.</summary>
    public bool IsLimited => _rate > DataRate.Zero;

    /// <summary>Whether the circuits' rates add up to more than the scene's rate, as of the last <see cref="BeginPass"/>.</summary>
    public bool IsOverbooked { get; private set; }

    public int BurstBytes => _scene.BurstBytes;

    /// <summary>
    /// When the scene will have tokens for a waiting circuit; <see cref="Instant.Never"/> if no circuit waits or the scene has tokens now.
    /// </summary>
    public Instant NextGrantAt =>
        !_scene.Covers(PacketBytes) && _shares.Exists(static share => share.WaitsForScene) ? _scene.CoversAt(PacketBytes) : Instant.Never;

    /// <summary>
    /// Sets the rate, above zero, of a scene that already has a limit. The shares are recomputed at the next <see cref="BeginPass"/>.
    /// </summary>
    public void SetLimit(DataRate rate)
    {
        if (rate == _rate)
            return;
        _rate = rate;
        _scene.SetRate(rate, BurstOf(rate, MinBurstBytes), _now);
        _isDivided = false;
    }

    /// <summary>Adds a circuit at rate zero.</summary>
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

    /// <summary>Sets a circuit's rate. If the scene has a limit, its shares are recomputed at the next <see cref="BeginPass"/>.</summary>
    public void SetRate(SceneShare<TOwner> share, DataRate circuitRate)
    {
        share.CircuitRate = circuitRate;
        // Without a limit there is nothing to divide: each circuit has its own rate, and a change need not visit the others.
        if (IsLimited)
            _isDivided = false;
        else
            share.Bucket.SetRate(circuitRate, PacketBytes, _now);
    }

    /// <summary>Advances the time. Call it before each pass over the circuits.</summary>
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
        share.WaitsForScene = !covered;
        return covered;
    }

    /// <summary>Charges a packet that a circuit has sent from its own share.</summary>
    public void Take(SceneShare<TOwner> share, int bytes)
    {
        if (!IsLimited)
            return;
        _scene.Take(bytes);
        if (IsOverbooked)
            share.Bucket.Take(bytes);
    }

    /// <summary>
    /// Lends the tokens that own shares have left to waiting circuits. <paramref name="sendNext"/> sends a circuit's next packet and
    /// returns its bytes, or 0 if it has none to send now.
    /// </summary>
    public void Lend(Func<TOwner, int> sendNext)
    {
        if (!IsOverbooked)
            return;
        for (int idle = 0; idle < _shares.Count && _scene.Covers(PacketBytes);)
        {
            SceneShare<TOwner> share = _shares[_turn %= _shares.Count];
            idle = LendTo(share, sendNext) ? 0 : idle + 1;
            // A circuit whose turn outlasts the scene's tokens continues its turn at the next call.
            if (share.Deficit <= 0)
                _turn++;
        }
    }

    private bool LendTo(SceneShare<TOwner> share, Func<TOwner, int> sendNext)
    {
        if (!share.WaitsForScene)
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
                share.StopWaiting();
                share.Deficit = 0;
                return false;
            }
            _scene.Take(bytes);
            share.Deficit -= bytes;
        }
        return true;
    }

    /// <summary>
    /// Whether the circuit's own share covers a packet. While the circuit waits, it keeps earning beyond its burst, so that it loses no
    /// tokens when the scene cannot serve it in time.
    /// </summary>
    private bool OwnCovers(SceneShare<TOwner> share)
    {
        if (!IsOverbooked)
            return true;
        share.Bucket.Refill(_now, share.WaitsForScene ? _waitingBytes : 0);
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
            share.Bucket.SetRate(own, BurstOf(own, PacketBytes), _now, share.WaitsForScene ? _waitingBytes : 0);
            share.Quantum = Math.Max(MinQuantum, (int)(MaxQuantum * (share.CircuitRate / largest)));
            bursts += share.Bucket.BurstBytes;
        }
        // Together the shares earn no more than the scene does: while any circuit waits, they hold at most the sum of their bursts plus one
        // packet.
        _waitingBytes = (int)Math.Min(bursts, TokenBucket.MaxBurstBytes);
    }

    private int BurstOf(DataRate rate, int minimum) => (int)Math.Clamp(rate.BytesIn(_burst), minimum, TokenBucket.MaxBurstBytes);
}
