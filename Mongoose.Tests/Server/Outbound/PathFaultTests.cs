using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;
using Nini.Config;

namespace Mongoose.Server.Tests.Outbound;

/// <summary>Path control with misbehaving viewers, clock steps and unusual settings.</summary>
public sealed class PathFaultTests
{
    private readonly RegionRig _rig = RegionRig.WithPathControl();

    [Test]
    public void A_viewer_that_never_acks_gets_probes_and_is_silent()
    {
        Visitor visitor = PathTests.Download(_rig);
        visitor.Acks = false;
        _rig.Run(10);
        Instant from = _rig.Now;
        _rig.Run(20);
        Assert.That(visitor.Circuit.Mode, Is.EqualTo(PathMode.Silent));
        Assert.That(visitor.Circuit.Limit, Is.EqualTo(LimitedBy.Window));
        Assert.That(visitor.Sent.Count(packet => packet.At > from), Is.InRange(1, 10), "at intervals of up to 4 s");
    }

    [Test]
    public void A_viewer_that_resumes_acking_gets_its_path_s_rate_again()
    {
        Visitor visitor = PathTests.Download(_rig);
        _rig.Run(6);
        visitor.Acks = false;
        _rig.Run(10);
        Assert.That(visitor.Circuit.Mode, Is.EqualTo(PathMode.Silent));
        visitor.Acks = true;
        _rig.Run(15);
        AssertFull(visitor);
    }

    /// <summary>A file dialogue blocks the whole viewer, which afterwards acks all accumulated packets in one frame.</summary>
    [Test]
    public void A_paused_viewer_gets_its_path_s_rate_again()
    {
        Visitor visitor = PathTests.Download(_rig);
        _rig.Run(6);
        Action<uint> answer = visitor.Answer;
        List<uint> waiting = [];
        visitor.Answer = waiting.Add;
        _rig.Run(15);
        visitor.Answer = answer;
        visitor.Receive(Datagrams.PacketAck(visitor.NextSequence(), [.. waiting.Take(250)]));
        _rig.Run(15);
        AssertFull(visitor);
    }

    [Test]
    public void Acks_of_numbers_that_were_never_sent_change_nothing() => AssertAsHonest(visitor =>
    {
        Action<uint> answer = visitor.Answer;
        visitor.Answer = sequence =>
        {
            visitor.Receive(Datagrams.PacketAck(visitor.NextSequence(), sequence + 1_000_000, uint.MaxValue, 0, sequence + 200));
            answer(sequence);
        };
    });

    [Test]
    public void Duplicate_acks_change_nothing() => AssertAsHonest(visitor =>
    {
        Action<uint> answer = visitor.Answer;
        visitor.Answer = sequence =>
        {
            answer(sequence);
            _rig.In(Duration.FromMilliseconds(30), () => answer(sequence));
        };
    });

    [Test]
    public void Slightly_reordered_acks_change_nothing() => AssertAsHonest(visitor =>
    {
        List<uint> pair = [];
        visitor.Answer = sequence =>
        {
            pair.Add(sequence);
            if (pair.Count < 3)
                return;
            pair.Reverse();
            foreach (uint number in pair)
                visitor.Receive(Datagrams.PacketAck(visitor.NextSequence(), number));
            pair.Clear();
        };
    });

    /// <summary>Viewers send acks once and unreliably, but number all their datagrams.</summary>
    [Test]
    public void Lost_ack_datagrams_do_not_make_acks_show_losses()
    {
        Visitor visitor = PathTests.Download(_rig);
        visitor.CollectAcks(seconds: 0.06);
        Random random = new(3);
        visitor.LosesDatagram = _ => random.Next(10) == 0;
        _rig.Run(8);
        visitor.Circuit.Counters.Reset();
        _rig.Run(10);
        AssertFull(visitor, min: 0.85);
        PathCounts path = visitor.Circuit.Counters.Path;
        Assert.That((double)path.FoundByAcks / path.Sent, Is.LessThan(0.03), "the timer takes a lost ack for a loss");
        Assert.That(path.LostFraction, Is.LessThan(0.12), "nothing shows that these packets had arrived");
    }

    [Test]
    public void Numbers_of_the_viewers_datagrams_may_wrap() => AssertAsHonest(visitor => visitor.Sequence = uint.MaxValue - 200);

    [Test]
    public void Numbers_of_the_viewers_datagrams_may_jump() => AssertAsHonest(visitor => Before(visitor, () =>
    {
        if (visitor.Sequence % 100 == 0)
            visitor.Sequence += 1_000_003;
    }));

