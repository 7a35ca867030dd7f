namespace Mongoose.Testbed.Numerics;

/// <summary>
/// Functions whose results are the same bits on every platform: of + - * / alone, which IEEE 754 rounds in one way only. The library's own
/// differ in the last bit from one C runtime to the next, and a simulation amplifies that.
/// </summary>
public static class PortableMath
{
    private const double Ln2 = 0.693147180559945309417232121458;
    private const int ExponentBias = 1023, MantissaBits = 52;
    private const long MantissaMask = (1L << MantissaBits) - 1;

    /// <summary>The cube root, within 2 units in the last place; of negative, zero, infinite and NaN arguments too.</summary>
    public static double CubeRoot(double x)
    {
        if (x == 0 || !double.IsFinite(x))
            return x;
        if (x < 0)
            return -CubeRoot(-x);
        double y = BitConverter.Int64BitsToDouble(BitConverter.DoubleToInt64Bits(x) / 3 + 0x2A9F789300000000); // within 6 %
        for (int i = 0; i < 5; i++)
            y -= (y - x / (y * y)) / 3; // Newton
        return y;
    }

    /// <summary>The natural logarithm of a normal number above 0, within 2 units in the last place or 1e-16.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="x"/> is not positive, finite and normal.</exception>
    public static double Log(double x)
    {
        if (!double.IsNormal(x) || x < 0)
            throw new ArgumentOutOfRangeException(nameof(x), x, "The logarithm is of a normal number above 0.");
        long bits = BitConverter.DoubleToInt64Bits(x);
        int exponent = (int)(bits >> MantissaBits) - ExponentBias;
        double mantissa = BitConverter.Int64BitsToDouble((bits & MantissaMask) | (long)ExponentBias << MantissaBits);
        if (mantissa > 4.0 / 3)
        {
            mantissa /= 2;
            exponent++;
        }
        // ln m = 2 artanh((m-1)/(m+1)); |z| <= 1/5, so the term z^23 / 23 is the last that counts.
        double z = (mantissa - 1) / (mantissa + 1), square = z * z, sum = 0;
        for (int n = 25; n >= 1; n -= 2)
            sum = sum * square + 1.0 / n;
        return exponent * Ln2 + 2 * z * sum;
    }
}
