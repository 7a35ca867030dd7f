using Mongoose.Core.Loss;
using Mongoose.Core.Paths;
using Mongoose.Core.Units;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Paths;

/// <summary>Packets that are late and not lost. A packet is sent per millisecond unless a test says otherwise.</summary>
public sealed class LatePacketsTests
{
    private const int Bytes = 1000;

    private SentPackets _sent = new();
    private Instant _now = Instant.FromSeconds(1);

    // ---- learning ----

    [Test]
    public void Only_a_path_that_has_reordered_packets_makes_a_loss_wait()
    {
        Send(1, 50);
        Acknowledge(2, 4);
        Assert.That(Overtaken(), Is.EqualTo(new[] { 1u }));
        Acknowledge(1);
        Acknowledge(6, 8);
        Assert.That(Overtaken(), Is.Empty, "5 may be as late as 1 was");
        Acknowledge(9, 40);
        Assert.That(Overtaken(), Is.EqualTo(new[] { 5u }), "but not by 35 ms");
    }

    [Test]
    public void The_order_of_acks_in_one_datagram_is_no_reordering()
    {
        Send(1, 12);
        for (uint number = 12; number > 6; number--)
            Acknowledge(number);
        Acknowledge(1, 5);
        Assert.That(Overtaken(), Is.EqualTo(new[] { 6u }), "found immediately");
        Send(13, 16);
        Acknowledge(14, 16);
        Assert.That(Overtaken(), Is.EqualTo(new[] { 13u }), "as before");
    }

    [Test]
    public void A_late_packet_that_was_not_yet_lost_widens_the_tolerance_too()
    {
        Send(1, 10);
        Acknowledge(2, 3);
        Assert.That(Overtaken(), Is.Empty, "overtaken by two");
        Acknowledge(1);
        Acknowledge(5, 10);
        Assert.That(Overtaken(), Is.Empty, "4 is only 6 ms older than 10");
    }

    [Test]
    public void Packets_of_one_burst_have_the_same_send_time_and_can_be_late()
    {
        for (uint burst = 0; burst < 5; burst++)
        {
            uint first = 30 * burst + 1;
            for (uint number = first; number < first + 30; number++)
                Sent(number);
            for (uint datagram = 0; datagram < 3; datagram++)
            {
                for (uint place = 0; place < 10; place++)
                    Acknowledge(first + 29 - 10 * datagram - place);
                Assert.That(Overtaken(), burst == 0 ? Is.Not.Null : Is.Empty, $"burst {burst}, datagram {datagram}");
            }
            Pass(100);
        }
    }

    [Test]
    public void A_quarter_of_the_round_trip_is_no_loss_where_packets_are_reordered()
    {
        _sent.MinRoundTrip = Duration.FromMilliseconds(200);
        LearnReordering();
        Send(11, 100);
        Acknowledge(12, 60);
        Assert.That(Overtaken(), Is.Empty, "49 ms");
        Acknowledge(61);
        Assert.That(Overtaken(), Is.EqualTo(new[] { 11u }), "50 ms");
    }

    [Test]
    public void Without_late_packets_losses_are_found_immediately_again()
    {
        LearnReordering();
        Pass(61_000);
        Send(11, 14);
        Acknowledge(12, 14);
        Assert.That(Overtaken(), Is.EqualTo(new[] { 11u }));
    }

    [Test]
    public void A_late_ack_of_a_resent_packet_widens_only_if_the_sender_says_that_it_answers_the_first_transmission()
    {
        Send(1, 30);
        _sent.Sent(1, Bytes, isResend: true, _now);
        Acknowledge(2, 10);
        Assert.That(Overtaken(), Is.EqualTo(new[] { 1u }));
        Assert.That(_sent.TryAcknowledge(1, out SentPacket packet), Is.True);
        Acknowledge(12, 14);
        Assert.That(Overtaken(), Is.EqualTo(new[] { 11u }), "the ack may answer the resend");
        _sent.RecordArrival(packet);
        Acknowledge(16, 20);
        Assert.That(Overtaken(), Is.Empty);
    }

