using Mongoose.Core.Units;
using Mongoose.Voice.Feedback;
using Mongoose.Voice.Mixing.Feedback;
using Mongoose.Voice.Rtp;

namespace Mongoose.Tests.Voice.Feedback;

public sealed class FeedbackTests
{
    private const uint Trunk = 0x01020304;

    private static Instant Ms(double value) => Instant.FromMilliseconds(value);

    private static PacketArrival Arrival(uint number, double heldMs = 0) => new(number, Duration.FromMilliseconds(heldMs));

    private static byte[] Build(Instant at, int bytes = 1200, params (uint Ssrc, PacketArrival[] Arrivals)[] sources)
    {
        byte[] datagram = new byte[bytes];
        FeedbackBuilder builder = new(datagram, 9);
        foreach ((uint ssrc, PacketArrival[] arrivals) in sources)
            builder.TryAdd(ssrc, new ArrivalReport(at, arrivals));
        return datagram[..builder.End(at)];
    }

    private static CongestionFeedback FeedbackIn(ReadOnlySpan<byte> datagram)
    {
        Assert.That(RtcpPacket.TryTake(ref datagram, out RtcpPacket packet), Is.True);
        Assert.That(CongestionFeedback.TryRead(packet, out CongestionFeedback feedback), Is.True);
        return feedback;
    }

    private static uint[] NumbersOf(ArrivalReport report) => report.Arrivals.ToArray().Select(arrival => arrival.Number).ToArray();

    private static uint[] TrunkNumbers(byte[] datagram, uint highestSent) =>
        NumbersOf(new FeedbackReader().ReadTrunk(FeedbackIn(datagram), Trunk, highestSent));

    [Test]
    public void A_trunks_report_comes_back_with_its_numbers_and_times()
    {
        byte[] datagram = Build(Ms(125), 1200, (Trunk, [Arrival(65_537, 0), Arrival(65_535, 125), Arrival(65_534, 250)]));
        ArrivalReport report = new FeedbackReader().ReadTrunk(FeedbackIn(datagram), Trunk, 65_540);
        Assert.That(report.At, Is.EqualTo(Ms(125)));
        Assert.That(report.Arrivals.ToArray(), Is.EqualTo(new[] { Arrival(65_534, 250), Arrival(65_535, 125), Arrival(65_537) }));
    }

    [Test]
    public void Numbers_that_were_not_sent_yet_are_left_out()
    {
        byte[] datagram = Build(Ms(0), 1200, (Trunk, [Arrival(10), Arrival(11), Arrival(12)]));
        Assert.That(TrunkNumbers(datagram, 11), Is.EqualTo(new uint[] { 10, 11 }));
        Assert.That(TrunkNumbers(datagram, 65_536 + 11), Is.EqualTo(new uint[] { 65_546, 65_547 }));
        Assert.That(TrunkNumbers(datagram, 0), Is.Empty);
    }

    [Test]
    public void Other_sources_are_left_out() => Assert.That(TrunkNumbers(Build(Ms(0), 1200, (5, [Arrival(10)])), 20), Is.Empty);

    [Test]
    public void If_there_is_no_room_for_all_numbers_the_latest_are_reported()
    {
        PacketArrival[] arrivals = [Arrival(100), Arrival(97, 20), Arrival(90, 40)];
        Assert.That(TrunkNumbers(Build(Ms(0), 32, (Trunk, arrivals)), 100), Is.EqualTo(new uint[] { 97, 100 }));
        Assert.That(TrunkNumbers(Build(Ms(0), 16, (Trunk, arrivals)), 100), Is.Empty);
    }

    [Test]
    public void A_source_whose_numbers_do_not_fit_beside_others_is_left_to_the_next_packet()
    {
        PacketArrival[] first = [Arrival(10)], wide = [Arrival(109), Arrival(100, 40)];
        FeedbackBuilder builder = new(new byte[40], 9), next = new(new byte[40], 9);
        Assert.That(builder.TryAdd(5, new ArrivalReport(Ms(0), first)), Is.True);
        Assert.That(builder.TryAdd(Trunk, new ArrivalReport(Ms(0), wide)), Is.False);
        Assert.That(next.TryAdd(Trunk, new ArrivalReport(Ms(0), wide)), Is.True);
    }

    [Test]
    public void After_a_restart_the_latest_numbers_are_reported() =>
        Assert.That(TrunkNumbers(Build(Ms(0), 1200, (Trunk, [Arrival(50_001, 0), Arrival(50_000, 20), Arrival(100, 40)])), 50_001),
            Is.EqualTo(new uint[] { 50_000, 50_001 }));

    [Test]
    public void Without_arrivals_there_is_no_block()
    {
        FeedbackBuilder builder = new(new byte[100], 9);
        Assert.That(builder.TryAdd(Trunk, new ArrivalReport(Ms(0), [])), Is.False);
        Assert.That(builder.End(Ms(0)), Is.EqualTo(12));
    }

