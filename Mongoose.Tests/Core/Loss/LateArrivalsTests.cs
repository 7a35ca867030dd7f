using Mongoose.Core.Loss;
using Mongoose.Core.Units;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Loss;

/// <summary>What a receiver makes of packets that are late and not lost. One packet arrives per millisecond.</summary>
public sealed class LateArrivalsTests
{
    private readonly Packets _packets = new();

    [Test]
    public void After_the_first_late_packet_a_gap_waits_as_long_as_a_packet_may_be_late()
    {
        LearnReordering();
        _packets.Receive(Numbers(7, 18));
        Assert.That(_packets.Tracker.Lost, Is.EqualTo(1), "2; the gap of 6 is 11 ms old");
        Assert.That(_packets.Receive(19, 20).Loss, Is.EqualTo(new LossGap(6, 6, 1, At(4), At(6))), "now it is older than 12.5 ms");
        Assert.That(_packets.Tracker.Counts, Is.EqualTo(new SequenceCounts(Received: 19, Lost: 2, Reordered: 1)));
    }

    [Test]
    public void A_late_packet_that_arrives_while_its_gap_waits_is_not_lost()
    {
        LearnReordering();
        _packets.Receive(Numbers(8, 15));
        Assert.That(_packets.Receive(7).Kind, Is.EqualTo(PacketKind.Late));
        _packets.Receive(Numbers(16, 40));
        Assert.That(_packets.Tracker.Counts, Is.EqualTo(new SequenceCounts(Received: 39, Lost: 2, Reordered: 1)), "6 alone is lost");
    }

    [Test]
    public void A_gap_that_is_filled_completely_reports_nothing()
    {
        LearnReordering();
        _packets.Receive(Numbers(8, 15));
        _packets.Receive(7, 6);
        _packets.Receive(Numbers(16, 60));
        Assert.That(_packets.Tracker.Counts, Is.EqualTo(new SequenceCounts(Received: 60, Lost: 1, Reordered: 1)));
    }

    [Test]
    public void A_resent_packet_confirms_the_loss_of_its_number_in_a_gap_that_waits()
    {
        LearnReordering();
        _packets.Receive(Numbers(8, 15));
        Assert.That(_packets.Resend(6).Loss, Is.EqualTo(new LossGap(6, 6, 1, At(4), At(6))));
        _packets.Receive(Numbers(16, 60));
        Assert.That(_packets.Tracker.Lost, Is.EqualTo(3), "2, 6 and 7, each once");
    }

    [Test]
    public void A_quarter_of_the_round_trip_is_no_loss_where_packets_are_reordered()
    {
        _packets.Tracker.MinRoundTrip = Duration.FromMilliseconds(200);
        LearnReordering();
        _packets.Receive(Numbers(7, 56));
        Assert.That(_packets.Tracker.Lost, Is.EqualTo(1), "the gap of 6 is 49 ms old");
        _packets.Receive(57);
        Assert.That(_packets.Tracker.Lost, Is.EqualTo(2));
    }

    [Test]
    public void A_minute_without_late_packets_makes_losses_immediate_again()
    {
        LearnReordering();
        _packets.ReceiveAt(62, 6);
        _packets.Receive(8, 9);
        Assert.That(_packets.Receive(10).Loss.First, Is.EqualTo(7));
    }

    [Test]
    public void A_reset_forgets_that_the_path_reordered()
    {
        LearnReordering();
        _packets.Receive(Numbers(7, 10));
        _packets.Tracker.Reset();
        _packets.Receive(1, 3, 4);
        Assert.That(_packets.Receive(5).Loss.First, Is.EqualTo(2));
    }

    [Test]
    public void Gaps_that_wait_are_forgotten_when_the_numbering_restarts()
    {
        LearnReordering();
        _packets.Receive(Numbers(7, 10));
        _packets.Receive(1_000_000, 1_000_001);
        _packets.Receive(Numbers(1_000_002, 1_000_100));
        Assert.That(_packets.Tracker.Lost, Is.EqualTo(1));
    }

    [Test]
    public void More_gaps_than_any_reordering_makes_do_not_wait()
    {
        _packets.Tracker.MinRoundTrip = Duration.FromSeconds(60);
        LearnReordering();
        for (uint number = 7; number < 207; number += 2)
            _packets.Receive(number);
        Assert.That(_packets.Tracker.Lost, Is.EqualTo(1 + 100 - 31 - 2), "31 gaps wait, and two have fewer than three later packets");
    }

    [TestCase(1, 10)]
    [TestCase(5, 30)]
    [TestCase(5, 100)]
    public void A_path_that_holds_some_packets_back_loses_nothing_after_a_few_of_them(int percent, int milliseconds)
    {
        Random random = new(percent + milliseconds);
        SequenceTracker tracker = new();
        foreach ((uint number, int at) in Enumerable.Range(1, 30_000)
            .Select(number => ((uint)number, number + (random.Next(100) < percent ? milliseconds : 0))).OrderBy(packet => packet.Item2))
        {
            tracker.OnPacket(number, isResent: false, Instant.FromMilliseconds(at));
        }
        Assert.That(tracker.Lost, Is.LessThan(10));
        Assert.That(tracker.Counts.Reordered, Is.EqualTo(tracker.Lost));
    }

    [ForAll(MaxTest = 100, Replay = "20261126,9")]
    public void Every_missing_number_is_lost_once_and_every_lost_number_that_arrives_is_reordered(int seed)
    {
        Random random = new(seed);
        SequenceTracker tracker = new() { MinRoundTrip = Duration.FromMilliseconds(random.Next(100)) };
        uint start = random.Next(2) == 0 ? 7 : uint.MaxValue - 500;
        HashSet<uint> dropped = [];
        List<(uint Number, double At)> arrivals = [];
        for (uint i = 0; i < 1500; i++)
        {
            if (i > 0 && i < 1400 && random.Next(30) == 0)
                dropped.Add(i);
            else
                arrivals.Add((i, i + (i > 0 && random.Next(20) == 0 ? 80 * random.NextDouble() : 0)));
        }
        for (uint i = 1500; i < 2000; i++)
            arrivals.Add((i, 1500 + 4 * (i - 1500)));
        long reported = 0;
        foreach ((uint number, double at) in arrivals.OrderBy(packet => packet.At))
            reported += tracker.OnPacket(start + number, isResent: false, Instant.FromMilliseconds(at)).Loss.Count;
        Assert.That(reported, Is.EqualTo(tracker.Lost));
        Assert.That(tracker.Lost - tracker.Counts.Reordered, Is.EqualTo(dropped.Count));
        Assert.That(tracker.Missing, Is.EqualTo(dropped.Count));
    }

    /// <summary>Packet 2 arrives as the fifth and counts as lost and reordered.</summary>
    private void LearnReordering() => _packets.Receive(1, 3, 4, 5, 2);

    private static Instant At(double milliseconds) => Instant.FromSeconds(1) + Duration.FromMilliseconds(milliseconds);

    private static uint[] Numbers(uint first, uint last) => [.. Enumerable.Range(0, (int)(last - first) + 1).Select(i => first + (uint)i)];
}
