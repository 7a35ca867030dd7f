using Mongoose.Core.Units;

namespace Mongoose.Core.Shaping;

/// <summary>
/// A token bucket: tokens accumulate at a rate up to a burst, and a packet may be sent when the bucket covers it.
/// <para>
/// A packet larger than the burst is covered by a full bucket and leaves it in debt. So over any interval of length d, at most this many
/// bytes are taken: rate * d + burst + (largest packet - burst, if positive).
/// </para>
/// <para>
/// Tokens are kept in nanobits (1e-9 bit): rate in bit/s times time in ns is a whole number of nanobits, so refilling is one multiplication
/// that never rounds and never drifts. If the clock steps backwards, no tokens are added and time is counted from the new value. A forward
/// step of any length at most fills the bucket.
/// </para>
/// </summary>
public struct TokenBucket
{
    /// <summary>The largest allowed packet, in bytes: a UDP datagram.</summary>
    public const int MaxPacketBytes = 65_535;

    /// <summary>The largest allowed burst, in bytes. Twice this value plus a packet's debt fits the 64-bit token count.</summary>
    public const int MaxBurstBytes = 256 * 1024 * 1024;

    private const long NanobitsPerByte = 8_000_000_000;

    private long _tokens;
    private long _capacity;
    private long _bitsPerSecond;
    private Instant _updated;

    /// <summary>Creates a full bucket.</summary>
    /// <param name="rate">Tokens per second.</param>
    /// <param name="burstBytes">Depth, 1 to <see cref="MaxBurstBytes"/>.</param>
    /// <param name="now">The start time.</param>
    public TokenBucket(DataRate rate, int burstBytes, Instant now)
    {
        _updated = now;
        SetRate(rate, burstBytes, now);
        _tokens = _capacity;
    }

    public readonly DataRate Rate => DataRate.FromBitsPerSecond(_bitsPerSecond);

    public readonly int BurstBytes => (int)(_capacity / NanobitsPerByte);

    /// <summary>Whole bytes available as of the last refill, rounded down; negative while in debt.</summary>
    public readonly long TokenBytes => (_tokens - (_tokens < 0 ? NanobitsPerByte - 1 : 0)) / NanobitsPerByte;

    /// <summary>Changes rate and depth. Tokens earned so far are kept up to the new depth.</summary>
    /// <param name="rate">Tokens per second.</param>
    /// <param name="burstBytes">Depth, 1 to <see cref="MaxBurstBytes"/>.</param>
    /// <param name="beyondBurst">Bytes that may be kept in excess of the burst, 0 to <see cref="MaxBurstBytes"/>.</param>
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
    /// <param name="beyondBurst">Bytes that the bucket may hold in excess of its burst in this call, 0 to
    /// <see cref="MaxBurstBytes"/>.</param>
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

    /// <summary>Whether the bucket covers a packet, as of the last refill.</summary>
    public readonly bool Covers(int bytes) => _tokens >= Need(bytes);

    /// <summary>Takes a packet's tokens. The caller must have checked <see cref="Covers"/> first.</summary>
    public void Take(int bytes) => _tokens -= bytes * NanobitsPerByte;

    /// <summary>
    /// The first instant at which the bucket covers a packet if nothing else is taken. If the packet is not covered and the rate is zero,
    /// <see cref="Instant.Never"/>.
    /// </summary>
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