    [Test]
    public void Packets_of_several_streams_have_the_controllers_numbers()
    {
        NumberMap numbers = new();
        numbers.Sent(1, 65_535, 1000);
        numbers.Sent(2, 7, 1001);
        numbers.Sent(1, 0, 1002);
        byte[] datagram =
            Build(Ms(0), 1200, (1, [Arrival(65_535), Arrival(65_536), Arrival(65_537)]), (2, [Arrival(7)]), (3, [Arrival(7)]));
        Assert.That(NumbersOf(new FeedbackReader().Read(FeedbackIn(datagram), numbers)), Is.EqualTo(new uint[] { 1000, 1002, 1001 }));
    }

    [Test]
    public void A_lying_report_gives_at_most_the_reader_s_arrivals()
    {
        byte[] datagram = new byte[65_000];
        CongestionFeedbackWriter writer = new(datagram, 1);
        NumberMap numbers = new();
        numbers.Sent(Trunk, 5, 5);
        while (writer.TryAdd(Trunk, 0, 4000))
            for (int i = 0; i < 4000; i++)
                writer.Mark((ushort)i, Duration.Zero);
        byte[] packet = datagram[..writer.End(0)];
        Assert.That(TrunkNumbers(packet, 5000), Has.Length.EqualTo(FeedbackReader.MaxArrivals));
        Assert.That(NumbersOf(new FeedbackReader().Read(FeedbackIn(packet), numbers)), Is.All.EqualTo(5));
    }

    [Test]
    public void The_receivers_clock_runs_on_when_its_timestamp_wraps()
    {
        FeedbackReader reader = new();
        Instant? before = null;
        for (int hour = 0; hour < 100; hour += 3)
        {
            Instant at = reader.ReadTrunk(FeedbackIn(Build(Instant.FromSeconds(hour * 3600.0))), Trunk, 0).At;
            if (before is { } last)
                Assert.That((at - last).Seconds, Is.EqualTo(3 * 3600));
            before = at;
        }
    }

    [TestCase(0.0, 0u)]
    [TestCase(1.5, 0x18000u)]
    [TestCase(65_536.25, 0x4000u)]
    public void A_timestamp_has_16_bits_of_seconds_and_16_of_fraction(double seconds, uint timestamp) =>
        Assert.That(FeedbackIn(Build(Instant.FromSeconds(seconds))).ReportTimestamp, Is.EqualTo(timestamp));

    [Test]
    public void What_an_arrival_log_reports_comes_back()
    {
        ArrivalLog log = new(ReportTiming.Default);
        FeedbackReader reader = new();
        byte[] datagram = new byte[1200];
        SequenceExtender extender = new();
        uint[] expected = [];
        for (uint i = 0; i < 2000; i++)
        {
            Instant now = Ms(20 * i);
            if (i % 10 != 3)
                log.Arrived(extender.Extend((ushort)(65_000 + i)), now);
            if (log.NextReport > now)
                continue;
            ArrivalReport report = log.Take(now);
            expected = NumbersOf(report).Select(number => number - 65_536).Order().ToArray();
            FeedbackBuilder builder = new(datagram, 9);
            Assert.That(builder.TryAdd(Trunk, report), Is.True);
            ArrivalReport read = reader.ReadTrunk(FeedbackIn(datagram.AsSpan(0, builder.End(now))), Trunk, 65_000 + i);
            Assert.That(NumbersOf(read), Is.EqualTo(expected));
            Assert.That((read.At - now).Milliseconds, Is.EqualTo(0).Within(0.02));
        }
        Assert.That(expected, Is.Not.Empty);
    }

    [Test]
    public void Nothing_is_allocated_per_report()
    {
        FeedbackReader reader = new();
        NumberMap numbers = new();
        numbers.Sent(Trunk, 0, 0);
        byte[] datagram = new byte[1200];
        PacketArrival[] arrivals = Enumerable.Range(0, 100).Select(i => Arrival((uint)i)).ToArray();
        int sum = 0;
        Assert.That(Allocation.FewestBytes(() =>
        {
            for (uint i = 0; i < 500; i++)
            {
                numbers.Sent(Trunk, (ushort)i, i);
                FeedbackBuilder builder = new(datagram, 9);
                builder.TryAdd(Trunk, new ArrivalReport(Ms(i), arrivals));
                ReadOnlySpan<byte> rest = datagram.AsSpan(0, builder.End(Ms(i)));
                if (RtcpPacket.TryTake(ref rest, out RtcpPacket packet)
                    && CongestionFeedback.TryRead(packet, out CongestionFeedback feedback))
                    sum += reader.ReadTrunk(feedback, Trunk, 200).Arrivals.Length + reader.Read(feedback, numbers).Arrivals.Length;
            }
        }), Is.Zero);
        Assert.That(sum, Is.GreaterThan(4 * 500 * 100));
    }
}
