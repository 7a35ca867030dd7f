using Mongoose.Core.Units;
using Mongoose.Network.Clamping;
using Mongoose.Network.Clamping.Options;
using Mongoose.Network.Queues;
using Mongoose.Testbed.Gateways;

namespace Mongoose.Tests.Testbed.Gateways;

public sealed class ClampTableTests
{
    private static readonly Duration Second = Duration.FromSeconds(1);
    private static readonly ClampOptions Given = new() { Rate = DataRate.FromMegabitsPerSecond(19) };
    private static readonly ClampOptions Measured = new() { Auto = true };
    private static readonly QueueOptions Fifo = new();

    [Test]
    public void A_row_has_both_halves_of_the_round_trip_the_windows_and_the_rate() =>
        Assert.That(Cells(Flow(1, kbps: 5900, target: 24_889)), Is.EqualTo(
            new[] { "3", "clamp", "10.0.0.1:1", ">", "10.0.0.2:9000", "udp", "30.3", "0.1", "24889", "24832", "5900.0", "active" }));

    [Test]
    public void What_is_not_known_is_a_dash() =>
        Assert.That(Cells(Flow(1, kbps: 0, target: null) with { MinSenderRtt = null, MinReceiverRtt = null, IsActive = false }), Is.EqualTo(
            new[] { "3", "clamp", "10.0.0.1:1", ">", "10.0.0.2:9000", "udp", "-", "-", "-", "24832", "0.0", "idle" }));

    [Test]
    public void The_busiest_flows_come_first_and_surplus_flows_share_one_row()
    {
        ClampedFlowReading[] flows = Enumerable.Range(1, 11)
            .Select(port => Flow((ushort)port, kbps: port, target: 1) with { IsActive = port != 2 }).ToArray();
        string[] lines = ClampTable.Rows(Second * 3, Reading(flows)).Select(ClampTable.Line).ToArray();
        Assert.That(lines, Has.Length.EqualTo(9));
        Assert.That(lines[0], Does.Contain("10.0.0.1:11 "));
        Assert.That(lines[^1].Split(' ', StringSplitOptions.RemoveEmptyEntries), Is.EqualTo(
            new[] { "3", "clamp", "3", "more", "-", "-", "-", "-", "6.0", "2", "active" }));
    }

    [Test]
    public void Cells_and_headings_are_aligned()
    {
        string heading = ClampTable.Line(ClampTable.Columns),
            line = ClampTable.Rows(Second, Reading(Flow(1, 5900, 24_889))).Select(ClampTable.Line).Single();
        Assert.That(line.IndexOf("10.0.0.1", StringComparison.Ordinal), Is.EqualTo(heading.IndexOf("flow", StringComparison.Ordinal)));
        Assert.That(line.IndexOf("5900.0", StringComparison.Ordinal) + "5900.0".Length,
            Is.EqualTo(heading.IndexOf("kbit/s", StringComparison.Ordinal) + "kbit/s".Length));
    }

    [Test]
    public void The_state_says_whether_the_capacity_is_given_or_measured()
    {
        const string rest = "sparse traffic 36.0 kbit/s, greedy traffic 0.0 kbit/s, standing queue 0.4 ms, limits 1 of 2 TCP flows";
        ClampReading reading = Reading(Flow(1, 5900, 24_889), Flow(2, 100, null));
        Assert.Multiple(() =>
        {
            Assert.That(ClampText.State(reading, Given, Fifo), Is.EqualTo($"clamp: capacity 19 Mbit/s (given), {rest}"));
            Assert.That(ClampText.State(reading, Measured, Fifo), Is.EqualTo($"clamp: capacity 19 Mbit/s (measured), {rest}"));
            Assert.That(ClampText.State(reading with { Capacity = null }, Measured, Fifo),
                Is.EqualTo($"clamp: capacity not measured yet, {rest}"));
        });
    }

