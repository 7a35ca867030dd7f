namespace Mongoose.Core.Numerics;

/// <summary>
/// Pseudo-random numbers that are the same for a seed on every platform (Steele, Lea and Flood 2014). They are as hard to guess as the
/// seed, until some of them are known.
/// </summary>
public struct SplitMix64(ulong seed)
{
    private ulong _state = seed;

    public ulong Next()
    {
        _state = unchecked(_state + 0x9E37_79B9_7F4A_7C15);
        return Mix(_state);
    }

    /// <summary>Returns 0 to below 1, in steps of 2^-53.</summary>
    public double NextFraction() => Fraction(Next());

    /// <summary>Spreads the differences between numbers over all 64 bits, one to one.</summary>
    public static ulong Mix(ulong number)
    {
        unchecked
        {
            number = (number ^ (number >> 30)) * 0xBF58_476D_1CE4_E5B9;
            number = (number ^ (number >> 27)) * 0x94D0_49BB_1331_11EB;
            return number ^ (number >> 31);
        }
    }

    /// <summary>A number of 0 to below 1, in steps of 2^-53, from 64 random bits.</summary>
    public static double Fraction(ulong bits) => (bits >> 11) * (1.0 / (1UL << 53));
}
