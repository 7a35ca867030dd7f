using System.Net;
using log4net;
using Mongoose.Core.Units;
using Mongoose.Server.Outbound;
using Mongoose.Server.Regions;
using Nini.Config;
using OpenSim.Framework.Monitoring;
using OpenSim.Region.ClientStack.LindenUDP;
using OpenSim.Region.Framework.Scenes;

namespace Mongoose.Server.Tests.Outbound;

/// <summary>The sending thread of a region, with a real thread.</summary>
public sealed class OutboundThreadTests
{
    private readonly Scene _scene = RegionRig.NewScene("Threads");
    private readonly SemaphoreSlim _passes = new(0);
    private MongooseUdpServer _server = null!;

    private static IEnumerable<string> Watched => Watchdog.Threads.Where(name => name.Contains("(Threads)", StringComparison.Ordinal));

    [SetUp]
    public void Open()
    {
        LogBook.Clear();
        ModuleState state = new(RegionRig.Settings(), RegionRig.Internals);
        _scene.OnThreadAlive = () => _passes.Release();
        _server = new MongooseUdpServer(state, _scene.RegionInfo.InternalEndPoint.Address, 9000, 0, new ConfigSourceInMemory(),
            _scene.AuthenticateHandler)
        {
            StopTimeout = Duration.FromMilliseconds(100),
        };
        _server.AddScene(_scene);
    }

    [TearDown]
    public void Close() => _server.StopSending();

    [Test]
    public void Starting_a_region_twice_starts_one_thread_and_not_OpenSim_s()
    {
        _server.StartOutbound();
        _server.StartOutbound();
        WaitForPass();
        Assert.That(Watched, Is.EqualTo(new[] { "Outgoing Packets Mongoose (Threads)" }));
        Assert.That((_server.StockThreads, _server.IsRunningOutbound), Is.EqualTo((0, true)));
    }

    [Test]
    public void Stopping_a_region_ends_its_thread_and_updates_OpenSim_s_status()
    {
        _server.StartOutbound();
        WaitForPass();
        _server.StopOutbound();
        Assert.That(Watched, Is.Empty);
        Assert.That(_server.IsRunningOutbound, Is.False);
        Assert.That(LogBook.Lines, Is.Empty);
        Assert.That(_server.StopOutbound, Throws.Nothing, "again");
    }

    [Test]
    public void A_region_that_was_stopped_can_be_started_again()
    {
        _server.StartOutbound();
        WaitForPass();
        _server.StopOutbound();
        _server.StartOutbound();
        WaitForPass();
        Assert.That(Watched.Count(), Is.EqualTo(1));
        Assert.That(_server.IsRunningOutbound, Is.True);
    }

    [Test]
    public void A_pass_that_hangs_does_not_block_the_region_s_removal()
    {
        using ManualResetEventSlim inside = new(), release = new();
        _scene.OnThreadAlive = () =>
        {
            inside.Set();
            release.Wait();
        };
        _server.StartOutbound();
        inside.Wait();
        _server.StopSending();
        Assert.That(Watched.Count(), Is.EqualTo(1), "the pass still hangs");
        Assert.That(LogBook.Lines.Single(), Is.EqualTo(
            "ERROR [MONGOOSE]: the sending thread of region Threads did not stop in time; it stops after its current pass"));
        release.Set();
        Assert.That(() => Watched, Is.Empty.After(60_000, 1));
    }

    [Test]
    public void A_heartbeat_announces_updates_to_every_circuit()
    {
        LLUDPClient client = new(_server, new(IPAddress.Loopback, 23_000));
        _scene.Add(client.RemoteEndPoint, new LLClientView(_server, client, "Ada Lovelace"));
        _server.StartOutbound();
        Assert.That(() => _server.Circuits.Count, Is.EqualTo(1).After(60_000, 1));
        using ManualResetEventSlim inside = new(), release = new();
        _scene.OnThreadAlive = () =>
        {
            inside.Set();
            release.Wait();
        };
        inside.Wait();
        Instant before = _server.Circuits[0].NextAt - Duration.FromMilliseconds(1);
        Assert.That(_server.Circuits[0].IsDue(before), Is.False);
        _scene.EventManager.TriggerOnFrame();
        Assert.That(_server.Circuits[0].IsDue(before), Is.True);
        _scene.OnThreadAlive = null;
        release.Set();
        _server.StopSending();
    }

    [Test]
    public void It_listens_to_heartbeats_from_start_to_stop()
    {
        Assert.That(_scene.EventManager.Listeners, Is.Zero);
        _server.StartOutbound();
        WaitForPass();
        Assert.That(_scene.EventManager.Listeners, Is.EqualTo(1));
        Assert.That(_scene.EventManager.TriggerOnFrame, Throws.Nothing, "a region without circuits");
        _server.StopOutbound();
        Assert.That(_scene.EventManager.Listeners, Is.Zero);
    }

    [Test]
    public void The_thread_survives_passes_that_throw_and_a_log_that_throws()
    {
        LogBook.IsBroken = true;
        int failures = 0;
        _scene.OnThreadAlive = () =>
        {
            if (++failures <= 3)
                throw new InvalidOperationException("a pass");
            _passes.Release();
        };
        _server.StartOutbound();
        WaitForPass();
        Assert.That(_server.Failures.Count.SinceReset, Is.EqualTo(3));
        Assert.That(Watched.Count(), Is.EqualTo(1));
    }

    [Test]
    public void It_may_be_stopped_from_its_own_pass()
    {
        OutboundThread? thread = null;
        bool? ended = null;
        using ManualResetEventSlim done = new();
        thread = new OutboundThread("Own stop (Threads)", now =>
        {
            ended = thread!.Stop(Duration.FromSeconds(60));
            done.Set();
            return now;
        }, new LoopCounters(), _ => { }, () => { });
        thread.Start();
        done.Wait();
        Assert.That(ended, Is.True);
        Assert.That(() => Watched, Is.Empty.After(60_000, 1));
    }

    [Test]
    public void A_wake_starts_the_next_pass_early()
    {
        using SemaphoreSlim passes = new(0);
        OutboundThread thread = new("Woken (Threads)", _ =>
        {
            passes.Release();
            return Instant.Never;
        }, new LoopCounters(), _ => { }, () => { });
        thread.Start();
        for (int i = 0; i < 20; i++)
        {
            Assert.That(passes.Wait(60_000), Is.True);
            thread.Wake();
        }
        Assert.That(thread.Stop(Duration.FromSeconds(60)), Is.True);
    }

    [Test]
    public void A_pass_that_takes_long_makes_the_next_one_late()
    {
        LoopCounters counters = new();
        int passes = 0;
        OutboundThread thread = new("Late (Threads)", now =>
        {
            if (passes++ == 0)
                Thread.Sleep(100);
            return now + Duration.FromMilliseconds(5);
        }, counters, _ => { }, () => { });
        thread.Start();
        Assert.That(() => counters.LatePasses, Is.Positive.After(60_000, 1));
        Assert.That(thread.Stop(Duration.FromSeconds(60)), Is.True);
        Assert.That(counters.Times.Sum, Is.GreaterThanOrEqualTo(Duration.FromMilliseconds(90)));
        Assert.That(counters.Passes, Is.GreaterThanOrEqualTo(counters.LatePasses));
    }

    private void WaitForPass() => Assert.That(_passes.Wait(60_000), Is.True);
}
