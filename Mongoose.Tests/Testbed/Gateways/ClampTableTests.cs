using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Queues;
using Mongoose.Testbed.Gateways;
using Mongoose.Tests.Network.Queues;

namespace Mongoose.Tests.Testbed.Gateways;

[Parallelizable(ParallelScope.All)]
public sealed class ClampTableTests
{
    private static readonly Duration Second = Duration.FromSeconds(1);
    private static readonly ClampOptions Given = new() { Rate = DataRate.FromMegabitsPerSecond(19) };
    private static readonly ClampOptions Measured = new() { Auto = true };
    private static readonly ClampOptions Upstream = Given with { Auto = true, Queue = ClampedQueue.Upstream };
    private static readonly QueueOptions Fifo = new();

    [Test]
    public void A_row_has_both_halves_of_the_round_trip_the_windows_and_the_rate() =>
        Assert.That(Cells(Flow(1, kbps: 5900, target: 24_889)), Is.EqualTo(
            new[] { "3", "clamp", "10.0.0.1:1", ">", "10.0.0.2:9000", "udp", "30.3", "0.1", "24889", "24832", "5900.0", "active" }));

    [Test]
    public void What_is_not_known_is_a_dash() =>
        Assert.That(Cells(Flow(1, kbps: 0, target: null) with { SenderHalf = null, ReceiverHalf = null, IsActive = false }), Is.EqualTo(
            new[] { "3", "clamp", "10.0.0.1:1", ">", "10.0.0.2:9000", "udp", "-", "-", "-", "24832", "0.0", "idle" }));

    [Test]
    public void The_busiest_flows_come_first_and_surplus_flows_share_one_row()
    {
        ClampedFlowReading[] flows = Enumerable.Range(1, 11).Select(port => Flow((ushort)port, kbps: port, target: 1) with { IsActive = port != 2 }).ToArray();
        string[] lines = ClampTable.Rows(Second * 3, Reading(flows)).Select(ClampTable.Line).ToArray();
        Assert.That(lines, Has.Length.EqualTo(9));
        Assert.That(lines[0], Does.Contain("10.0.0.1:11 "));
        Assert.That(lines[^1].Split(' ', StringSplitOptions.RemoveEmptyEntries), Is.EqualTo(
            new[] { "3", "clamp", "3", "more", "-", "-", "-", "-", "6.0", "2", "active" }));
    }

    [Test]
    public void Cells_and_headings_are_aligned()
    {
        string heading = ClampTable.Line(ClampTable.Columns), line = ClampTable.Rows(Second, Reading(Flow(1, 5900, 24_889))).Select(ClampTable.Line).Single();
        Assert.That(line.IndexOf("10.0.0.1", StringComparison.Ordinal), Is.EqualTo(heading.IndexOf("flow", StringComparison.Ordinal)));
        Assert.That(line.IndexOf("5900.0", StringComparison.Ordinal) + "5900.0".Length, Is.EqualTo(heading.IndexOf("kbit/s", StringComparison.Ordinal) + "kbit/s".Length));
    }

    [Test]
    public void The_state_says_whether_the_capacity_is_given_estimated_or_measured()
    {
        const string rest = "other traffic 36.0 kbit/s, standing queue 0.4 ms, limits 1 of 2 TCP flows";
        ClampReading reading = Reading(Flow(1, 5900, 24_889), Flow(2, 100, null));
        Assert.Multiple(() =>
        {
            Assert.That(ClampText.State(reading, Given, Fifo), Is.EqualTo($"clamp: capacity 19 Mbit/s (given), {rest}"));
            Assert.That(ClampText.State(reading, Measured, Fifo), Is.EqualTo($"clamp: capacity 19 Mbit/s (measured), {rest}"));
            Assert.That(ClampText.State(reading, Upstream, Fifo), Is.EqualTo($"clamp: capacity 19 Mbit/s (estimated), {rest}"));
            Assert.That(ClampText.State(reading with { Capacity = null }, Measured, Fifo), Is.EqualTo($"clamp: capacity not measured yet, {rest}"));
        });
    }

    [Test]
    public void A_clamp_that_has_let_go_says_why_and_which_queue_can_help()
    {
        const string cause = "has let go: a flow that cannot be clamped (such as QUIC) keeps the queue full. The clamp cannot help here; ";
        ClampReading reading = Reading() with { Released = true };
        Assert.Multiple(() =>
        {
            Assert.That(ClampText.State(reading, Measured, Fifo), Does.EndWith(cause + "--queue fq_codel can"));
            Assert.That(ClampText.State(reading, Measured, new QueueOptions { Discipline = "codel" }), Does.EndWith(cause + "--queue fq_codel can"));
            Assert.That(ClampText.State(reading, Measured, new QueueOptions { Discipline = "fq_pie" }),
                Does.EndWith(cause + "fq_pie, the queue of this gateway, keeps the delay of the other flows short"));
            Assert.That(ClampText.State(reading, Upstream, Fifo), Does.EndWith(cause + "a shaper below the line's rate with fq_codel as its queue can"));
        });
    }

    [Test]
    public void The_total_says_for_how_much_of_the_time_the_clamp_had_let_go() =>
        Assert.That(ClampText.Total(Second * 15, Second * 60), Is.EqualTo("clamp: had let go for 15.0 s of 60.0 s (25 %)"));

    [Test]
    public void Readings_add_up_the_time_and_keep_the_latest_state()
    {
        ClampReading latest = Reading(Flow(1, 5900, 24_889));
        GatewayReading without = new(Second, Second, [], []), first = without with { Clamp = new(Reading(), Second * 0.25) };
        GatewayReading later = new(Second * 2, Second, [], [], new(latest, Second * 0.5));
        Assert.That(first.With(later).Clamp, Is.EqualTo(new ClampPeriod(latest, Second * 0.75)));
        Assert.That(without.With(without).Clamp, Is.Null);
    }

    [Test]
    public void A_release_lasts_from_one_sample_to_the_next()
    {
        ReleaseMeter meter = new(At(0));
        meter.Note(false, At(1));
        meter.Note(true, At(2));
        Assert.That(meter.Take(), Is.EqualTo(Duration.Zero));
        meter.Note(true, At(3));
        meter.Note(false, At(5));
        meter.Note(false, At(9));
        Assert.That(meter.Take(), Is.EqualTo(Second * 3));
        Assert.That(meter.Take(), Is.EqualTo(Duration.Zero), "the time was reset");
    }

    private static Instant At(double seconds) => Instant.Zero + Duration.FromSeconds(seconds);

    private static string[] Cells(ClampedFlowReading flow) =>
        ClampTable.Rows(Second * 3, Reading(flow)).Select(ClampTable.Line).Single().Split(' ', StringSplitOptions.RemoveEmptyEntries);

    private static ClampReading Reading(params ClampedFlowReading[] flows) =>
        new(DataRate.FromMegabitsPerSecond(19), DataRate.FromKilobitsPerSecond(36), false, Duration.FromMilliseconds(0.4), flows);

    private static ClampedFlowReading Flow(ushort port, double kbps, long? target) => new(TestPacket.FlowOf(port),
        Duration.FromMilliseconds(30.3), Duration.FromMilliseconds(0.1), target, 24_832, DataRate.FromKilobitsPerSecond(kbps), true);
}
