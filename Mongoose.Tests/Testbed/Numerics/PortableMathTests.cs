using Mongoose.Testbed.Numerics;

namespace Mongoose.Tests.Testbed.Numerics;

[Parallelizable(ParallelScope.All)]
public sealed class PortableMathTests
{
    [Test]
    public void Cube_roots_and_logarithms_agree_with_the_library()
    {
        SeededRandom random = new(5);
        for (int i = 0; i < 20_000; i++)
        {
            double x = Math.Pow(10, random.NextDouble() * 40 - 20);
            Assert.That(PortableMath.CubeRoot(x), Is.EqualTo(Math.Cbrt(x)).Within(1e-15 * Math.Cbrt(x)));
            Assert.That(PortableMath.CubeRoot(-x), Is.EqualTo(-PortableMath.CubeRoot(x)));
            Assert.That(PortableMath.Log(x), Is.EqualTo(Math.Log(x)).Within(1e-15 * Math.Max(0.2, Math.Abs(Math.Log(x)))));
        }
    }

    [TestCase(0, 0)]
    [TestCase(27, 3)]
    [TestCase(-8, -2)]
    [TestCase(1, 1)]
    public void Cube_roots_of_cubes_are_exact(double x, double root) => Assert.That(PortableMath.CubeRoot(x), Is.EqualTo(root));

    [TestCase(0)]
    [TestCase(-1)]
    [TestCase(double.NaN)]
    [TestCase(double.PositiveInfinity)]
    public void The_logarithm_needs_a_positive_number(double x) =>
        Assert.That(() => PortableMath.Log(x), Throws.TypeOf<ArgumentOutOfRangeException>());

    [Test]
    public void The_logarithm_of_1_is_0() => Assert.That(PortableMath.Log(1), Is.Zero);
}
