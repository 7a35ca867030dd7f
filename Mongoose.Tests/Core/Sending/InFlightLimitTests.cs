using Mongoose.Core.Channels;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

/// <summary>The limit on unacknowledged data.</summary>
public sealed class InFlightLimitTests
{
    [TestCase(8, 100, 600_000)]
    [TestCase(8, 0, 500_000)]
    [TestCase(1.5, 100, 112_500)]
    [TestCase(0.8, 100, 65_536)] // 60 000
    [TestCase(0, 100, 65_536)]
    [TestCase(8, 600, 1_048_576)] // 1 100 000
    [TestCase(100, 0, 1_048_576)]
    public void It_is_the_rate_times_round_trip_plus_half_a_second_between_64_KiB_and_1_MiB(
        double megabits, double roundTrip, long bytes) =>
        Assert.That(InFlightLimit.Default.BytesAt(DataRate.FromMegabitsPerSecond(megabits), Duration.FromMilliseconds(roundTrip)),
            Is.EqualTo(bytes));

    [TestCase(1, 65_536, false)]
    [TestCase(1, 65_537, true)]
    [TestCase(128, 1000, false)]
    [TestCase(129, 1000, true)]
    public void It_is_exceeded_by_bytes_or_by_one_packet_per_512_bytes(int packets, long bytes, bool isExceeded) =>
        Assert.That(InFlightLimit.IsExceeded(new InFlight(packets, bytes, 0), 65_536), Is.EqualTo(isExceeded));

    [Test]
    public void Beyond_it_only_resends_are_sent([Values] bool isPolled)
    {
        SenderRig rig = new(isPolled ? SenderRig.Polled : SenderRig.EventDriven);
        CircuitSender<FakePort> circuit = rig.Open();
        circuit.Port.Enqueue(Channel.Task).Enqueue(Channel.Resend, 500).Enqueue(Channel.Texture).InFlight = new InFlight(70, 65_537, 1);
        rig.Run(100);
        Assert.That(circuit.InFlightLimitBytes, Is.EqualTo(65_536));
        Assert.That(circuit.Port.Log.Select(sent => sent.Grant.Channel), Is.EqualTo(new[] { Channel.Resend }));

        circuit.Port.InFlight = new InFlight(70, 65_536, 2);
        circuit.Notify(CircuitEvents.Acks);
        rig.Run(100);
        Assert.That(circuit.Port.Log, Has.Count.EqualTo(3));
    }

    [Test]
    public void It_takes_effect_in_mid_pass()
    {
        SenderRig rig = new(SenderRig.EventDriven);
        FakePort port = new FakePort { IsReliable = true }.Enqueue(Channel.Asset, 1000, packets: 200);
        CircuitSender<FakePort> circuit = rig.Open(8000, port);
        circuit.Port.Path = new PathTimes(Duration.Zero, Duration.FromSeconds(10));
        port.Rates = SenderRig.Rates(8000);
        rig.Run(1000);
        Assert.That(port.SentBytes, Is.EqualTo(200_000), "of 500 000");

        port.Enqueue(Channel.Asset, 1000, packets: 1000);
        circuit.Notify(CircuitEvents.Packets);
        rig.Run(900);
        Assert.That(port.SentBytes, Is.EqualTo(501_000), "the packet that exceeds it is the last");
    }

    [Test]
    public void A_stall_is_counted_once_each_time_the_limit_is_reached()
    {
        SenderRig rig = new(SenderRig.Polled);
        CircuitSender<FakePort> circuit = rig.Open();
        circuit.Port.Enqueue(Channel.Task, 100, packets: 1000);
        for (int closing = 1; closing <= 3; closing++)
        {
            circuit.Port.InFlight = new InFlight(1, 1_000_000, 2 * closing);
            rig.Run(100);
            Assert.That((circuit.Counters.Stalls, rig.Sender.Counters.Stalls), Is.EqualTo(((long)closing, (long)closing)));
            circuit.Port.InFlight = new InFlight(1, 1000, 2 * closing + 1);
            rig.Run(100);
        }
        Assert.That(circuit.Counters.Stalls, Is.EqualTo(3));
    }
}
