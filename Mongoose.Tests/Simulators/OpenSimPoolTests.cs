using Mongoose.Simulators;

namespace Mongoose.Tests.Simulators;

/// <summary>An OpenSim that several fixtures use hides no error of its log.</summary>
[Category("OpenSim")]
public sealed class OpenSimPoolTests
{
    private const string Configuration = nameof(OpenSimPoolTests), Error = "[TERRAIN]: Unable to load heightmap";

    [Test]
    public void An_error_is_reported_once_even_if_it_comes_between_two_fixtures_or_after_the_last()
    {
        OpenSimOptions options = new() { Bin = InstalledOpenSim.FindOrSkip() };
        CheckedOpenSim grid = OpenSimPool.Take(Configuration, () => new CheckedOpenSim(options, isErrorAllowed: false));
        try
        {
            Assert.That(grid.FreshErrors(), Is.Empty);
            OpenSimPool.Return(Configuration, grid);
            CauseError(grid);
            Assert.That(OpenSimPool.Take(Configuration, () => throw new InvalidOperationException("a second one is started")),
                Is.SameAs(grid));
            Assert.That(grid.FreshErrors(), Has.Some.Contains(Error));
            Assert.That(grid.FreshErrors(), Is.Empty);
            CauseError(grid);
        }
        finally
        {
            Assert.That(grid.Stop(), Has.Some.Contains(Error));
        }
    }

    private static void CauseError(CheckedOpenSim grid) => grid.Instance.Console.Ask("terrain load missing.unknown");
}
