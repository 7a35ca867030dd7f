using Mongoose.Core.Numerics;
using Mongoose.Network.Numerics;

namespace Mongoose.Tests.Network.Numerics;

public sealed class PortableMathTests
{
    private const double Tolerance = 1e-15;

    private static readonly double[] Extremes =
    [
        double.Epsilon, 3e-320, 2.2250738585072014e-308, 1e-300, 0.5, Math.BitDecrement(1), 1, Math.BitIncrement(1), 2, 3, 8, 27, 1e300,
        double.MaxValue,
    ];

    [Test]
    public void Log_equals_the_platform_s_up_to_the_last_digits() => Compare(Positive(), PortableMath.Log, Math.Log);

    [Test]
    public void Log_is_equally_exact_around_1() =>
        Compare(Uniform(0.5, 2).Concat(Uniform(0.9999, 1.0001)), PortableMath.Log, Math.Log);

    [Test]
    public void Cbrt_equals_the_platform_s_up_to_the_last_digits()
    {
        Compare(Positive(), PortableMath.Cbrt, Math.Cbrt);
        Compare(Positive().Select(x => -x), PortableMath.Cbrt, Math.Cbrt);
    }

    [Test]
    public void Exp_equals_the_platform_s_up_to_the_last_digits() =>
        Compare(Uniform(-708, 709.7).Concat(Uniform(-1, 1)).Concat(Uniform(-1e-9, 1e-9)), PortableMath.Exp, Math.Exp);

    [Test]
    public void Cubes_of_whole_numbers_have_exact_roots()
    {
        int[] roots = Enumerable.Range(-50, 101).ToArray();
        Assert.That(roots.Select(root => PortableMath.Cbrt(root * root * root)), Is.EqualTo(roots).Within(Tolerance * 50));
    }

    [Test]
    public void Special_values_are_as_on_the_platform(
        [Values(0.0, -0.0, -1, double.NaN, double.PositiveInfinity, double.NegativeInfinity, 710, -746, -744)] double x)
    {
        Assert.That(PortableMath.Log(x), Is.EqualTo(Math.Log(x)).Within(Tolerance * 10));
        Assert.That(PortableMath.Exp(x), Is.EqualTo(Math.Exp(x)).Within(double.Epsilon));
        Assert.That(PortableMath.Cbrt(x), Is.EqualTo(Math.Cbrt(x)).Within(Tolerance * 10));
    }

    /// <summary>If any operation differed on some platform, at least one bit of these results would differ.</summary>
    [Test]
    public void Results_are_identical_on_every_platform()
    {
        ulong hash = 0;
        foreach (double x in Positive().Take(10_000))
        {
            foreach (double result in (double[])[PortableMath.Log(x), PortableMath.Cbrt(x), PortableMath.Exp(-PortableMath.Log(x) / 3)])
                hash = unchecked((hash ^ (ulong)BitConverter.DoubleToInt64Bits(result)) * 0x100000001B3);
        }
        Assert.That(hash, Is.EqualTo(3539152009183683121UL));
    }

    private static void Compare(IEnumerable<double> values, Func<double, double> portable, Func<double, double> platform)
    {
        double worst = 0, at = 0;
        foreach (double x in values)
        {
            double expected = platform(x), error = expected == 0 ? Math.Abs(portable(x)) : Math.Abs(portable(x) / expected - 1);
            if (!(error <= worst))
                (worst, at) = (error, x);
        }
        Assert.That(worst, Is.LessThan(Tolerance), $"at {at:R}");
    }

    /// <summary>Values of every order of magnitude.</summary>
    private static IEnumerable<double> Positive()
    {
        SeededRandom random = new(1);
        return Enumerable.Range(0, 200_000).Select(_ => BitConverter.UInt64BitsToDouble(random.NextUInt64() >> 1))
            .Where(x => x > 0 && double.IsFinite(x)).Concat(Extremes);
    }

    private static IEnumerable<double> Uniform(double min, double max)
    {
        SeededRandom random = new(2);
        return Enumerable.Range(0, 200_000).Select(_ => min + (max - min) * random.NextDouble());
    }
}
