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
public sealed class SceneShaper
{
    /// <summary>What a circuit must be able to pay before it may send: the largest packet that OpenSim makes.</summary>
    public const int PacketBytes = 1500;

    private const int MinBurstBytes = 8 * PacketBytes;
    private const int LargestQuantum = 2 * PacketBytes;
    private const int SmallestQuantum = 64;

    private readonly DataRate _rate;
    private readonly Duration _burst;
    private readonly List<SceneShare> _shares = [];
    private TokenBucket _scene;
    private Instant _now;
    private int _turn;

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

    /// <summary>Whether the circuits ask for more than the scene has.</summary>
    public bool IsOverbooked { get; private set; }

    public int BurstBytes => _scene.BurstBytes;

    /// <summary>Adds a circuit, at rate zero.</summary>
    public SceneShare Open()
    {
        SceneShare share = new(_now);
        _shares.Add(share);
        return share;
    }

    public void Close(SceneShare share)
    {
        _shares.Remove(share);
        Divide();
    }

    /// <summary>A circuit's rate has changed.</summary>
    public void SetRate(SceneShare share, DataRate circuitRate)
    {
        share.CircuitRate = circuitRate;
        Divide();
    }

    /// <summary>Time goes on; call it before each pass over the circuits.</summary>
    public void Refill(Instant now)
    {
        _now = now;
        _scene.Refill(now);
        // Otherwise nobody looks at them, and a change of rates catches up.
        if (!IsOverbooked)
            return;
        foreach (SceneShare share in _shares)
            share.Bucket.Refill(now);
    }

    /// <summary>Whether a circuit may send a packet from its own share.</summary>
    public bool MaySend(SceneShare share) =>
        !IsLimited || _scene.Covers(PacketBytes) && (!IsOverbooked || share.Bucket.Covers(PacketBytes));

    /// <summary>Takes what a circuit has sent from its own share.</summary>
    public void Take(SceneShare share, int bytes)
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
    public void Lend(Func<SceneShare, int> sendNext)
    {
        if (!IsOverbooked)
            return;
        for (int idle = 0; idle < _shares.Count && _scene.Covers(PacketBytes);)
        {
            SceneShare share = _shares[_turn %= _shares.Count];
            idle = LendTo(share, sendNext) ? 0 : idle + 1;
            // One whose turn outlasts the scene's tokens goes on with it at the next call.
            if (share.Deficit <= 0)
                _turn++;
        }
    }

    private bool LendTo(SceneShare share, Func<SceneShare, int> sendNext)
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
            int bytes = sendNext(share);
            if (bytes == 0)
            {
                share.Waits = false;
                share.Deficit = 0;
                return false;
            }
            _scene.Take(bytes);
            share.Deficit -= bytes;
        }
        return true;
    }

    private void Divide()
    {
        DataRate total = DataRate.Zero, largest = DataRate.FromBitsPerSecond(1);
        foreach (SceneShare share in _shares)
        {
            total += share.CircuitRate;
            largest = DataRate.Max(largest, share.CircuitRate);
        }
        IsOverbooked = IsLimited && total > _rate;
        foreach (SceneShare share in _shares)
        {
            DataRate own = IsOverbooked ? share.CircuitRate * (_rate / total) : share.CircuitRate;
            share.Bucket.SetRate(own, BurstOf(own, PacketBytes), _now);
            share.Quantum = Math.Max(SmallestQuantum, (int)(LargestQuantum * (share.CircuitRate / largest)));
        }
    }

    private int BurstOf(DataRate rate, int minimum) => (int)Math.Clamp(rate.BytesIn(_burst), minimum, TokenBucket.MaxBurstBytes);
}