    [Test]
    public void Numbers_of_the_viewers_datagrams_may_repeat() => AssertAsHonest(visitor => Before(visitor, () =>
    {
        if (visitor.Sequence % 2 == 0)
            visitor.Sequence--;
    }));

    /// <summary>
    /// Acks that arrive before their packets can have arrived make the path look shorter than it is, but only for their own circuit.
    /// </summary>
    [Test]
    public void A_flood_of_acks_does_not_affect_other_circuits()
    {
        Visitor visitor = PathTests.Download(_rig), other = PathTests.Download(_rig, name: "Charles Babbage");
        uint[] numbers = Enumerable.Range(0, 255).Select(i => (uint)i).ToArray();
        for (int i = 0; i < 2500; i++)
        {
            for (int datagrams = 0; datagrams < 20; datagrams++)
                visitor.Receive(Datagrams.PacketAck(visitor.NextSequence(), numbers));
            _rig.Run(0.002);
        }
        _rig.Run(3);
        AssertFull(other);
        AssertFull(visitor, min: 0.6);
    }

    [Test]
    public void Datagrams_that_no_viewer_sends_do_no_harm()
    {
        Visitor visitor = PathTests.Download(_rig);
        Random random = new(5);
        for (int i = 0; i < 3000; i++)
        {
            byte[] datagram = new byte[random.Next(7, 60)];
            random.NextBytes(datagram);
            // No extra header bytes, so that the message behind the header is read too.
            datagram[5] = 0;
            try
            {
                visitor.Receive(datagram);
            }
            catch (Exception exception) when (exception is IndexOutOfRangeException or ArgumentOutOfRangeException)
            {
                // The stand-in's parser is less robust than OpenSim's.
            }
            _rig.Pass();
        }
        _rig.Run(8);
        AssertFull(visitor);
        Assert.That(_rig.Server.Failures.Count.SinceReset, Is.Zero);
    }

    [TestCase(-900)]
    [TestCase(-1)]
    [TestCase(1)]
    [TestCase(3600)]
    public void A_step_of_the_clock_has_no_lasting_effect(double seconds)
    {
        Visitor visitor = PathTests.Download(_rig);
        _rig.Run(6);
        _rig.StepClock(seconds);
        _rig.Run(20);
        AssertFull(visitor);
    }

    [Test]
    public void A_loop_that_overslept_by_two_seconds_uses_the_arrival_times_of_acks()
    {
        Visitor visitor = PathTests.Download(_rig);
        _rig.Run(6);
        long lost = visitor.Circuit.Counters.Path.Lost;
        _rig.Oversleep(2);
        _rig.Pass();
        Assert.That(visitor.Circuit.Path!.RoundTrip, Is.LessThan(Duration.FromMilliseconds(250)));
        _rig.Run(5);
        AssertFull(visitor);
        Assert.That(visitor.Circuit.Counters.Path.Lost - lost, Is.LessThan(40));
    }

    [Test]
    public void A_viewer_that_teleports_away_and_back_starts_from_the_initial_rate()
    {
        Visitor first = PathTests.Download(_rig);
        _rig.Run(6);
        first.Leave();
        _rig.Run(0.01);
        Visitor second = PathTests.Download(_rig, kilobits: 1000, name: "Ada Again");
        uint[] old = first.Sent.TakeLast(50).Select(packet => packet.Sequence).ToArray();
        second.Receive(Datagrams.PacketAck(second.NextSequence(), old));
        _rig.Run(10);
        AssertFull(second, kilobits: 1000);
        Assert.That(_rig.Circuits, Has.Count.EqualTo(1));
    }

    [Test]
    public void A_region_with_twenty_circuits_may_end_while_acks_arrive()
    {
        RegionRig rig = RegionRig.WithPathControl();
        Visitor[] visitors = Enumerable.Range(0, 20).Select(i => PathTests.Download(rig, name: $"Guest {i}")).ToArray();
        rig.Run(3);
        rig.Outbound.Close();
        foreach (Visitor visitor in visitors)
            visitor.Receive(Datagrams.PacketAck(visitor.NextSequence(), 1, 2, 3));
        Assert.That(rig.Circuits, Is.Empty);
        Assert.That(rig.Server.Failures.Count.SinceReset, Is.Zero);
    }

