using Mongoose.Core.Channels;
using Mongoose.Core.Lines;
using Mongoose.Core.Sending;
using Mongoose.Core.Shaping;
using Mongoose.Core.Units;
using Mongoose.Tests.Core.Sending;

namespace Mongoose.Tests.Core.Lines;

/// <summary>
/// The line of the simulator's host, of 10 Mbit/s, and those who share it. Each sends what it wants, but no more than its share.
/// </summary>
public sealed class HostUplinkTests
{
    private const double Kilobits = 10_000;
    private const int PacketBytes = 1000;

    private static readonly Duration Step = Duration.FromMilliseconds(10);

    private readonly HostUplink _uplink = new(DataRate.FromKilobitsPerSecond(Kilobits), Instant.Zero);
    private readonly List<Sender> _senders = [];
    private Instant _now = Instant.Zero;

    [Test]
    public void Downloads_share_equally()
    {
        Sender[] visitors = [.. Enumerable.Range(0, 5).Select(_ => Add(_uplink.OpenDownloads(), 20_000))];
        Run(10);
        foreach (Sender visitor in visitors)
            Assert.That(visitor.Kilobits, Is.EqualTo(Total / 5).Within(0.05 * Total / 5));
        Assert.That(Total, Is.InRange(0.85 * Kilobits, 0.97 * Kilobits));
    }

    /// <summary>Otherwise the first pass with Mongoose would report the bytes of the whole time at once.</summary>
    [Test]
    public void Packets_that_stock_throttles_send_use_the_line_while_they_are_sent()
    {
        UplinkShare share = _uplink.OpenCircuits();
        RegionSender<FakePort> region = new(SendingOptions.Default, DataRate.Zero, (_, exception) => Assert.Fail(exception.Message),
            Instant.Zero, uplink: share);
        CircuitSender<FakePort> circuit = region.Open(new FakePort(), Instant.Zero);
        for (Instant now = Instant.Zero; now < Instant.FromSeconds(10); now += Step)
        {
            circuit.CountStockSent(new Grant(Channel.Asset, PacketBytes, Borrowed: false), now);
            region.ReportToUplink(now);
            Assert.That(share.Used * 8 / 1000, Is.AtMost(1000));
        }
        Assert.That(share.Used * 8 / 1000, Is.EqualTo(800).Within(5).Percent);
    }

    /// <summary>Each visitor's own line, or its downloads' own window, may be the limit that is seen first.</summary>
    [Test]
    public void Visitors_who_do_not_wait_for_the_uplink_stay_below_it_together()
    {
        for (int i = 0; i < 5; i++)
            Add(_uplink.OpenDownloads(), Kilobits / 5 * 1.02).IsSilent = true;
        Run(10);
        Assert.That(Total, Is.LessThanOrEqualTo(0.975 * Kilobits));
    }

    [Test]
    public void Visitors_with_slow_lines_and_one_with_a_fast_line_stay_below_it_together()
    {
        Sender[] slow = [.. Enumerable.Range(0, 9).Select(_ => Add(_uplink.OpenDownloads(), 1000))];
        Sender fast = Add(_uplink.OpenDownloads(), 100_000);
        Run(10);
        Assert.That(Total, Is.LessThanOrEqualTo(0.98 * Kilobits));
        Assert.That(fast.Kilobits, Is.InRange(0.7 * Kilobits / 10, 1.1 * Kilobits / 10));
        Assert.That(slow.Select(visitor => visitor.Kilobits), Has.All.GreaterThan(850));
    }

    [Test]
    public void What_a_visitor_does_not_use_others_get()
    {
        Sender small = Add(_uplink.OpenDownloads(), 500), large = Add(_uplink.OpenDownloads(), 20_000);
        Run(10);
        Assert.That(small.Kilobits, Is.EqualTo(500).Within(20));
        Assert.That(large.Kilobits, Is.GreaterThan(0.85 * (Kilobits - 500)));
    }

