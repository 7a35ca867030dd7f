using System.Runtime.Versioning;
using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios.Reading;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>Games and applications over the kernel's UDP and TCP, between two temporary hosts.</summary>
[Category("Tun")]
[Platform("Linux")]
[SupportedOSPlatform("linux")]
[NonParallelizable] // It measures real packets.
public sealed class HostedFlowsTests
{
    private const int Deadline = 60_000;

    [Test, CancelAfter(Deadline)]
    public void Every_kind_of_flow_crosses_the_link(CancellationToken deadline)
    {
        TestbedRun run = Run("""
            { "name": "game", "game": {} },
            { "name": "web", "tcp": { "application": { "kind": "requestResponse", "responseBytes": 20000, "thinkSeconds": 0.1 } } },
            { "name": "video",
              "tcp": { "application": { "kind": "dash", "ratesKbps": [100, 200], "chunkSeconds": 0.5, "intervalSeconds": 0.2,
                "cycleSeconds": 0.5 } } },
            { "name": "calls",
              "tcp": { "application": { "kind": "onOff", "onSeconds": 0.2, "offSeconds": 0.2, "variation": "constant" } } },
            { "name": "steady", "tcp": { "application": { "kind": "paced", "rateKbps": 300 } } },
            { "name": "upload", "tcp": { "direction": "up", "application": { "kind": "bulk", "bytes": 50000 } } },
            { "name": "circuit", "circuit": { "throttleKbps": 500 } },
            { "name": "voice", "count": 2, "voice": { "rule": "fixed", "fixedStreams": 1 } },
            { "name": "trunk", "voice": { "direction": "up", "form": "trunk" } },
            { "name": "mixers", "mixer": { "rule": "fixed", "maxStreams": 1 } },
            { "name": "client", "mixer": { "direction": "up", "form": "plain", "rule": "fixed", "maxStreams": 1 } },
            { "name": "datagrams", "datagrams": { "rateKbps": 100 } }
            """, deadline);
        Assert.Multiple(() =>
        {
            Assert.That(run.Stats["game.lossPercent"], Is.LessThan(50));
            Assert.That(run.Stats["game.rttMs.p50"], Is.GreaterThan(20));
            Assert.That(run.Stats["web.responses"], Is.Positive);
            Assert.That(run.Stats["web.responseMs.p50"], Is.GreaterThan(20));
            Assert.That(run.Stats["video.responses"], Is.Positive);
            Assert.That(run.Stats["calls.goodputKbps"], Is.Positive);
            Assert.That(run.Stats["steady.goodputKbps"], Is.InRange(150, 400), "TCP alone would fill the rest of the link");
            Assert.That(run.Stats["upload.completionSeconds"], Is.GreaterThan(50_000 * 8 / 2e6));
            Assert.That(run.Stats["circuit.goodputKbps"], Is.Positive);
            Assert.That(run.Stats["steady.lineKbps"], Is.InRange(run.Stats["steady.goodputKbps"], 1.2 * run.Stats["steady.goodputKbps"]));
            Assert.That(run.Stats["voice.1.receivedStreams.mean"], Is.InRange(0.1, 1.9));
            Assert.That(run.Stats["voice.2.receivedStreams.mean"], Is.InRange(0.1, 1.9));
            Assert.That(run.Stats["trunk.rttMs.p50"], Is.GreaterThan(20), "its reports return");
            Assert.That(run.Stats["mixers.receivedStreams.mean"], Is.InRange(0.1, 1.9));
            Assert.That(run.Stats["client.receivedStreams.mean"], Is.InRange(0.1, 1.9));
            Assert.That(run.Stats["datagrams.delayMs.p50"], Is.GreaterThan(10));
        });
    }

    [Test, Measured, CancelAfter(Deadline)]
    public void The_queue_never_holds_more_than_the_receivers_window(CancellationToken deadline)
    {
        // 32 KiB are between 22 and 23 segments, 137 ms at 2 Mbit/s; the game's packets are queued between them.
        TestbedRun run = Run("""
            { "name": "game", "game": {} },
            { "name": "upload", "tcp": { "direction": "up", "receiveWindowBytes": 32768 } }
            """, deadline);
        Assert.That(run.Stats["gateway.up.queueMs.max"], Is.InRange(60, 150));
        Assert.That(run.Stats["gateway.up.utilisation"], Is.GreaterThan(0.8));
    }

    private static TestbedRun Run(string flows, CancellationToken deadline)
    {
        TunNetworks.SkipWithout();
        return RealRun.Execute(ScenarioReader.Read($$"""
            {
              "title": "x", "seconds": 4, "warmUpSeconds": 0.5,
              "links": { "gateway": { "down": { "rateKbps": 8000, "delayMs": 10 }, "up": { "rateKbps": 2000, "delayMs": 10 } } },
              "flows": [ {{flows}} ]
            }
            """, "x.json"), 1, deadline);
    }
}
