using System.Numerics;

namespace Mongoose.Testbed.Numerics;

/// <summary>
/// Random numbers that are the same for a seed on every platform and runtime: xoshiro256** (Blackman and Vigna), seeded by SplitMix64.
/// Each component takes a stream of its own, so what one draws moves nothing for another.
/// </summary>
public sealed class SeededRandom
{
    private ulong _s0, _s1, _s2, _s3;

    /// <param name="seed">Of the whole run.</param>
    /// <param name="stream">Of the component, within the run.</param>
    public SeededRandom(long seed, long stream = 0)
    {
        ulong state = (ulong)seed;
        state = SplitMix(ref state) ^ (ulong)stream;
        (_s0, _s1, _s2, _s3) = (SplitMix(ref state), SplitMix(ref state), SplitMix(ref state), SplitMix(ref state));
    }

    public ulong NextUInt64()
    {
        ulong result = BitOperations.RotateLeft(_s1 * 5, 7) * 9, t = _s1 << 17;
        _s2 ^= _s0;
        _s3 ^= _s1;
        _s1 ^= _s2;
        _s0 ^= _s3;
        _s2 ^= t;
        _s3 = BitOperations.RotateLeft(_s3, 45);
        return result;
    }

    /// <summary>From 0 to below 1, in steps of 2^-53.</summary>
    public double NextDouble() => (NextUInt64() >> 11) * (1.0 / (1UL << 53));

    /// <summary>From 0 to below <paramref name="bound"/>.</summary>
    public int Next(int bound)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(bound, 1);
        return (int)(UInt128.CreateTruncating(NextUInt64()) * (uint)bound >> 64);
    }

    /// <summary>True with that probability; 0 and 1 draw nothing.</summary>
    public bool Chance(double probability) => probability > 0 && (probability >= 1 || NextDouble() < probability);

    private static ulong SplitMix(ref ulong state)
    {
        ulong z = state += 0x9E3779B97F4A7C15;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
}
