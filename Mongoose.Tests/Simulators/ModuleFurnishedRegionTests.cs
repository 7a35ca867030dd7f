using Mongoose.Client.Viewers;
using Mongoose.Runtime.Processes;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// The cost of the outbound thread in a region with many objects that every viewer has received, compared with stock in the same run.
/// </summary>
[NonParallelizable] // It measures processor time.
public sealed class ModuleFurnishedRegionTests : ModuleFixture
{
    private const int Circuits = 50, Objects = 20_000;

    /// <summary>The difference between the processor times of two simulators that do the same work.</summary>
    private const double Noise = 0.15;

    private GridVisit[] _visits = [], _stockVisits = [];

    protected override int Prims => Objects;

    protected override OpenSimOptions Options(OpenSimBin bin) => base.Options(bin) with { Users = Circuits };

    protected override OpenSimOptions? SecondOptions(OpenSimBin bin) => Stock(bin);

    [Test, Measured]
    public void Idle_circuits_and_a_walker_among_them_cost_the_thread_little()
    {
        _visits = Arrive(Grid);
        double idle = OutboundLoad(Grid, seconds: 10), walked = 0;
        AgesWhile(_visits[0], _visits[1], () => walked = OutboundLoad(Grid, seconds: 10));
        Leave(_visits);

        _stockVisits = Arrive(Second);
        double stockIdle = OutboundLoad(Second, seconds: 10), stockWalked = 0;
        AgesWhile(_stockVisits[0], _stockVisits[1], () => stockWalked = OutboundLoad(Second, seconds: 10));
        Leave(_stockVisits);

        TestContext.Out.WriteLine($"{Circuits} circuits that hold {Objects} objects, outbound thread in % of a core: "
            + $"idle {idle:0.0%} (stock {stockIdle:0.0%}),"
            + $" with one walker {walked:0.0%} (stock {stockWalked:0.0%})");
        Assert.Multiple(() =>
        {
            Assert.That(idle, Is.LessThanOrEqualTo(Math.Max(0.02, stockIdle * (1 + Noise))));
            Assert.That(walked, Is.LessThanOrEqualTo(2 * stockWalked));
        });
    }

    private GridVisit[] Arrive(OpenSimInstance grid)
    {
        GridVisit[] visits = new GridVisit[Circuits];
        grid.Console.Ask("region set agent-limit 100");
        SomeAtOnce(Circuits, i => visits[i] = Visit(new ViewerOptions { Throttle = Circuit(8) }, grid: grid));
        foreach (GridVisit visit in visits)
            Assert.That(visit.WaitFor(viewer => viewer.Objects.Count >= Objects, TimeSpan.FromMinutes(5)), $"every object; {visit}");
        Thread.Sleep(5000);
        return visits;
    }

    /// <summary>The fraction of a core that the outbound thread uses.</summary>
    private static double OutboundLoad(OpenSimInstance grid, double seconds)
    {
        ThreadTimes before = grid.ThreadTimes();
        Thread.Sleep(TimeSpan.FromSeconds(seconds));
        return grid.ThreadTimes().Since(before)
            .Where(thread => thread.Key.StartsWith("Outgoing Packet", StringComparison.Ordinal))
            .Sum(thread => thread.Value.Seconds) / seconds;
    }
}
