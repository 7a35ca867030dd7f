using Mongoose.Verse.Connection;

namespace Mongoose.Tests.Verse;

/// <summary>Seeds with which a client draws the ids that a test wants: the inverse of <see cref="SplitMix64"/>.</summary>
internal static class Seeds
{
    private const ulong Step = 0x9E3779B97F4A7C15;

    /// <summary>The seed of a client whose AckNak ids begin after this one.</summary>
    public static ulong OfAckNakId(uint id) => SeedOf(id, draws: 1);

    /// <summary>The seed of a client whose REQUEST has this id.</summary>
    public static ulong OfFirstId(uint id) => SeedOf(id, draws: 2);

    private static ulong SeedOf(uint number, ulong draws) => unchecked(Unmix(number) - draws * Step);

    /// <summary>The state after the step that mixes to a number.</summary>
    private static ulong Unmix(ulong mixed)
    {
        unchecked
        {
            mixed = Unshift(mixed, 31) * Inverse(0x94D049BB133111EB);
            mixed = Unshift(mixed, 27) * Inverse(0xBF58476D1CE4E5B9);
            return Unshift(mixed, 30);
        }
    }

    /// <summary>The x of which x ^ x >> shift is given, for shifts of 22 and more.</summary>
    private static ulong Unshift(ulong value, int shift) => value ^ value >> shift ^ value >> 2 * shift;

    /// <summary>
    /// Modulo 2^64, of an odd number: each of Newton's steps doubles the correct bits, of which there are three at first.
    /// </summary>
    private static ulong Inverse(ulong odd)
    {
        ulong inverse = odd;
        for (int bits = 3; bits < 64; bits *= 2)
            inverse = unchecked(inverse * (2 - odd * inverse));
        return inverse;
    }
}
