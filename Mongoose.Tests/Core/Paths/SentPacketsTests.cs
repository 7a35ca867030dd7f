using Mongoose.Core.Loss;
using Mongoose.Core.Paths;
using Mongoose.Core.Units;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Paths;

public sealed class SentPacketsTests
{
    private const int Bytes = 1000;

    private SentPackets _sent = new();
    private Instant _now = Instant.FromSeconds(1);

    [Test]
    public void A_packet_is_in_flight_from_its_first_transmission_to_its_first_ack()
    {
        Assert.That(Send(7), Is.True);
        Assert.That(InFlight, Is.EqualTo((1, 1000L)));
        Assert.That(_sent.TryAcknowledge(7, out SentPacket packet), Is.True);
        Assert.That((packet.Number, packet.Bytes, packet.Transmissions), Is.EqualTo((7u, Bytes, 1)));
        Assert.That(InFlight, Is.EqualTo((0, 0L)));
    }

    [Test]
    public void Acks_of_unsent_packets_and_second_acks_change_nothing()
    {
        Send(7, 9);
        Assert.That(_sent.TryAcknowledge(9, out _), Is.True);
        foreach (uint number in new uint[] { 6, 8, 9, 10, 7 + (1u << 24), uint.MaxValue })
            Assert.That(_sent.TryAcknowledge(number, out _), Is.False, $"{number}");
        Assert.That(InFlight, Is.EqualTo((1, 1000L)));
    }

    [Test]
    public void A_resend_counts_as_another_transmission_of_the_same_packet()
    {
        Send(7);
        Instant first = _now;
        _now += Duration.FromMilliseconds(300);
        Assert.That(Resend(7), Is.False, "not new");
        Assert.That(InFlight, Is.EqualTo((1, 1000L)));
        _sent.TryAcknowledge(7, out SentPacket packet);
        Assert.That((packet.Transmissions, packet.FirstSent, packet.LastSent), Is.EqualTo((2, first, _now)));
    }

    [Test]
    public void A_shorter_resend_has_only_its_own_bytes_in_flight()
    {
        Send(7, 8);
        _sent.Sent(7, 18, isResend: true, _now);
        Assert.That(InFlight, Is.EqualTo((2, 1018L)));
        _sent.TryAcknowledge(7, out SentPacket packet);
        Assert.That(packet.Bytes, Is.EqualTo(18), "what the ack says was delivered");
        Assert.That(InFlight, Is.EqualTo((1, 1000L)));
    }

    [Test]
    public void A_resend_after_the_ack_is_not_in_flight()
    {
        Send(7, 8);
        Acknowledge(7);
        _sent.Sent(7, 18, isResend: true, _now);
        Assert.That(InFlight, Is.EqualTo((1, 1000L)));
    }

    [Test]
    public void If_the_first_transmission_was_not_observed_an_ack_is_ambiguous()
    {
        Assert.That(Resend(7), Is.True, "new to the table");
        _sent.TryAcknowledge(7, out SentPacket packet);
        Assert.That(packet.Transmissions, Is.GreaterThan(2));
    }

    [Test]
    public void A_packet_overtaken_by_three_later_packets_is_reported_once()
    {
        Send(1, 2, 3, 4, 5);
        Acknowledge(2, 3);
        Assert.That(Overtaken(), Is.Empty, "by two");
        Acknowledge(5);
        Assert.That(Overtaken(), Is.EqualTo(new[] { 1u }));
        Acknowledge(4);
        Assert.That(Overtaken(), Is.Empty);
        Assert.That(_sent.InFlightPackets, Is.EqualTo(1), "it stays in flight until its ack arrives");
    }

    [Test]
    public void Numbers_of_unreliable_packets_are_not_lost()
    {
        Send(1, 10, 20, 30, 40);
        Acknowledge(20, 30, 40);
        Assert.That(Overtaken(), Is.EqualTo(new[] { 1u, 10u }));
    }

    [Test]
    public void Numbers_may_wrap()
    {
        Send(uint.MaxValue - 1, uint.MaxValue, 0, 1, 2);
        Assert.That(_sent.Highest, Is.EqualTo(2u));
        Acknowledge(0, 1, 2);
        Assert.That(Overtaken(), Is.EqualTo(new[] { uint.MaxValue - 1, uint.MaxValue }));
    }

    [Test]
    public void A_packet_is_followed_by_the_next_recorded_one()
    {
        Send(uint.MaxValue);
        SentPacket first = _sent.Find(uint.MaxValue)!.Value;
        Instant sent = _now;
        _now += Duration.FromMilliseconds(70);
        Assert.That(_sent.GapAfter(first, _now), Is.EqualTo(_now - sent), "so far");
        Send(2);
        Assert.That(_sent.GapAfter(first, _now + Duration.FromSeconds(1)), Is.EqualTo(_now - sent),
            "unreliable packets have the numbers between them");
    }

