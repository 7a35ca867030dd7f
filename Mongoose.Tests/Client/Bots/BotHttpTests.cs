using Mongoose.Client.Bots;
using Mongoose.Client.Requests;
using Mongoose.Client.Results;

namespace Mongoose.Tests.Client.Bots;

/// <summary>Bots that are to fetch their scene by HTTP, in a region that does not serve it.</summary>
public sealed class BotHttpTests
{
    [Test]
    public void A_region_without_the_capabilities_is_noted_once_and_the_bots_stay()
    {
        List<string> notes = [];
        SimulatedGrid grid = new();
        BotRequest request = SimulatedGrid.Options(3, 5) with { Http = true };
        BotRun run = new(grid.Clock, grid.Engine, request) { Noted = notes.Add };
        run.Begin();
        grid.Pass(10);
        Assert.That(notes, Is.EqualTo(new[] { "the region offers neither GetTexture nor GetMesh2: --http fetches nothing there" }));
        BotRunResult result = grid.ResultOf(run, request, 10);
        Assert.That((result.Request.Http, result.Summary.Failed, result.Summary.HttpRequests, result.Summary.MeanHttpKbps),
            Is.EqualTo((true, 0, 0L, double.NaN)));
    }

    [Test]
    public void Bots_that_are_not_to_fetch_say_nothing()
    {
        List<string> notes = [];
        SimulatedGrid grid = new();
        BotRun run = new(grid.Clock, grid.Engine, SimulatedGrid.Options(1, 5)) { Noted = notes.Add };
        run.Begin();
        grid.Pass(10);
        Assert.That((notes.Count, run.Bots[0].Http), Is.EqualTo((0, (object?)null)));
    }
}
