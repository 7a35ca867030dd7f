namespace Mongoose.Core.Units;

/// <summary>64-bit arithmetic that saturates at the ends of the range.</summary>
internal static class Saturating
{
    public static long Add(long a, long b)
    {
        long sum = unchecked(a + b);
        bool overflowed = ((a ^ sum) & (b ^ sum)) < 0;
        return !overflowed ? sum : a < 0 ? long.MinValue : long.MaxValue;
    }

    public static long Subtract(long a, long b)
    {
        long difference = unchecked(a - b);
        bool overflowed = ((a ^ b) & (a ^ difference)) < 0;
        return !overflowed ? difference : a < 0 ? long.MinValue : long.MaxValue;
    }

    /// <summary>
    /// Rounds to the nearest integer. Values out of range saturate and NaN becomes zero (a plain cast leaves both undefined).
    /// </summary>
    public static long ToInt64(double value)
    {
        if (double.IsNaN(value))
            return 0;
        if (value >= long.MaxValue)
            return long.MaxValue;
        return value <= long.MinValue ? long.MinValue : (long)Math.Round(value);
    }
}
