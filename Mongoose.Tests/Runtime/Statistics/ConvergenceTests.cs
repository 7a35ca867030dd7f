using Mongoose.Core.Units;
using Mongoose.Runtime.Statistics;
using PropertyAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Runtime.Statistics;

public sealed class ConvergenceTests
{
    private static readonly Duration Bin = Duration.FromSeconds(1);

    // Shares of the first: 100/101, 0.8, 0.6, 0.55, 0.45. With delta 0.1 they must lie in [0.45, 0.55].
    private static readonly double[] First = [1000, 800, 600, 550, 450];
    private static readonly double[] Second = [10, 200, 400, 450, 550];

    [Test]
    public void It_is_the_end_of_the_first_bin_with_both_shares_within_delta_of_a_half() =>
        Assert.That(Convergence.DeltaFair(First, Second, Bin, 0.1 + 1e-9), Is.EqualTo(Duration.FromSeconds(4)));

    [Test]
    public void A_wider_delta_is_reached_sooner() =>
        Assert.That(Convergence.DeltaFair(First, Second, Bin, 0.25), Is.EqualTo(Duration.FromSeconds(3)));

    [Test]
    public void A_window_smooths_a_sawtooth() => Assert.That(
        Convergence.DeltaFair([0, 100, 0, 100], [100, 0, 100, 0], Bin, 0.1, window: 2), Is.EqualTo(Duration.FromSeconds(2)),
        "bin by bin one has all, over two bins each has half");

    [Test]
    public void Held_is_counted_from_the_first_bin() => Assert.That(
        Convergence.DeltaFair([50, 100, 50, 50], [50, 0, 50, 50], Bin, 0.1, hold: 2), Is.EqualTo(Duration.FromSeconds(3)));

    [Test]
    public void Nothing_sent_is_not_fair() => Assert.That(Convergence.DeltaFair([0, 0], [0, 0], Bin, 1), Is.Null);

    [Test]
    public void Bins_must_match() => Assert.That(() => Convergence.DeltaFair([1], [], Bin, 0.1), Throws.ArgumentException);

    [Property]
    public bool It_does_not_matter_which_flow_is_first(uint[] first, uint[] second)
    {
        double[] a = first.Zip(second, (x, _) => (double)x).ToArray(), b = first.Zip(second, (_, y) => (double)y).ToArray();
        return Convergence.DeltaFair(a, b, Bin, 0.3) == Convergence.DeltaFair(b, a, Bin, 0.3);
    }
}