    [Test]
    public void Tolerance_works_across_the_wrap_of_numbers()
    {
        Send(uint.MaxValue - 4, 5);
        Acknowledge(uint.MaxValue - 3, uint.MaxValue);
        Assert.That(Overtaken(), Is.EqualTo(new[] { uint.MaxValue - 4 }));
        Acknowledge(uint.MaxValue - 4);
        Acknowledge(1, 5);
        Assert.That(Overtaken(), Is.Empty, "0 may be late");
    }

    [Test]
    public void A_cleared_table_judges_only_the_packets_that_follow()
    {
        Send(1, 5);
        Acknowledge(2, 5);
        uint far = 6 + SentPackets.MaxNumbers;
        Send(far, far + 3);
        Assert.That(Overtaken(), Is.Empty);
        Acknowledge(far + 1, far + 3);
        Assert.That(Overtaken(), Is.EqualTo(new[] { far }));
    }

    // ---- clients and paths ----

    [TestCase(10)]
    [TestCase(33)]
    [TestCase(255)]
    public void A_client_that_acknowledges_the_newest_first_in_several_datagrams_loses_nothing_after_its_first_acks(int acksPerDatagram)
    {
        const uint Packets = 300;
        List<uint> lost = [];
        for (uint batch = 0; batch < 20; batch++)
        {
            uint first = batch * Packets + 1;
            Send(first, first + Packets - 1);
            for (uint place = 0; place < Packets; place++)
            {
                Acknowledge(first + Packets - 1 - place);
                if ((place + 1) % acksPerDatagram == 0 || place + 1 == Packets)
                    lost.AddRange(Overtaken());
            }
        }
        Assert.That(lost, Has.All.LessThanOrEqualTo(Packets));
    }

    [TestCase(1, 10)]
    [TestCase(1, 100)]
    [TestCase(5, 10)]
    [TestCase(5, 30)]
    [TestCase(5, 100)]
    public void A_path_that_holds_some_packets_back_loses_nothing_after_a_few_of_them(int percent, int milliseconds)
    {
        Random random = new(percent + milliseconds);
        PriorityQueue<uint, int> arrivals = new();
        List<int> lostAt = [];
        for (int time = 1; time <= 20_000; time++)
        {
            Send((uint)time, (uint)time);
            arrivals.Enqueue((uint)time, time + 50 + (random.Next(100) < percent ? milliseconds : 0));
            while (arrivals.TryPeek(out _, out int at) && at <= time)
                Acknowledge(arrivals.Dequeue());
            lostAt.AddRange(Overtaken().Select(_ => time));
        }
        Assert.That(lostAt, Has.All.LessThan(2000), "in the first second or two");
        Assert.That(lostAt, Has.Count.LessThan(10));
    }

    [Test]
    public void A_path_that_reorders_and_loses_shows_its_losses()
    {
        Random random = new(1);
        PriorityQueue<uint, int> arrivals = new();
        HashSet<uint> lost = [], found = [];
        for (int time = 1; time <= 20_000; time++)
        {
            Send((uint)time, (uint)time);
            if (random.Next(100) == 0 && time < 19_000)
                lost.Add((uint)time);
            else
                arrivals.Enqueue((uint)time, time + 50 + (random.Next(20) == 0 ? 30 : 0));
            while (arrivals.TryPeek(out _, out int at) && at <= time)
                Acknowledge(arrivals.Dequeue());
            found.UnionWith(Overtaken());
        }
        Assert.That(found, Is.SupersetOf(lost));
        Assert.That(found.Except(lost).Count(), Is.LessThan(10));
    }

    // ---- any order ----

    [TestCaseSource(nameof(Orders))]
    public void Each_search_continues_where_the_last_one_has_ended(Action<uint[]> order)
    {
        LearnReordering();
        Send(11, 5010);
        uint[] acks = [.. Enumerable.Range(11, 5000).Select(number => (uint)number)];
        order(acks);
        uint judged = _sent.JudgedUpTo;
        foreach (uint number in acks)
        {
            Acknowledge(number);
            Overtaken();
            Assert.That(_sent.JudgedUpTo, Is.InRange(judged, 5011u));
            judged = _sent.JudgedUpTo;
        }
    }

