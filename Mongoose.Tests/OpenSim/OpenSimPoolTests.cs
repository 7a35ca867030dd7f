using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.OpenSim;

/// <summary>An OpenSim that several fixtures use hides no error of its log.</summary>
[Category("OpenSim")]
public sealed class OpenSimPoolTests
{
    private const string Configuration = nameof(OpenSimPoolTests), Missing = "missing.oar";

    [Test]
    public void An_error_is_reported_once_even_if_it_comes_between_two_fixtures_or_after_the_last()
    {
        OpenSimOptions options = new() { Bin = OpenSimFixture.FindOrSkip() };
        CheckedOpenSim grid = OpenSimPool.Take(Configuration, () => new CheckedOpenSim(options, isErrorAllowed: false));
        try
        {
            Assert.That(grid.FreshErrors(), Is.Empty);
            OpenSimPool.Return(Configuration, grid);
            grid.Instance.Console.Ask($"load oar {Missing}");
            Assert.That(OpenSimPool.Take(Configuration, () => throw new InvalidOperationException("a second one is started")), Is.SameAs(grid));
            Assert.That(grid.FreshErrors(), Has.Some.Contains(Missing));
            Assert.That(grid.FreshErrors(), Is.Empty);
            grid.Instance.Console.Ask($"load oar {Missing}");
        }
        finally
        {
            Assert.That(grid.Stop(), Has.Some.Contains(Missing));
        }
    }
}
