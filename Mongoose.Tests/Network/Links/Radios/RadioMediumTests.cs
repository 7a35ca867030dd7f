using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Bandwidths;
using Mongoose.Network.Links.Monitors;
using Mongoose.Network.Links.Radios;
using Mongoose.Network.Numerics;
using Mongoose.Network.Packets;
using Mongoose.Network.Queues;
using Mongoose.Network.Tcp;
using Mongoose.Network.Tcp.Endpoints;
using NUnit.Framework.Constraints;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Links.Radios;

public sealed class RadioMediumTests
{
    private static readonly RadioOptions Steady = new() { Deviation = 0 };

    [Test]
    public void A_packet_takes_the_overhead_and_its_bits_at_the_rate()
    {
        // 187 us and 12 000 bits at 54 Mbit/s; then the same at the lowest rate.
        Assert.That(Finish(new RadioMedium(Steady, 1), 1500, Instant.Zero), Is.EqualTo(new Instant(187_000 + 222_223)));
        Assert.That(Finish(new RadioMedium(Steady with { MeanSnr = 0 }, 1), 1500, Instant.Zero),
            Is.EqualTo(new Instant(187_000 + 2_000_000)));
    }

    [TestCase(26, 54)]
    [TestCase(25.9, 48)]
    [TestCase(24, 36)]
    [TestCase(20, 24)]
    [TestCase(14, 18)]
    [TestCase(12, 12)]
    [TestCase(11, 9)]
    [TestCase(9.9, 6)]
    [TestCase(-20, 6)]
    public void The_rate_follows_from_the_signal_to_noise_ratio(double snr, double mbps) =>
        Assert.That(RadioRates.At(snr).MegabitsPerSecond, Is.EqualTo(mbps));

    [ForAll(MaxTest = 100, Replay = "20261123,13")]
    public void Two_directions_never_send_at_the_same_time(int seed)
    {
        Random random = new(seed);
        RadioMedium medium = new(new RadioOptions(), seed);
        ITransmitter[] ways = [medium.Bandwidth.Start(Instant.Zero), medium.Bandwidth.Start(Instant.Zero)];
        Instant now = Instant.Zero, free = Instant.Zero;
        for (int i = 0; i < 200; i++)
        {
            now += new Duration(random.Next(1_000_000));
            int bytes = random.Next(40, 1501);
            Instant end = ways[random.Next(2)].Finish(bytes, now, false), start = Instant.Max(now, free);
            Duration bits = end - start - Steady.Overhead;
            Assert.That(Enumerable.Range(-10, 50).Select(snr => RadioRates.At(snr).TimeToSend(bytes)), Does.Contain(bits),
                "its bits at one of the rates");
            free = end;
        }
    }

    [Test]
    public void Two_saturated_directions_take_turns_and_share_the_time_of_one()
    {
        int alone = Sent(both: false), shared = Sent(both: true);
        Assert.That(alone, Is.EqualTo(2443), "a second of 409.223 us each");
        Assert.That(shared, Is.EqualTo(alone / 2).Within(1));

        static int Sent(bool both)
        {
            RadioMedium medium = new(Steady, 1);
            LinkOptions options = new() { Bandwidth = medium.Bandwidth, Queue = new() { Limit = QueueLimit.OfPackets(5000) } };
            LinkRig down = new(options);
            Link up = new(down.Clock, options);
            for (int i = 0; i < 4000; i++)
            {
                down.Send(i, 1500);
                if (both)
                    Send(up);
            }
            down.Clock.RunUntil(Instant.FromSeconds(1));
            return down.Delivered.Count;
        }
    }

    [Test]
    public void By_default_TCP_has_19_Mbps_of_a_steady_medium()
    {
        RadioMedium medium = new(Steady, 1);
        LinkOptions options = new()
        {
            Bandwidth = medium.Bandwidth,
            Delay = Duration.FromMilliseconds(5),
            Queue = new() { Limit = QueueLimit.OfPackets(100) }
        };
        FlowRig rig = new(options, options);
        TcpFlow flow = rig.NewFlow(TcpOptions.Linux with { SegmentsPerAck = 1 });
        flow.SetUnlimited(true);
        rig.Clock.RunFor(Duration.FromSeconds(5));
        Assert.That(rig.RateOver(flow, Duration.FromSeconds(10)).MegabitsPerSecond, Is.EqualTo(19.2).Within(0.2));
        Assert.That(medium.AirTime / (rig.Clock.Now - Instant.Zero), Is.EqualTo(1).Within(0.02), "the medium is busy");
    }

