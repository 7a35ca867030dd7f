using Mongoose.Core.Units;
using Mongoose.Runtime.Terminals;

namespace Mongoose.Tests.Runtime.Terminals;

[Parallelizable(ParallelScope.Self)]
public sealed class RegularLinesTests
{
    [Test]
    public void A_line_is_due_once_per_interval_and_not_later_because_one_was_late()
    {
        RegularLines lines = new(Duration.FromSeconds(2));
        double[] due = new[] { 1, 2, 3, 4.5, 5, 6, 13, 13.5, 14 }.Where(second => lines.IsDue(Duration.FromSeconds(second))).ToArray();
        Assert.That(due, Is.EqualTo(new[] { 2, 4.5, 6, 13, 14 }));
    }
}
