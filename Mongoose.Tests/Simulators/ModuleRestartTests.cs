using System.Net.NetworkInformation;
using Mongoose.Client.Viewers;
using Mongoose.Simulators;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.Simulators;

/// <summary>
/// A restart of a region within its process leaves nothing of the old region behind. Stock is restarted as often for comparison.
/// </summary>
[Platform("Linux", Reason = "threads and descriptors are counted only on Linux")]
[Parallelizable(ParallelScope.Self)]
public sealed class ModuleRestartTests : ModuleFixture
{
    private const int Restarts = 20;

    private static readonly string[] Statistics =
        ["Shaping", "Circuits", "SentRate", "QueuedPackets", "DelayP99", "OwnBytes", "BorrowedBytes", "Stalls", "Failures", "BadThrottles",
            "MalformedDatagrams", "ForeignDatagrams"];

    private static readonly ViewerOptions Busy = new() { Throttle = Circuit(5), Textures = Textures(), RepeatTextures = true };

    protected override OpenSimOptions? SecondOptions(OpenSimBin bin) => Stock(bin);

    [Test]
    public void Restarts_leave_no_thread_statistic_or_socket()
    {
        string[] leftOver = [];
        Both(() => leftOver = RestartOften(Grid, "Mongoose"), () => RestartOften(Second, "stock"));
        Assert.That(leftOver, Is.Empty);
        Assert.That(Grid.ThreadTimes().Counts["Outgoing Packet"], Is.EqualTo(1), "outbound threads");
        Assert.That(IPGlobalProperties.GetIPGlobalProperties().GetActiveUdpListeners().Count(end => end.Port == Grid.Port),
            Is.EqualTo(1), "sockets");
        AssertStatisticsAreThoseOfTheRunningRegion();
    }

    private void AssertStatisticsAreThoseOfTheRunningRegion()
    {
        GridVisit after = Visit(Busy);
        Assert.That(after.WaitFor(viewer => viewer.TexturesCompleted > 2, Patience), $"textures after the restarts; {after}");
        string[] shown = Grid.Console.Ask("show stats mongoose");
        foreach (string name in Statistics)
            Assert.That(shown, Has.One.Contains($".{name} "), name);
        Assert.That(shown, Has.One.Match(@"\.Circuits : 1\b"), "the figures are those of the running region");
        Assert.That(Grid.Console.Ask("mongoose show status"), Has.One.StartsWith("Testbed "));
    }

    /// <summary>Restarts a region and returns the kinds of resources of which there are more afterwards.</summary>
    private string[] RestartOften(OpenSimInstance grid, string name)
    {
        grid.RestartRegion();
        ProcessResources before = ProcessResources.Read(grid);
        for (int restarts = 0; restarts < Restarts; restarts++)
        {
            // During some restarts, a viewer with a full circuit is in the region.
            if (restarts % 5 == 0)
            {
                GridVisit visit = Visit(Busy, grid: grid);
                Assert.That(visit.WaitFor(viewer => viewer.TexturesCompleted > 0, Patience), $"textures before a restart; {visit}");
            }
            grid.RestartRegion();
        }
        // OpenSim's thread for incoming packets outlives its region by some seconds.
        for (int polls = 0; ; polls++, Thread.Sleep(500))
        {
            ProcessResources after = ProcessResources.Read(grid);
            string[] leftOver = after.LeftOverSince(before).ToArray();
            if (leftOver.Length > 0 && polls < PatienceMs / 500)
                continue;
            TestContext.Out.WriteLine($"{name}: {after.ChangedSince(before)}");
            return leftOver;
        }
    }
}
