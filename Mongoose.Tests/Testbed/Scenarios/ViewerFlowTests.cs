using Mongoose.Testbed.Results;
using Mongoose.Testbed.Scenarios.Running;

namespace Mongoose.Tests.Testbed.Scenarios;

/// <summary>Arrivals of viewers that receive and ack as viewers do, in figures of a run.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class ViewerFlowTests
{
    private const string Hitching = """ "hitchSeconds": 0.5, "hitchEverySeconds": 1 """;

    [Test]
    public void Without_path_control_long_frames_overflow_a_viewer_with_a_small_socket_and_none_with_a_thread()
    {
        TestbedRun processed = Arrival($$""" "acks": "processed", {{Hitching}} """, pathControl: false);
        TestbedRun thread = Arrival($$""" "acks": "thread", {{Hitching}} """, pathControl: false);
        Assert.That(processed.Stats["flow.overflowPercent"], Is.GreaterThan(1));
        Assert.That(processed.Stats["flow.lossPercent"], Is.GreaterThan(1), "to the region it is loss like any other");
        Assert.That(thread.Stats["flow.overflowPercent"], Is.Zero);
    }

    [Test]
    public void With_path_control_what_is_in_flight_fits_the_socket()
    {
        TestbedRun run = Arrival($$""" "acks": "processed", {{Hitching}} """);
        Assert.That(run.Stats["flow.overflowPercent"], Is.LessThan(0.5));
    }

    [Test]
    public void A_viewer_that_acks_late_is_sent_the_same_packets_again()
    {
        Assert.That(Arrival(""" "acks": "atOnce" """, "stock").Stats["flow.duplicatePercent"], Is.Zero);
        Assert.That(Arrival($$""" "acks": "processed", {{Hitching}} """, "stock").Stats["flow.duplicatePercent"], Is.GreaterThan(1));
    }

    [Test]
    public void The_last_prim_is_timed_from_the_flows_start_and_a_viewer_that_misses_one_waits_to_the_end()
    {
        Assert.That(Arrival(""" "acks": "atOnce" """).Stats["flow.lastPrimSeconds"], Is.InRange(1, 4));
        Assert.That(Arrival(""" "acks": "atOnce" """, prims: 100_000).Stats["flow.lastPrimSeconds"], Is.EqualTo(8), "ten less the start at two");
    }

    [Test]
    public void Avatars_come_before_their_appearances()
    {
        TestbedRun run = Arrival(""" "acks": "queued" """);
        Assert.That(run.Stats["flow.earlyAppearances"], Is.Zero);
    }

    /// <param name="viewer">Its keys.</param>
    /// <param name="server">Whose outbound loop.</param>
    /// <param name="prims">3000 are about half a megabyte.</param>
    /// <param name="pathControl">Of Mongoose.</param>
    private static TestbedRun Arrival(string viewer, string server = "mongoose", int prims = 3000, bool? pathControl = null) => SimulatedRun.Execute(ScenarioTexts.WithFlow($$"""
        "startSeconds": 2, "circuit": {
          "server": "{{server}}", {{(pathControl is { } on ? $"\"pathControl\": {(on ? "true" : "false")}," : "")}} "throttleKbps": 3500, "textures": false, "prims": {{prims}}, "avatars": 20, "viewer": { {{viewer}} }
        }
        """), 1, default);
}