    [ForAll(MaxTest = 40, Replay = "20261126,7")]
    public void It_agrees_with_a_list_of_all_packets(int seed)
    {
        Random random = new(seed);
        _sent = new SentPackets { MinRoundTrip = Duration.FromMilliseconds(random.Next(2) * 40) };
        uint first = random.Next(2) == 0 ? 1 : uint.MaxValue - 400;
        Oracle oracle = new(_sent.MinRoundTrip);
        for (int step = 0; step < 800; step++)
        {
            uint number = first + (uint)step;
            Send(number, number);
            oracle.Sent.Add(new Oracle.Packet(number, _now));
            Pass(random.Next(20) == 0 ? 10_000 * random.NextDouble() : random.Next(4));
            for (int i = random.Next(3); i > 0; i--)
            {
                int place = Math.Max(0, step - random.Next(30));
                if (_sent.TryAcknowledge(first + (uint)place, out _))
                    oracle.Acknowledge(place);
            }
            if (random.Next(3) != 0)
                Assert.That(Overtaken(), Is.EqualTo(oracle.Judge()), $"step {step}");
        }
    }

    [Slow("100 lists")]
    [ForAll(MaxTest = 100, Replay = "20261126,7")]
    public void Over_more_lists_it_agrees_with_a_list_of_all_packets(int seed) => It_agrees_with_a_list_of_all_packets(seed);

    private static readonly TestCaseData[] Orders =
    [
        new TestCaseData((Action<uint[]>)Array.Reverse).SetArgDisplayNames("newest first"),
        new TestCaseData((Action<uint[]>)new Random(3).Shuffle).SetArgDisplayNames("any"),
        new TestCaseData((Action<uint[]>)(acks => Array.Reverse(acks, 1, acks.Length - 1)))
            .SetArgDisplayNames("all but the oldest newest first"),
        new TestCaseData((Action<uint[]>)(acks => Array.Sort(acks, (a, b) => (a % 2, a).CompareTo((b % 2, b)))))
            .SetArgDisplayNames("every other"),
    ];

    private void Sent(uint number) => Assert.That(_sent.Sent(number, Bytes, isResend: false, _now), Is.True);

    /// <summary>Sends packets, one per millisecond.</summary>
    private void Send(uint first, uint last)
    {
        for (uint number = first; number != last + 1; number++)
        {
            Pass(1);
            Sent(number);
        }
    }

    private void Pass(double milliseconds) => _now += Duration.FromMilliseconds(milliseconds);

    /// <summary>Acknowledges packets in this order, in one datagram with those before and after.</summary>
    private void Acknowledge(uint first, uint? last = null)
    {
        for (uint number = first; number != (last ?? first) + 1; number++)
            Assert.That(_sent.TryAcknowledge(number, out _), Is.True, $"{number}");
    }

    /// <summary>Packet 1 is a few milliseconds late.</summary>
    private void LearnReordering()
    {
        Send(1, 10);
        Acknowledge(2, 10);
        Overtaken();
        Acknowledge(1);
        Overtaken();
    }

    /// <summary>Ends a datagram.</summary>
    private List<uint> Overtaken()
    {
        List<uint> overtaken = [];
        while (_sent.TryNextOvertaken(out SentPacket packet))
            overtaken.Add(packet.Number);
        return overtaken;
    }

    /// <summary>The rule, without a thought for its cost.</summary>
    private sealed class Oracle(Duration minRoundTrip)
    {
        private ReorderTolerance _tolerance;
        private int _newest = -1, _newestJudged = -1;

        public List<Packet> Sent { get; } = [];

        public void Acknowledge(int place)
        {
            Sent[place].IsAcked = true;
            _newest = Math.Max(_newest, place);
            if (place < _newestJudged)
                _tolerance.Late(Sent[_newestJudged].At - Sent[place].At, Sent[_newest].At);
        }

        public List<uint> Judge()
        {
            List<uint> lost = [];
            for (int place = 0; place < Sent.Count; place++)
            {
                Packet packet = Sent[place];
                if (packet.IsAcked || packet.IsLost || Sent.Skip(place).Count(later => later.IsAcked) < ReorderTolerance.Evidence)
                    continue;
                packet.IsLost = Sent[_newest].At - packet.At >= _tolerance.Wait(minRoundTrip, Sent[_newest].At);
                if (packet.IsLost)
                    lost.Add(packet.Number);
            }
            _newestJudged = _newest;
            return lost;
        }

        public sealed class Packet(uint number, Instant at)
        {
            public uint Number => number;

            public Instant At => at;

            public bool IsAcked { get; set; }

            public bool IsLost { get; set; }
        }
    }
}