    [Test]
    public void The_state_names_the_traffic_that_is_taken_from_the_capacity_and_the_traffic_that_counts_as_flows()
    {
        ClampReading reading = Reading() with { Greedy = DataRate.FromMegabitsPerSecond(23) };
        Assert.That(ClampText.State(reading, Given, Fifo), Does.Contain(", sparse traffic 36.0 kbit/s, greedy traffic 23000.0 kbit/s, "));
        Assert.That(ClampText.State(Reading(), Given with { Udp = ClampUdp.All }, Fifo),
            Does.Contain(", other traffic 36.0 kbit/s, ").And.Not.Contain("sparse"));
    }

    [Test]
    public void A_clamp_that_has_let_go_names_a_flow_that_cannot_be_clamped_only_if_there_is_one()
    {
        ClampReading reading = Reading() with { Released = true };
        Assert.That(ClampText.State(reading with { Greedy = DataRate.FromBitsPerSecond(1) }, Measured, Fifo), Does.EndWith(
            ", released: there is a flow that cannot be clamped (such as QUIC); --queue fq_codel can help"));
        Assert.That(ClampText.State(reading, Measured, Fifo), Does.EndWith(", released: a queue stands although the windows fit, "
            + "for example because there are more flows than the least windows allow; --queue fq_codel can help"));
    }

    [TestCase("fifo", "--queue fq_codel can help")]
    [TestCase("codel", "--queue fq_codel can help")]
    [TestCase("fq_codel", "fq_codel, the queue of this gateway, keeps the delay of the other flows short")]
    [TestCase("fq_pie", "fq_pie, the queue of this gateway, keeps the delay of the other flows short")]
    public void A_clamp_that_has_let_go_says_which_queue_can_help(string queue, string expected) => Assert.That(
        ClampText.State(Reading() with { Released = true }, Measured, new QueueOptions { Discipline = queue }),
        Does.EndWith("; " + expected));

    [Test]
    public void The_total_says_for_how_much_of_the_time_the_clamp_had_let_go() =>
        Assert.That(ClampText.Total(Second * 15, Second * 60), Is.EqualTo("clamp: released for 15.0 s of 60.0 s (25 %)"));

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
        meter.Sample(false, At(1));
        meter.Sample(true, At(2));
        Assert.That(meter.Take(), Is.EqualTo(Duration.Zero));
        meter.Sample(true, At(3));
        meter.Sample(false, At(5));
        meter.Sample(false, At(9));
        Assert.That(meter.Take(), Is.EqualTo(Second * 3));
        Assert.That(meter.Take(), Is.EqualTo(Duration.Zero), "the time was reset");
    }

    [Test]
    public void Samples_count_the_time_of_a_release_and_allocate_nothing()
    {
        ClampRig rig = new(Measured);
        RigFlow flow = new RigFlow(rig, 1, 40, 10).Start();
        rig.RunUntil(0.2);
        for (int ms = 200; ms < 5000; ms++)
            rig.Clamp.OnDequeued(1500, Second, At(ms / 1000.0));
        Assert.That(flow.Fields, Is.Not.Empty);
        GatewayClamp clamp = new(rig.Clamp, At(5));
        clamp.Sample(At(5));
        clamp.Sample(At(6));
        Assert.That(clamp.Take(At(7)).Released, Is.EqualTo(Second * 2));
        Assert.That(Allocation.FewestBytes(() => clamp.Sample(At(8))), Is.Zero);
    }

    private static Instant At(double seconds) => Instant.Zero + Duration.FromSeconds(seconds);

    private static string[] Cells(ClampedFlowReading flow) =>
        ClampTable.Rows(Second * 3, Reading(flow)).Select(ClampTable.Line).Single().Split(' ', StringSplitOptions.RemoveEmptyEntries);

    private static ClampReading Reading(params ClampedFlowReading[] flows) =>
        new(DataRate.FromMegabitsPerSecond(19), DataRate.FromKilobitsPerSecond(36), DataRate.Zero, false,
            Duration.FromMilliseconds(0.4), flows);

    private static ClampedFlowReading Flow(ushort port, double kbps, long? target) => new(TestPacket.FlowOf(port),
        Duration.FromMilliseconds(30.3), Duration.FromMilliseconds(0.1), target, 24_832, DataRate.FromKilobitsPerSecond(kbps), true);
}
