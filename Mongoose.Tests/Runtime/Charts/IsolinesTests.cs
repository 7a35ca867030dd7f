using Mongoose.Runtime.Charts;
using PropertyAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Runtime.Charts;

public sealed class IsolinesTests
{
    [Test]
    public void On_a_slope_the_line_is_at_the_interpolated_position() => Assert.That(
        Isolines.Trace([0, 10], [0, 10], [[0, 4], [0, 4]], 1), Is.EqualTo(new[] { ((2.5, 0.0), (2.5, 10.0)) }));

    [Test]
    public void A_level_outside_the_values_has_no_line() => Assert.That(Isolines.Trace([0, 1], [0, 1], [[0, 1], [1, 0.5]], 2), Is.Empty);

    [Test]
    public void A_cell_with_an_unknown_corner_has_no_line() =>
        Assert.That(Isolines.Trace([0, 1], [0, 1], [[0, 4], [double.NaN, 4]], 1), Is.Empty);

    [Test]
    public void A_saddle_has_two_lines() => Assert.That(Isolines.Trace([0, 1], [0, 1], [[0, 4], [4, 0]], 1), Has.Count.EqualTo(2));

    [Property]
    public bool Labels_keep_their_distance(int[] wanted)
    {
        double[] places = Labels.Spread(wanted.Take(10).Select(at => (double)(at % 200)).ToArray(), 15, 0, 200);
        double[] sorted = places.Order().ToArray();
        return sorted.Zip(sorted.Skip(1), (a, b) => b - a).All(gap => gap >= 15 - 1e-9)
            && places.All(place => place is >= -1e-9 and <= 200 + 1e-9);
    }
}
