using System.Numerics;
using Mongoose.Core.Numerics;
using Mongoose.Core.Units;

namespace Mongoose.Network.Numerics;

/// <summary>
/// Random numbers that are the same for a seed on every platform and runtime: xoshiro256** (Blackman and Vigna), seeded by SplitMix64.
/// Each component has its own stream, so drawing from one does not change another.
/// </summary>
public sealed class SeededRandom
{
    private ulong _s0, _s1, _s2, _s3;

    /// <param name="seed">The seed of the run.</param>
    /// <param name="stream">The number of the component's stream within the run.</param>
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

    /// <summary>Returns 0 to below 1, in steps of 2^-53.</summary>
    public double NextDouble() => (NextUInt64() >> 11) * (1.0 / (1UL << 53));

    /// <summary>Returns 0 to below <paramref name="bound"/>.</summary>
    public int Next(int bound)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(bound, 1);
        return (int)Math.BigMul(NextUInt64(), (ulong)bound, out _);
    }

    /// <summary>Returns true with the given probability; 0 and 1 draw nothing.</summary>
    public bool Chance(double probability) => probability > 0 && (probability >= 1 || NextDouble() < probability);

    /// <summary>Returns <paramref name="min"/> to <paramref name="max"/>, both inclusive, uniformly distributed over nanoseconds.</summary>
    public Duration NextDuration(Duration min, Duration max)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(max, min);
        ulong values = unchecked((ulong)(max.Nanoseconds - min.Nanoseconds) + 1);
        ulong drawn = values == 0 ? NextUInt64() : Math.BigMul(NextUInt64(), values, out _);
        return new Duration(unchecked(min.Nanoseconds + (long)drawn));
    }

    /// <summary>Exponentially distributed: the time between independent events.</summary>
    /// <param name="mean">The mean, 0 or more.</param>
    public Duration NextExponential(Duration mean)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(mean, Duration.Zero);
        return mean * -PortableMath.Log(1 - NextDouble());
    }

    /// <summary>Shuffles the items so that every order is equally likely (Fisher and Yates).</summary>
    public void Shuffle<T>(Span<T> items)
    {
        for (int last = items.Length - 1; last > 0; last--)
        {
            int chosen = Next(last + 1);
            (items[last], items[chosen]) = (items[chosen], items[last]);
        }
    }

    private static ulong SplitMix(ref ulong state)
    {
        state += 0x9E3779B97F4A7C15;
        return BitMixer.Mix(state);
    }
}

/// <summary>
/// Spreads the differences between numbers over all 64 bits, one to one: the last step of SplitMix64 (Steele, Lea and Flood).
/// </summary>
public static class BitMixer
{
    public static ulong Mix(ulong z)
    {
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return z ^ (z >> 31);
    }
}
