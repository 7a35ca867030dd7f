using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Matrix;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Tests.Testbed.Results.Matrix;

/// <summary>Levels of a matrix side by side, the expectations for the last level, and both as text.</summary>
public sealed class LevelComparisonTests
{
    private static readonly string[] Levels = ["stock", "off", "on"];

    /// <summary>
    /// Two runs of each cell. Goodput is 100, 200 and 300 by level, and twice that on the faster path; the last level's delay differs.
    /// </summary>
    private static readonly MatrixTable Table = new(["rateKbps", "server", "seed", "version"],
    [
        .. from rate in new[] { 1, 2 } from level in Enumerable.Range(0, 3) from seed in new[] { -1, 1 }
           select new MatrixRow
           {
               Levels = [$"{rate}000", Levels[level], $"{seed}", $"v{level}"],
               Stats = new OrderedMap<double> { { "goodput", 100 * rate * (level + 1) + seed }, { "delay", level == 2 ? 60 : 40 } },
           },
    ]);

    private readonly LevelComparison _comparison = new(Table, "server");

    [Test]
    public void A_cell_has_the_mean_of_its_runs_for_each_level()
    {
        Assert.That((_comparison.Levels, _comparison.Others), Is.EqualTo((Levels, new[] { "rateKbps" })));
        Assert.That(_comparison.Cells.Select(cell => (cell.Place.Single(), cell.Mean("stock", "goodput"), cell.Mean("on", "goodput"))),
            Is.EqualTo(new[] { ("1000", 100.0, 300.0), ("2000", 200.0, 600.0) }));
        Assert.That(_comparison.Cells.First().Mean("on", "none"), Is.NaN);
    }

    [Test]
    public void An_unknown_factor_is_rejected_with_the_known_factors() =>
        Assert.That(() => new LevelComparison(Table, "queue"),
            Throws.ArgumentException.With.Message.StartsWith("there is no factor queue; the factors are rateKbps, server"));

    [TestCase("goodput >= 300", true)]
    [TestCase("goodput >= 300.1", false)]
    [TestCase("goodput <= 300", true)]
    [TestCase("delay <= stock + 20", true)]
    [TestCase("delay <= stock + 19", false)]
    [TestCase("delay<=stock+20", true)]
    [TestCase("delay >= stock - 5", true)]
    [TestCase("goodput >= 1.5 * off", true)]
    [TestCase("goodput >= 1.6 * off", false)]
    [TestCase("goodput >= 1.6 * off - 20", true)]
    [TestCase("none >= -1000", false)]
    public void An_expectation_is_a_number_or_relative_to_another_level(string text, bool holds) =>
        Assert.That(Expectation.Parse(text, Levels).Holds(_comparison.Cells.First(), "on"), Is.EqualTo(holds));

    [TestCase("goodput", "goodput: allowed are STAT <= NUMBER and ")]
    [TestCase("goodput = 3", "goodput = 3: allowed are STAT <= NUMBER and ")]
    [TestCase("goodput >= 0.9.5", "goodput >= 0.9.5: allowed are STAT <= NUMBER and ")]
    [TestCase("goodput >= mine", "goodput >= mine: there is no level mine; the levels are stock, off, on")]
    public void An_invalid_expectation_is_rejected_with_the_allowed_forms(string text, string message) =>
        Assert.That(() => Expectation.Parse(text, Levels), Throws.ArgumentException.With.Message.StartsWith(message));

    [Test]
    public void The_text_has_a_line_for_each_cell_and_each_failed_expectation()
    {
        using StringWriter text = new() { NewLine = "\n" };
        int failed = new ComparisonText(_comparison, ["goodput", "delay"], [Expectation.Parse("goodput >= 500", Levels)]).Write(text);
        Assert.That(failed, Is.EqualTo(1));
        Assert.That(text.ToString(), Is.EqualTo("""
            Each figure: stock / off / on
            rateKbps  goodput          delay
            1000      100 / 200 / 300  40 / 40 / 60
            2000      200 / 400 / 600  40 / 40 / 60
            FAILS: rateKbps 1000: goodput >= 500: 100 / 200 / 300
            on: 1 of 2 expectations hold.

            """));
    }
}