    [Test]
    public void Shadowing_moves_the_rate_and_the_seed_determines_it()
    {
        Instant[] first = Departures(1), again = Departures(1), other = Departures(2);
        Assert.That(again, Is.EqualTo(first));
        Assert.That(other, Is.Not.EqualTo(first));
        Assert.That(Departures(1, deviation: 0), Is.EqualTo(Departures(2, deviation: 0)));

        static Instant[] Departures(long seed, double deviation = 9)
        {
            RadioMedium medium = new(new RadioOptions { Deviation = deviation }, seed);
            ITransmitter way = medium.Bandwidth.Start(Instant.Zero);
            return Enumerable.Range(0, 300).Select(i => way.Finish(1500, Instant.FromMilliseconds(100 * i), false)).ToArray();
        }
    }

    [Test]
    public void Shadowing_has_its_deviation_and_its_correlation_time()
    {
        const double Deviation = 9;
        Shadowing shadowing = new(Deviation, Duration.FromSeconds(1), new SeededRandom(7));
        double[] values = Enumerable.Range(0, 100_000).Select(i => shadowing.At(Duration.FromMilliseconds(100 * i))).ToArray();
        double variance = values.Average(value => value * value);
        double afterOneSecond = values.Skip(10).Zip(values, (later, earlier) => later * earlier).Average() / variance;
        Assert.That(values.Average(), Is.EqualTo(0).Within(0.5));
        Assert.That(Math.Sqrt(variance), Is.EqualTo(Deviation).Within(0.3));
        Assert.That(afterOneSecond, Is.EqualTo(1 / Math.E).Within(0.03));
    }

    [Test]
    public void A_monitor_reports_no_utilisation()
    {
        LinkRig rig = new(new LinkOptions { Bandwidth = new RadioMedium(Steady, 1).Bandwidth });
        LinkMonitor monitor = new(rig.Link, Instant.Zero, Instant.Zero, Duration.FromMilliseconds(1));
        rig.Link.Monitor = monitor;
        rig.Send(1, 1500);
        rig.Clock.RunUntil(Instant.FromMilliseconds(5));
        Assert.That(rig.Delivered, Has.Count.EqualTo(1));
        Assert.That(monitor.Utilisation(Instant.FromMilliseconds(5)), Is.Null);
    }

    [Test]
    public void Options_out_of_range_are_refused()
    {
        Assert.That(() => new RadioMedium(Steady with { Deviation = 31 }, 1), Refused("radio, deviation 31: allowed are 0 to 30"));
        Assert.That(() => new RadioMedium(Steady with { MeanSnr = -1 }, 1),
            Refused("radio, mean signal-to-noise ratio -1: allowed are 0 to 100"));
        Assert.That(() => new RadioMedium(Steady with { Overhead = Duration.FromMilliseconds(101) }, 1),
            Refused("radio, overhead 101 ms: allowed are 0 to 100 ms"));
        Assert.That(() => new RadioMedium(Steady with { Correlation = Duration.FromMilliseconds(9) }, 1),
            Refused("radio, correlation time 9 ms: allowed are 10 to 1000000000 ms"));

        static IResolveConstraint Refused(string message) => Throws.ArgumentException.With.Message.EqualTo(message);
    }

    private static Instant Finish(RadioMedium medium, int bytes, Instant start) =>
        medium.Bandwidth.Start(Instant.Zero).Finish(bytes, start, false);

    private static void Send(Link link)
    {
        DatagramPacket packet = DatagramPacket.NewPool().Rent();
        packet.Set(default, new byte[1500 - DatagramPacket.HeaderBytes]);
        packet.Receiver = new Discard();
        link.Receive(packet);
    }

    private sealed class Discard : IPacketReceiver
    {
        public void Receive(Packet packet) => packet.Release();
    }
}
