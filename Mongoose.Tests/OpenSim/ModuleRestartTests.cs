using System.Diagnostics;
using System.Net.NetworkInformation;
using Mongoose.Client.Viewers;
using Mongoose.Testbed.OpenSim;

namespace Mongoose.Tests.OpenSim;

/// <summary>Restarts of a region within its process leave nothing of the region before.</summary>
public sealed class ModuleRestartTests : ModuleFixture
{
    private const int Restarts = 20;

    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(90);

    private static readonly string[] Statistics =
        ["Shaping", "Circuits", "SentRate", "QueuedPackets", "DelayP99", "OwnBytes", "BorrowedBytes", "Stalls", "Failures", "BadThrottles"];

    [Test]
    public void Restarts_leave_no_thread_statistic_or_socket()
    {
        ViewerOptions busy = new() { Throttle = Circuit(5), Textures = Textures(), RepeatTextures = true };
        Restart();
        (int threads, int descriptors) = (Threads().Count, Descriptors());

        Stopwatch watch = Stopwatch.StartNew();
        int restarts = 0;
        for (; restarts < Restarts && watch.Elapsed < Longest; restarts++)
        {
            // In some there is a viewer whose circuit is full.
            if (restarts % 5 == 0)
            {
                GridVisit visit = VisitOnceOpen(busy);
                Assert.That(visit.WaitFor(viewer => viewer.TexturesCompleted > 0, TimeSpan.FromSeconds(20)), "textures before a restart");
            }
            Restart();
        }
        TestContext.Out.WriteLine($"{restarts} restarts in {watch.Elapsed.TotalSeconds:0.0} s");
        TestContext.Out.WriteLine($"threads {threads} -> {Threads().Count}, descriptors {descriptors} -> {Descriptors()}");

        Assert.That(Threads().Count(name => name.StartsWith("Outgoing Packet", StringComparison.Ordinal)), Is.EqualTo(1), "outbound threads");
        Assert.That(IPGlobalProperties.GetIPGlobalProperties().GetActiveUdpListeners().Count(end => end.Port == Grid.Port), Is.EqualTo(1), "sockets");
        GridVisit after = VisitOnceOpen(busy);
        Assert.That(after.WaitFor(viewer => viewer.TexturesCompleted > 2, TimeSpan.FromSeconds(20)), "textures after the restarts");
        string[] shown = Grid.Console.Ask("show stats mongoose");
        TestContext.Out.WriteLine(string.Join('\n', shown));
        foreach (string name in Statistics)
            Assert.That(shown, Has.One.Contains($".{name} "), name);
        Assert.That(shown.Count(line => line.Contains(".Use_", StringComparison.Ordinal)), Is.EqualTo(1), "circuits' statistics");
        Assert.That(shown, Has.One.Match(@"\.Circuits : 1\b"), "the figures are those of the region that runs");
        string[] status = Grid.Console.Ask("mongoose show status");
        Assert.That(status, Has.One.StartsWith("Testbed "));
    }

    /// <summary>By OpenSim's timer: from the console's own thread a restart trips over the list of commands, with stock as well.</summary>
    private void Restart()
    {
        int before = Starts();
        Grid.Console.Send("change region Testbed");
        Grid.Console.Send("region restart notice restart 1");
        Assert.That(Starts, Is.EqualTo(before + 1).After(15_000, 50), "restarted");
        Thread.Sleep(700); // Its modules are there before the rest of it.
    }

    private GridVisit VisitOnceOpen(ViewerOptions options)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                return Visit(options);
            }
            catch (OpenSimException closed) when (attempt < 20 && closed.Message.Contains("are disabled", StringComparison.Ordinal))
            {
                Thread.Sleep(500);
            }
        }
    }

    private int Starts() => Grid.Log().Count(line => line.Contains("[MONGOOSE]: serves region", StringComparison.Ordinal));

    private List<string> Threads() => Directory.Exists("/proc/self/task")
        ? Directory.GetDirectories($"/proc/{Grid.ProcessId}/task").Select(Name).ToList()
        : throw new IgnoreException("only Linux tells");

    private static string Name(string task)
    {
        try
        {
            return File.ReadAllText(Path.Combine(task, "comm")).Trim();
        }
        catch (IOException)
        {
            return ""; // It has just ended.
        }
    }

    private int Descriptors() => Directory.GetFiles($"/proc/{Grid.ProcessId}/fd").Length;
}