    [Test]
    public void The_requested_rate_takes_effect_at_once_and_does_not_override_the_path()
    {
        Visitor visitor = PathTests.Download(_rig);
        _rig.Run(6);
        visitor.Path!.Rate = DataRate.FromKilobitsPerSecond(700);
        _rig.Run(0.5);
        visitor.Ask(DataRate.FromKilobitsPerSecond(400));
        _rig.Pass();
        Assert.That(visitor.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.LessThanOrEqualTo(401));
        _rig.Run(3);
        visitor.Ask(DataRate.FromKilobitsPerSecond(5000));
        _rig.Pass();
        Assert.That(visitor.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.LessThan(1500));
        _rig.Run(8);
        AssertFull(visitor, kilobits: 700);
    }

    [Test]
    public void A_request_of_zero_gets_OpenSim_s_minimum_and_an_invalid_request_changes_nothing()
    {
        Visitor visitor = PathTests.Download(_rig);
        _rig.Run(3);
        visitor.Receive(Datagrams.Throttle(Datagrams.Floats(0, 0, 0, 0, 0, 0, 0), visitor.NextSequence()));
        _rig.Run(2);
        Assert.That(visitor.Circuit.Shaper.CircuitRate.BytesPerSecond, Is.EqualTo(5100).Within(1));
        visitor.Receive(Datagrams.Throttle(Datagrams.Floats(float.NaN, 1, 1, 1, float.PositiveInfinity, 1, 1), visitor.NextSequence()));
        _rig.Run(2);
        Assert.That(visitor.Circuit.Shaper.CircuitRate.BytesPerSecond, Is.EqualTo(5100).Within(1));
        visitor.Ask(DataRate.FromKilobitsPerSecond(3000));
        _rig.Run(10);
        AssertFull(visitor);
    }

    [Test]
    public void A_minimum_rate_above_the_cap_is_limited_to_the_cap()
    {
        ConfigSourceInMemory source = new();
        source.AddConfig("ClientStack.LindenUDP").Set("client_throttle_max_bps", 25_000);
        RegionRig rig = new(source, ("PathControl", "true"), ("MinCircuitKbps", "900"));
        Visitor visitor = PathTests.Download(rig, kilobits: 100);
        for (int i = 0; i < 50; i++)
        {
            rig.Run(0.1);
            Assert.That(visitor.Circuit.Shaper.CircuitRate.KilobitsPerSecond, Is.InRange(32, 201),
                "the line carries less than the minimum");
        }
    }

    [Test]
    public void A_region_limit_below_the_sum_of_the_minimum_rates_is_shared()
    {
        RegionRig rig = RegionRig.WithPathControl(DataRate.FromKilobitsPerSecond(1000));
        Visitor[] visitors = Enumerable.Range(0, 10).Select(i => PathTests.Download(rig, name: $"Guest {i}")).ToArray();
        rig.Run(10);
        Instant from = rig.Now;
        rig.Run(10);
        long[] sent = visitors.Select(visitor => visitor.SentBytes(from)).ToArray();
        Assert.That(sent.Sum(), Is.EqualTo(1_250_000).Within(3).Percent);
        Assert.That(sent.Min(), Is.GreaterThan(0.5 * sent.Max()));
        Assert.That(visitors.Select(visitor => visitor.Circuit.Limit), Has.All.EqualTo(LimitedBy.Scene));
    }

    private void AssertAsHonest(Action<Visitor> change)
    {
        Visitor visitor = PathTests.Download(_rig);
        change(visitor);
        _rig.Run(8);
        visitor.Circuit.Counters.Reset();
        AssertFull(visitor);
        Assert.That(visitor.Circuit.Counters.Path.LostFraction, Is.LessThan(0.03));
        Assert.That(_rig.Server.Failures.Count.SinceReset, Is.Zero);
    }

    /// <summary>Asserts that the circuit fills its path in the next eight seconds.</summary>
    private void AssertFull(Visitor visitor, double kilobits = 2000, double min = 0.9)
    {
        const double seconds = 8;
        long before = visitor.Path!.CarriedBytes;
        _rig.Run(seconds);
        Assert.That(DataRate.Of(visitor.Path.CarriedBytes - before, Duration.FromSeconds(seconds)).KilobitsPerSecond,
            Is.GreaterThan(min * kilobits));
    }

    private static void Before(Visitor visitor, Action change)
    {
        Action<uint> answer = visitor.Answer;
        visitor.Answer = sequence =>
        {
            change();
            answer(sequence);
        };
    }
}