    [Test]
    public void Old_packets_are_no_longer_in_flight_unless_they_were_resent_since()
    {
        Send(1, 2, 3);
        Acknowledge(2);
        Instant later = _now + Duration.FromSeconds(1);
        _now = later;
        Send(4);
        _sent.GiveUpBefore(later);
        Assert.That(InFlight, Is.EqualTo((1, 1000L)), "4");
        _now += Duration.FromSeconds(1);
        Resend(4);
        _sent.GiveUpBefore(_now);
        Assert.That(_sent.TryAcknowledge(4, out _), Is.True);
        Assert.That(_sent.TryAcknowledge(1, out _), Is.False);
    }

    [Test]
    public void A_full_table_forgets_its_oldest_packet()
    {
        for (uint number = 0; number <= SentPackets.MaxNumbers; number++)
            Send(number);
        Assert.That(_sent.InFlightPackets, Is.EqualTo(SentPackets.MaxNumbers));
        Assert.That((_sent.TryAcknowledge(0, out _), _sent.TryAcknowledge(1, out _)), Is.EqualTo((false, true)));
        Assert.That(Resend(0), Is.False, "a resend of a forgotten packet is not recorded");
    }

    [Test]
    public void Acknowledged_packets_always_make_room()
    {
        for (uint number = 0; number < 5 * SentPackets.MaxNumbers; number++)
        {
            Send(number);
            if (number >= 500)
                Acknowledge(number - 500);
        }
        Assert.That(_sent.InFlightPackets, Is.EqualTo(500));
        Assert.That(Overtaken(), Is.Empty);
    }

    [Test]
    public void A_jump_beyond_the_table_clears_it()
    {
        Send(1, 2, 3);
        Send(4 + SentPackets.MaxNumbers);
        Assert.That(InFlight, Is.EqualTo((1, 1000L)));
        Assert.That(_sent.TryAcknowledge(2, out _), Is.False);
    }

    [ForAll(MaxTest = 20, Replay = "20261122,11")]
    public void It_agrees_with_a_dictionary_of_all_sent_packets(int seed)
    {
        Random random = new(seed);
        Model model = new();
        _sent = new SentPackets();
        long next = random.Next(2) == 0 ? random.Next() : uint.MaxValue - random.Next(2000);
        for (int step = 0; step < 1500; step++)
        {
            long number = random.Next(6) == 0 ? next - random.Next(3000) : next - random.Next(40);
            switch (random.Next(4))
            {
                case 0:
                    Assert.That(_sent.TryAcknowledge((uint)number, out _), Is.EqualTo(model.Acknowledge(number)),
                        $"ack {number} at step {step}");
                    break;
                case 1 when model.Knows(number):
                    Assert.That(Resend((uint)number), Is.False);
                    break;
                default:
                    next += 1 + (random.Next(5) == 0 ? random.Next(8) : 0);
                    _now += Duration.FromSeconds(1); // no packet can be late by that much
                    Send((uint)next);
                    model.Send(next);
                    break;
            }
            if (random.Next(3) == 0)
                Assert.That(Overtaken(), Is.EqualTo(model.Overtaken().Select(lost => (uint)lost)), $"step {step}");
            Assert.That(InFlight, Is.EqualTo((model.InFlight, (long)model.InFlight * Bytes)), $"step {step}");
        }
    }

    [Slow("60 dictionaries")]
    [ForAll(MaxTest = 60, Replay = "20261122,11")]
    public void Over_more_dictionaries_it_agrees_with_a_dictionary_of_all_sent_packets(int seed) =>
        It_agrees_with_a_dictionary_of_all_sent_packets(seed);

    private (int, long) InFlight => (_sent.InFlightPackets, _sent.InFlightBytes);

    private bool Send(params uint[] numbers) => numbers.All(number => _sent.Sent(number, Bytes, isResend: false, _now));

    private bool Resend(uint number) => _sent.Sent(number, Bytes, isResend: true, _now);

    private void Acknowledge(params uint[] numbers)
    {
        foreach (uint number in numbers)
            Assert.That(_sent.TryAcknowledge(number, out _), Is.True, $"{number}");
    }

    private List<uint> Overtaken()
    {
        List<uint> overtaken = [];
        while (_sent.TryNextOvertaken(out SentPacket packet))
            overtaken.Add(packet.Number);
        return overtaken;
    }

    private sealed class Model
    {
        private readonly SortedDictionary<long, bool> _isAcked = [];
        private readonly HashSet<long> _named = [];

        public int InFlight { get; private set; }

        public bool Knows(long number) => _isAcked.ContainsKey(number);

        public void Send(long number)
        {
            _isAcked[number] = false;
            InFlight++;
        }

        public bool Acknowledge(long number)
        {
            if (!_isAcked.TryGetValue(number, out bool isAcked) || isAcked)
                return false;
            _isAcked[number] = true;
            InFlight--;
            return true;
        }

        public List<long> Overtaken()
        {
            List<long> overtaken = [];
            int acked = 0;
            foreach ((long number, bool isAcked) in _isAcked.Reverse())
            {
                if (isAcked)
                    acked++;
                else if (acked >= ReorderTolerance.Evidence && _named.Add(number))
                    overtaken.Add(number);
            }
            overtaken.Reverse();
            return overtaken;
        }
    }
}
