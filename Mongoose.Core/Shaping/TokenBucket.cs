using Mongoose.Core.Units;

namespace Mongoose.Core.Shaping;

/// <summary>
/// A token bucket: tokens accumulate at a rate up to a burst, and a packet may go when the bucket covers it.
/// <para>
/// A packet larger than the burst is covered by a full bucket and leaves it in debt. So over any interval of length d
/// the bytes taken are at most rate * d + burst + (largest packet - burst, if positive).
/// </para>
/// <para>
/// Tokens are kept in nanobits (1e-9 bit): rate in bit/s times time in ns is a whole number of them, so refilling is one
/// multiplication, never rounds, and never drifts. Time that runs backwards mints nothing and is then counted from where
/// it landed; a step of any length forwards fills the bucket at most.
/// </para>
/// </summary>
public struct TokenBucket
{
    /// <summary>The largest packet that may be taken, in bytes: a UDP datagram.</summary>
    public const int MaxPacketBytes = 65_535;

    /// <summary>The largest burst, in bytes: twice that, and a packet's debt, fit the 64-bit token count.</summary>
    public const int MaxBurstBytes = 256 * 1024 * 1024;

    private const long NanobitsPerByte = 8_000_000_000;

    private long _tokens;
    private long _capacity;
    private long _bitsPerSecond;
    private Instant _updated;

    /// <summary>A full bucket.</summary>
    /// <param name="rate">Tokens per second.</param>
    /// <param name="burstBytes">Depth, 1 to <see cref="MaxBurstBytes"/>.</param>
    /// <param name="now">When the bucket starts.</param>
    public TokenBucket(DataRate rate, int burstBytes, Instant now)
    {
        _updated = now;
        SetRate(rate, burstBytes, now);
        _tokens = _capacity;
    }

    public readonly DataRate Rate => DataRate.FromBitsPerSecond(_bitsPerSecond);

    public readonly int BurstBytes => (int)(_capacity / NanobitsPerByte);

    /// <summary>Whole bytes at hand as of the last refill, rounded down; negative while in debt.</summary>
    public readonly long TokenBytes => (_tokens - (_tokens < 0 ? NanobitsPerByte - 1 : 0)) / NanobitsPerByte;

    /// <summary>Changes rate and depth. Tokens earned so far stay, as far as the new depth holds them.</summary>
    /// <param name="rate">Tokens per second.</param>
    /// <param name="burstBytes">Depth, 1 to <see cref="MaxBurstBytes"/>.</param>
    /// <param name="now">The time.</param>
    /// <param name="beyondBurst">Bytes that may stay on top of the burst, 0 to <see cref="MaxBurstBytes"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="burstBytes"/> is outside 1 to <see cref="MaxBurstBytes"/>.</exception>
    public void SetRate(DataRate rate, int burstBytes, Instant now, int beyondBurst = 0)
    {
        if (burstBytes is < 1 or > MaxBurstBytes)
            throw new ArgumentOutOfRangeException(nameof(burstBytes), burstBytes, $"allowed: 1 to {MaxBurstBytes} bytes");
        Refill(now, beyondBurst);
        _bitsPerSecond = rate.BitsPerSecond;
        _capacity = burstBytes * NanobitsPerByte;
        _tokens = Math.Min(_tokens, _capacity + beyondBurst * NanobitsPerByte);
    }

    /// <summary>Adds the tokens earned since the last call.</summary>
    /// <param name="now">The time.</param>
    /// <param name="beyondBurst">Bytes that the bucket may hold this time on top of its burst, 0 to <see cref="MaxBurstBytes"/>.</param>
    public void Refill(Instant now, int beyondBurst = 0)
    {
        Duration elapsed = now - _updated;
        _updated = now;
        if (_bitsPerSecond == 0 || elapsed <= Duration.Zero)
            return;
        long limit = _capacity + beyondBurst * NanobitsPerByte;
        ulong overflow = Math.BigMul((ulong)_bitsPerSecond, (ulong)elapsed.Nanoseconds, out ulong earned);
        bool fits = overflow == 0 && earned < (ulong)Math.Max(0, limit - _tokens);
        _tokens = fits ? _tokens + (long)earned : limit;
    }

    /// <summary>Whether a packet may go, as of the last refill.</summary>
    public readonly bool Covers(int bytes) => _tokens >= Need(bytes);

    /// <summary>Takes a packet's tokens. The caller has asked <see cref="Covers"/> before.</summary>
    public void Take(int bytes) => _tokens -= bytes * NanobitsPerByte;

    /// <summary>The first instant at which the bucket covers a packet if nothing else is taken; never, at rate zero.</summary>
    public readonly Instant CoversAt(int bytes)
    {
        long missing = Need(bytes) - _tokens;
        if (missing <= 0)
            return _updated;
        return _bitsPerSecond == 0
            ? Instant.Never
            : _updated + new Duration((missing + _bitsPerSecond - 1) / _bitsPerSecond);
    }

    private readonly long Need(int bytes) => Math.Min(bytes * NanobitsPerByte, _capacity);
}
