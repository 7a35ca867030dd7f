using System.Net;
using System.Net.Sockets;
using Mongoose.Runtime.Udp;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Results.Series;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios.Places;

/// <summary>Runs on loopback with real sockets; they pass on hosts of any speed.</summary>
public sealed class RealPlaceTests
{
    private const int Deadline = 60_000;

    [Test, CancelAfter(Deadline)]
    public void A_run_measures_the_server_s_processor_time_and_frees_its_port([Values("stock", "mongoose")] string server,
        CancellationToken deadline)
    {
        int port = FreePort.OfTcpAndUdp();
        Scenario scenario = Circuit(server, port, seconds: 3);
        TestbedRun run = RealRun.Execute(scenario, 1, deadline);
        Assert.That(run.Stats["c.goodputKbps"], Is.GreaterThan(0));
        Assert.That(run.Stats["c.taskDelayMs.p50"], Is.GreaterThanOrEqualTo(25), "at least the propagation delay");
        if (OperatingSystem.IsLinux())
            Assert.That(run.Stats["c.cpuPercent"], Is.InRange(0.001, 200));
        using UdpClient free = new(UdpAddress.Loopback(port).ToEndPoint());
    }

    [Test, CancelAfter(Deadline)]
    public void Voice_and_datagrams_cross_the_relay_in_both_directions(CancellationToken deadline)
    {
        TestbedRun run = RealRun.Execute(ScenarioTexts.Read("""
            {
              "title": "x", "seconds": 3, "warmUpSeconds": 0.5, "clocks": "real",
              "links": { "link": { "down": { "delayMs": 30 }, "up": { "delayMs": 20 } } },
              "flows": [
                { "name": "down", "count": 2, "voice": { "rule": "fixed", "fixedStreams": 2 } },
                  { "name": "up", "voice": { "direction": "up", "form": "trunk" } },
                { "name": "trunk", "mixer": { "rule": "fixed", "maxStreams": 2 } },
                  { "name": "plain", "mixer": { "direction": "up", "form": "plain" } },
                { "name": "cross", "datagrams": { "rateKbps": 100 } }
              ]
            }
            """), 1, deadline);
        foreach (string voice in (string[])["down.1", "down.2", "up", "trunk", "plain"])
        {
            Assert.That(run.Stats[$"{voice}.receivedStreams.mean"], Is.Positive, voice);
            Assert.That(run.Stats[$"{voice}.rttMs.p50"], Is.GreaterThanOrEqualTo(50), $"{voice}: its reports return");
        }
        Assert.That(run.Stats["cross.delayMs.p50"], Is.GreaterThanOrEqualTo(30));
    }

    [Test, CancelAfter(Deadline)]
    public void A_port_in_use_is_reported(CancellationToken deadline)
    {
        using UdpClient taken = new(UdpAddress.Loopback().ToEndPoint());
        int port = ((IPEndPoint)taken.Client.LocalEndPoint!).Port;
        Assert.That(() => RealRun.Execute(Circuit("stock", port, seconds: 3), 1, deadline),
            Throws.InstanceOf<IOException>().With.Message.Contain($"127.0.0.1:{port}"));
    }

    [Test, CancelAfter(Deadline)]
    public void A_run_that_is_cancelled_at_once_has_nothing(CancellationToken deadline)
    {
        using CancellationTokenSource cancelled = CancellationTokenSource.CreateLinkedTokenSource(deadline);
        cancelled.Cancel();
        Assert.That(() => RealRun.Execute(Circuit("stock", 0, seconds: 3600), 1, cancelled.Token),
            Throws.InstanceOf<OperationCanceledException>());
    }

    [Test, CancelAfter(Deadline)]
    public void A_run_that_is_cancelled_later_has_the_results_so_far(CancellationToken deadline)
    {
        using CancellationTokenSource cancelled = CancellationTokenSource.CreateLinkedTokenSource(deadline);
        double seen = 0;
        TestbedRun run = RealRun.Execute(Circuit("mongoose", 0, seconds: 3600), 1, cancelled.Token, (elapsed, delivered) =>
        {
            seen = elapsed.Seconds;
            if (seen > 2 && delivered.Single().Bytes > 100_000)
                cancelled.Cancel();
        });
        TimeSeries goodput = run.Series.OfType<TimeSeries>().Single(series => series.Name == "c.goodputKbps");
        Assert.That(goodput.Values.Length * goodput.BinSeconds!.Value, Is.InRange(seen - 1, seen + 10), "only the part that was run");
        Assert.That(run.InterruptedAfterSeconds, Is.InRange(seen, seen + 10));
        Assert.That(run.Stats["c.goodputKbps"], Is.InRange(50, 1.2 * 1500));
    }

    private static Scenario Circuit(string server, int port, double seconds) => ScenarioTexts.Read($$"""
        {
          "title": "t", "clocks": ["real"], "seconds": {{seconds}}, "warmUpSeconds": 1,
          "links": { "l": { "down": { "rateKbps": 20000, "delayMs": 25 }, "up": { "delayMs": 25 } } },
          "flows": [ { "name": "c", "circuit": { "server": "{{server}}", "throttleKbps": 1500, "port": {{port}}, "details": true } } ]
        }
        """);
}