    [Test]
    public void Circuits_come_first()
    {
        Sender circuits = Add(_uplink.OpenCircuits(), 6000), downloads = Add(_uplink.OpenDownloads(), 20_000);
        Run(10);
        Assert.That(circuits.Kilobits, Is.EqualTo(6000 * 1.028).Within(100), "with headers");
        Assert.That(downloads.Kilobits, Is.InRange(2500, 3700));
    }

    [Test]
    public void Circuits_that_could_use_all_leave_downloads_a_tenth()
    {
        Add(_uplink.OpenCircuits(), 20_000);
        Sender downloads = Add(_uplink.OpenDownloads(), 20_000);
        Run(10);
        Assert.That(downloads.Kilobits, Is.InRange(800, 1000));
    }

    [Test]
    public void Regions_share_by_their_visitors()
    {
        Sender full = Add(_uplink.OpenCircuits(), 20_000), empty = Add(_uplink.OpenCircuits(), 20_000);
        full.Share.Visitors = 3;
        Run(10);
        Assert.That(full.Kilobits / empty.Kilobits, Is.EqualTo(3).Within(0.1));
    }

    [Test]
    public void A_visitor_who_has_left_leaves_its_share()
    {
        Sender one = Add(_uplink.OpenDownloads(), 20_000), other = Add(_uplink.OpenDownloads(), 20_000);
        Run(5);
        _uplink.Close(other.Share);
        _senders.Remove(other);
        Run(2);
        Assert.That(one.Kilobits, Is.GreaterThan(0.85 * Kilobits));
    }

    /// <summary>In no second do all together send more than the line carries, though anyone begins and ends at any time.</summary>
    [Test]
    public void All_together_stay_below_the_line([Range(1, 20)] int seed)
    {
        Random random = new(seed);
        for (int i = 0; i < 8; i++)
            Add(random.Next(2) == 0 ? _uplink.OpenCircuits() : _uplink.OpenDownloads(), 0);
        for (int second = 0; second < 60; second++)
        {
            // A change is followed by a second that is not judged: shares follow what others do.
            foreach (Sender sender in _senders)
                sender.Wanted = random.Next(3) == 0 ? random.Next(0, 20_000) : sender.Wanted;
            Run(1);
            Run(1);
            Assert.That(Total, Is.LessThanOrEqualTo(1.01 * Kilobits), $"second {second}");
        }
    }

    private double Total => _senders.Sum(sender => sender.Kilobits);

    private Sender Add(UplinkShare share, double wanted)
    {
        Sender sender = new(share) { Wanted = wanted };
        _senders.Add(sender);
        return sender;
    }

    private void Run(double seconds)
    {
        foreach (Sender sender in _senders)
            sender.Begin();
        for (Instant end = _now + Duration.FromSeconds(seconds); _now < end;)
        {
            _now += Step;
            foreach (Sender sender in _senders)
                sender.Send(_now);
        }
        foreach (Sender sender in _senders)
            sender.End(seconds);
    }

    private sealed class Sender(UplinkShare share)
    {
        private double _bytes, _debt;

        public UplinkShare Share => share;

        public double Wanted { get; set; }

        /// <summary>Whether it does not report that it waits.</summary>
        public bool IsSilent { get; set; }

        /// <summary>What it has sent in the last run, with headers of 28 bytes, the least that there are.</summary>
        public double Kilobits { get; private set; }

        public void Begin() => _bytes = 0;

        public void Send(Instant now)
        {
            double rate = Math.Min(Wanted, share.Rate.KilobitsPerSecond);
            if (Wanted > rate && !IsSilent)
                share.NoteLimited(now);
            _debt += rate * 1000 / 8 * Step.Seconds;
            int packets = (int)(_debt / PacketBytes);
            _debt -= packets * PacketBytes;
            share.Count(packets * PacketBytes, packets);
            _bytes += packets * (PacketBytes + 28);
            share.Update(now);
        }

        public void End(double seconds) => Kilobits = _bytes * 8 / 1000 / seconds;
    }
}
