namespace Mongoose.Verse.Wire;

/// <summary>Serial number arithmetic of RFC 1982 for ids of 32 bits. Ids start at random numbers and wrap.</summary>
public static class Serial
{
    /// <summary>How far <paramref name="id"/> is after <paramref name="origin"/>, -2^31 to 2^31 - 1; negative if it is before.</summary>
    public static int Distance(uint id, uint origin) => unchecked((int)(id - origin));

    /// <summary>Whether <paramref name="id"/> comes after <paramref name="other"/>.</summary>
    public static bool IsAfter(uint id, uint other) => Distance(id, other) > 0;

    /// <summary>The number with the low 32 bits <paramref name="id"/> that is closest to <paramref name="near"/>.</summary>
    public static long Extend(uint id, long near) => near + Distance(id, unchecked((uint)near));
}
