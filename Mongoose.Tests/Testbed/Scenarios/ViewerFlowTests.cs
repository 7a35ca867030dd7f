using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>Arrivals of viewers that receive and ack like real viewers, in figures of a run.</summary>
public sealed class ViewerFlowTests
{
    private const string Hitching = """ "hitchSeconds": 0.5, "hitchEverySeconds": 1 """;

    [Test]
    public void Without_path_control_long_frames_overflow_a_small_socket_unless_a_thread_reads_it()
    {
        TestbedRun processed = Arrival($$""" "acks": "processed", {{Hitching}} """, pathControl: false);
        TestbedRun thread = Arrival($$""" "acks": "thread", {{Hitching}} """, pathControl: false);
        Assert.That(processed.Stats["flow.overflowPercent"], Is.GreaterThan(1));
        Assert.That(processed.Stats["flow.lossPercent"], Is.GreaterThan(1), "the region sees it as ordinary loss");
        Assert.That(thread.Stats["flow.overflowPercent"], Is.Zero);
    }

    [Test]
    public void With_path_control_packets_in_flight_fit_the_socket()
    {
        TestbedRun run = Arrival($$""" "acks": "processed", {{Hitching}} """);
        Assert.That(run.Stats["flow.overflowPercent"], Is.LessThan(0.5));
    }

    [Test]
    public void A_viewer_that_acks_late_gets_packets_twice()
    {
        Assert.That(Arrival(""" "acks": "atOnce" """, "stock").Stats["flow.duplicatePercent"], Is.Zero);
        Assert.That(Arrival($$""" "acks": "processed", {{Hitching}} """, "stock").Stats["flow.duplicatePercent"], Is.GreaterThan(1));
    }

    [Test]
    public void The_last_prim_is_timed_from_the_flows_start_or_counts_to_the_end_if_one_is_missing()
    {
        Assert.That(Arrival(""" "acks": "atOnce" """).Stats["flow.lastPrimSeconds"], Is.InRange(1, 4));
        Assert.That(Arrival(""" "acks": "atOnce" """, prims: 100_000).Stats["flow.lastPrimSeconds"], Is.EqualTo(8),
            "10 s minus the start at 2 s");
    }

    [Test]
    public void Avatars_arrive_before_their_appearances()
    {
        TestbedRun run = Arrival(""" "acks": "queued" """);
        Assert.That(run.Stats["flow.earlyAppearances"], Is.Zero);
    }

    /// <param name="viewer">The viewer's keys.</param>
    /// <param name="server">The server's outbound loop.</param>
    /// <param name="prims">Number of prims; 3000 are about half a megabyte.</param>
    /// <param name="pathControl">Whether Mongoose uses path control; null for the default.</param>
    private static TestbedRun Arrival(string viewer, string server = "mongoose", int prims = 3000, bool? pathControl = null) =>
        SimulatedRun.Execute(ScenarioTexts.WithFlow($$"""
        "startSeconds": 2, "circuit": {
          "server": "{{server}}", {{(pathControl is { } on ? $"\"pathControl\": {(on ? "true" : "false")}," : "")}} "throttleKbps": 3500,
            "textures": false, "prims": {{prims}}, "avatars": 20, "viewer": { {{viewer}} }
        }
        """), 1, default);
}
