namespace Mongoose.Core.Numerics;

/// <summary>
/// Functions whose results are identical to the last bit on every platform and runtime. <see cref="Math"/> calls the platform's C library
/// for these functions, and libraries differ in the last bit. This class uses only operations that IEEE 754 rounds correctly (+, -, *, /)
/// and integers, and .NET does not fuse them. The relative error of a normal result is below 1e-15.
/// </summary>
public static class PortableMath
{
    // ln 2 in two parts, so that the product of the first part and an exponent is exact.
    private const double Ln2High = 6.93147180369123816490e-01, Ln2Low = 1.90821492927058770002e-10;

    private const int ExponentBias = 1023, MantissaBits = 52;
    private const long ExponentMask = 0x7FFL << MantissaBits, One = (long)ExponentBias << MantissaBits;
    private const double MinNormal = 2.2250738585072014e-308, SubnormalScale = 1L << 54;

    /// <summary>
    /// The natural logarithm: x = 2^k * m with m between sqrt(1/2) and sqrt(2), and ln m = 2 artanh s by its series, with s = (m - 1)/(m +
    /// 1).
    /// </summary>
    public static double Log(double x)
    {
        if (!(x > 0) || double.IsPositiveInfinity(x))
            return x == 0 ? double.NegativeInfinity : x > 0 ? x : double.NaN;
        (double m, int k) = Split(x);
        if (m > 1.4142135623730951)
            (m, k) = (m / 2, k + 1);

        double f = m - 1, s = f / (2 + f), z = s * s, tail = 0; // ln m = 2s + s*tail, tail = 2z/3 + 2z^2/5 + ...
        for (int n = 25; n >= 3; n -= 2)
            tail = z * (2.0 / n + tail);
        // 2s = f - s*f, and f is exact, so no precision is lost near x = 1.
        return k * Ln2High - (s * (f - tail) - k * Ln2Low - f);
    }

    /// <summary>e to the power of x: x = k * ln 2 + r with |r| at most half of ln 2, and the series of e^r.</summary>
    public static double Exp(double x)
    {
        if (double.IsNaN(x))
            return x;
        if (x > 710)
            return double.PositiveInfinity;
        if (x < -746)
            return 0;
        int k = (int)(x / (Ln2High + Ln2Low) + (x < 0 ? -0.5 : 0.5));
        double r = x - k * Ln2High - k * Ln2Low, tail = 0; // e^r = 1 + r*(1 + r/2*(1 + r/3*(...)))
        for (int n = 16; n >= 2; n--)
            tail = r / n * (1 + tail);
        double power = 1 + (r + r * tail);
        // In two steps, because 2^k alone may be out of range.
        return power * PowerOfTwo(k / 2) * PowerOfTwo(k - k / 2);
    }

    /// <summary>The cube root: Newton's iteration, starting from a third of the exponent.</summary>
    public static double Cbrt(double x)
    {
        if (x == 0 || !double.IsFinite(x))
            return x;
        (double m, int k) = Split(Math.Abs(x));
        int third = (int)Math.Floor(k / 3.0);
        double a = m * PowerOfTwo(k - 3 * third), root = 1 + (a - 1) / 7; // 1 <= a < 8, so 1 <= root < 2
        for (int i = 0; i < 6; i++)
            root -= (root * root * root - a) / (3 * root * root);
        return Math.CopySign(root * PowerOfTwo(third), x);
    }

    /// <summary>x = mantissa * 2^exponent with a mantissa from 1 to below 2; x is positive and finite.</summary>
    private static (double Mantissa, int Exponent) Split(double x)
    {
        int scaled = 0;
        if (x < MinNormal)
            (x, scaled) = (x * SubnormalScale, -54);
        long bits = BitConverter.DoubleToInt64Bits(x);
        int exponent = (int)(bits >> MantissaBits) - ExponentBias;
        return (BitConverter.Int64BitsToDouble(bits & ~ExponentMask | One), exponent + scaled);
    }

    /// <param name="exponent">-1022 to 1023.</param>
    private static double PowerOfTwo(int exponent) => BitConverter.Int64BitsToDouble((long)(exponent + ExponentBias) << MantissaBits);
}
