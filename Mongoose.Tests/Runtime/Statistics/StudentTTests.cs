using Mongoose.Runtime.Statistics;

namespace Mongoose.Tests.Runtime.Statistics;

public sealed class StudentTTests
{
    // Printed tables, three decimals.
    [TestCase(1, 12.706)]
    [TestCase(2, 4.303)]
    [TestCase(7, 2.365)]
    [TestCase(30, 2.042)]
    [TestCase(40, 2.021)]
    [TestCase(60, 2.000)]
    [TestCase(120, 1.980)]
    [TestCase(1_000_000, 1.960)]
    public void Quantile_matches_printed_tables(int degrees, double expected) =>
        Assert.That(StudentT.Quantile975(degrees), Is.EqualTo(expected).Within(0.0006));

    /// <summary>The density integrated from 0 to the quantile (Simpson's rule) is 0.475, for the table as well as the expansion.</summary>
    [Test]
    public void Quantile_leaves_two_and_a_half_percent_above_it([Range(2, 60)] int degrees) =>
        Assert.That(Integral(degrees, StudentT.Quantile975(degrees)), Is.EqualTo(0.475).Within(2e-9));

    [Test]
    public void Quantile_of_the_Cauchy_distribution_is_a_tangent() =>
        Assert.That(StudentT.Quantile975(1), Is.EqualTo(Math.Tan(Math.PI * 0.475)).Within(1e-9));

    [Test]
    public void Quantile_descends([Range(1, 40)] int degrees) =>
        Assert.That(StudentT.Quantile975(degrees + 1), Is.LessThan(StudentT.Quantile975(degrees)));

    [Test]
    public void Without_degrees_of_freedom_there_is_no_quantile() =>
        Assert.That(() => StudentT.Quantile975(0), Throws.InstanceOf<ArgumentOutOfRangeException>());

    private static double Integral(int n, double end)
    {
        const int steps = 20_000;
        double h = end / steps, sum = Shape(0, n) + Shape(end, n);
        for (int i = 1; i < steps; i++)
            sum += Shape(i * h, n) * (i % 2 == 1 ? 4 : 2);
        return Scale(n) * sum * h / 3;
    }

    private static double Shape(double x, int n) => Math.Pow(1 + x * x / n, -(n + 1) / 2.0);

    // Gamma((n+1)/2) / (sqrt(n pi) Gamma(n/2)), by the ratio's recursion from n = 1 and n = 2.
    private static double Scale(int n)
    {
        double ratio = n % 2 == 1 ? 1 / Math.Sqrt(Math.PI) : Math.Sqrt(Math.PI) / 2;
        for (int k = n % 2 == 1 ? 1 : 2; k < n; k += 2)
            ratio *= (k + 1.0) / k;
        return ratio / Math.Sqrt(n * Math.PI);
    }
}
