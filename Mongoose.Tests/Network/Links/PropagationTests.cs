using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Losses;
using Mongoose.Network.Queues;
using NUnit.Framework.Constraints;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Links;

public sealed class PropagationTests
{
    private const int Packets = 400;

    [ForAll(MaxTest = 100, Replay = "20261121,35")]
    public void The_counters_always_add_up(int seed)
    {
        Random random = new(seed);
        LinkOptions options = AnyOptions(seed) with
        {
            Rate = random.Next(3) == 0 ? null : DataRate.FromKilobitsPerSecond(random.Next(100, 20_000)),
            Queue = new() { Limit = QueueLimit.OfBytes(random.Next(1500, 20_000)) },
            Loss = new BernoulliLoss(random.NextDouble() / 2),
        };
        LinkRig rig = new(options);
        for (int number = 0; number < Packets; number++)
        {
            rig.Clock.RunFor(new Duration(random.Next(3) == 0 ? 0 : random.Next(0, 4_000_000)));
            rig.Send(number, random.Next(32, 1500));
            Assert.That(StillOnTheLink(rig.Link), Is.GreaterThanOrEqualTo(rig.Link.Queue.Packets));
        }
        rig.Clock.RunFor(Duration.FromSeconds(3600));

        LinkCounters total = rig.Link.Counters;
        Assert.That(StillOnTheLink(rig.Link), Is.Zero);
        Assert.That(total.Delivered, Is.EqualTo(rig.Delivered.Count));
        Assert.That(total.DeliveredBytes, Is.EqualTo(rig.Delivered.Sum(packet => packet.WireBytes)));
        Assert.That(total.Duplicated, Is.EqualTo(rig.Numbers.GroupBy(number => number).Count(copies => copies.Count() == 2)));
        Assert.That(rig.Numbers.GroupBy(number => number).Max(copies => copies.Count()), Is.LessThanOrEqualTo(2));
    }

    [ForAll(MaxTest = 100, Replay = "20261121,27")]
    public void Jitter_is_within_its_bounds_and_keeps_the_order(int seed)
    {
        LinkOptions options = AnyOptions(seed) with { Reordering = null, Duplication = 0 };
        Instant[] sent = SendTimes(seed);
        LinkRig rig = Run(options, sent);
        Assert.That(rig.Numbers, Is.EqualTo(Enumerable.Range(0, Packets)));
        for (int i = 0; i < Packets; i++)
        {
            Instant expected = sent[i] + options.Delay;
            Assert.That(rig.Delivered[i].At, Is.InRange(expected - options.Jitter, expected + options.Jitter));
        }
    }

    [Test]
    public void An_increased_delay_applies_to_packets_sent_from_then_on()
    {
        LinkOptions options = new() { Delay = Duration.FromMilliseconds(10), DelaySteps = [Step(5, 50), Step(7, 60)] };
        LinkRig rig = Run(options,
            [Instant.FromMilliseconds(4), Instant.FromMilliseconds(5), Instant.FromMilliseconds(6), Instant.FromMilliseconds(9)]);
        Assert.That(rig.Delivered.Select(packet => packet.At.Milliseconds), Is.EqualTo(new[] { 14.0, 55, 56, 69 }));
    }

    [Test]
    public void On_a_ramp_the_delay_changes_linearly_and_then_remains()
    {
        LinkOptions options = new()
        {
            Delay = Duration.FromMilliseconds(10),
            DelaySteps = [Step(5, 50, ramp: 20), Step(25, 30, ramp: 10), Step(60, 5)]
        };
        LinkRig rig = Run(options, [.. new double[] { 4, 5, 10, 24, 25, 30, 35, 50, 100 }.Select(Instant.FromMilliseconds)]);
        Assert.That(rig.Delivered.Select(packet => packet.At.Milliseconds),
            Is.EqualTo(new[] { 14.0, 15, 30, 72, 75, 75, 75, 80, 105 }).Within(1e-6),
            "a packet on the falling ramp arrives no earlier than the one before");
    }

    [Test]
    public void A_decreased_delay_keeps_the_order()
    {
        LinkOptions options = new() { Delay = Duration.FromMilliseconds(50), DelaySteps = [Step(5, 10)] };
        LinkRig rig = Run(options,
            [Instant.FromMilliseconds(1), Instant.FromMilliseconds(4), Instant.FromMilliseconds(6), Instant.FromMilliseconds(60)]);
        Assert.That(rig.Delivered.Select(packet => (packet.At.Milliseconds, packet.Number)),
            Is.EqualTo(new[] { (51.0, 0), (54.0, 1), (54.0, 2), (70.0, 3) }), "the third arrives with the second, not before it");
    }

    [ForAll(MaxTest = 50, Replay = "20261121,39")]
    public void Any_steps_of_delay_keep_the_order(int seed)
    {
        Random random = new(seed);
        DelayStep[] steps = [.. Enumerable.Range(1, 20).Select(i => Step(i * 40, random.Next(0, 200), ramp: random.Next(0, 41)))];
        LinkOptions options = new() { DelaySteps = steps };
        LinkRig rig = Run(options, SendTimes(seed));
        Assert.That(rig.Numbers, Is.EqualTo(Enumerable.Range(0, Packets)));
        Assert.That(rig.Delivered.Select(packet => packet.At), Is.Ordered);
    }

    [Test]
    public void Jitter_is_uniformly_distributed_if_packets_are_far_apart()
    {
        LinkOptions options = new() { Delay = Duration.FromMilliseconds(10), Jitter = Duration.FromMilliseconds(10), Seed = 5 };
        Instant[] sent = Enumerable.Range(0, 10_000).Select(i => Instant.FromMilliseconds(20 * i)).ToArray();
        LinkRig rig = Run(options, sent);
        int[] counts = new int[10];
        for (int i = 0; i < sent.Length; i++)
            counts[Math.Min(9, (int)((rig.Delivered[i].At - sent[i]).Milliseconds / 2))]++;
        Assert.That(counts, Has.All.EqualTo(1000).Within(130));
    }

    [ForAll(MaxTest = 100, Replay = "20261121,37")]
    public void Reordering_delays_some_packets_by_its_extra_delay_and_no_others(int seed)
    {
        LinkOptions options = AnyOptions(seed) with { Duplication = 0 };
        Reordering reordering = options.Reordering!;
        Instant[] sent = SendTimes(seed);
        Instant[] without = Run(options with { Reordering = null }, sent).Delivered.Select(packet => packet.At).ToArray();
        LinkRig with = Run(options, sent);

        Assert.That(with.Numbers, Is.EquivalentTo(Enumerable.Range(0, Packets)));
        Assert.That(with.Delivered.Select(packet => packet.At), Is.Ordered);
        int later = 0;
        foreach ((Instant at, int number, _) in with.Delivered)
        {
            Assert.That(at, Is.EqualTo(without[number]).Or.EqualTo(without[number] + reordering.ExtraDelay));
            later += at > without[number] ? 1 : 0;
        }
        Assert.That(later, Is.EqualTo(Packets * reordering.Probability).Within(5 * Math.Sqrt(Packets) / 2));
    }

    [Test]
    public void A_copy_arrives_immediately_after_its_packet()
    {
        LinkOptions options = new() { Delay = Duration.FromMilliseconds(5), Duplication = 1 };
        LinkRig rig = Run(options, [Instant.Zero, Instant.FromMilliseconds(1)]);
        Assert.That(rig.Delivered.Select(packet => (packet.At.Milliseconds, packet.Number, packet.WireBytes)),
            Is.EqualTo(new[] { (5.0, 0, 100), (5.0, 0, 100), (6.0, 1, 100), (6.0, 1, 100) }));
    }

    [Test]
    public void An_option_outside_its_range_is_refused_with_what_is_allowed()
    {
        Assert.That(() => new LinkRig(new LinkOptions { Delay = Duration.FromMilliseconds(-1) }),
            Refused("link, delay -1 ms: allowed are 0 to 3600000 ms"));
        Assert.That(() => new LinkRig(new LinkOptions { Delay = Duration.FromMilliseconds(5), Jitter = Duration.FromMilliseconds(6) }),
            Refused("link, jitter around the delay 6 ms: allowed are 0 to 5 ms"));
        Assert.That(() => new LinkRig(new LinkOptions { DelaySteps = [Step(1, -1)] }),
            Refused("link, delay -1 ms: allowed are 0 to 3600000 ms"));
        Assert.That(() => new LinkRig(new LinkOptions { DelaySteps = [Step(1000, 1), Step(500, 1)] }),
            Refused("delay step 1 at 500 ms: must be after 1 s"));
        Assert.That(() => new LinkRig(new LinkOptions { DelaySteps = [Step(500, 1, ramp: 600), Step(1000, 1)] }),
            Refused("delay step 1 at 1 s: the ramp before ends at 1.1 s"));
        Assert.That(() => new LinkRig(new LinkOptions { DelaySteps = [Step(500, 1, ramp: -1)] }),
            Refused("delay step 0, ramp -1 ms: must not be negative"));
        Assert.That(() => new LinkRig(new LinkOptions { MtuBytes = 575 }), Refused("link, MTU 575: allowed are 576 to 65535"));
        Assert.That(() =>
            new LinkRig(new LinkOptions { Policer = new Policer { Rate = DataRate.FromKilobitsPerSecond(1), BucketBytes = 1499 } }),
            Refused("policer, bucket in bytes 1499: allowed are 1500 to 268435456"));
        Assert.That(() => new LinkRig(new LinkOptions { Duplication = 2 }), Refused("link, duplication probability 2: allowed are 0 to 1"));
        Assert.That(() => new Reordering(-1, Duration.Zero), Refused("reordering, probability -1: allowed are 0 to 1"));
        Assert.That(() => new Reordering(1, Duration.FromMilliseconds(-1)),
            Refused("reordering, extra delay -1 ms: allowed are 0 to 3600000 ms"));

        static IResolveConstraint Refused(string message) => Throws.ArgumentException.With.Message.EqualTo(message);
    }

    private static DelayStep Step(double atMilliseconds, double delay, double ramp = 0) =>
        new(Duration.FromMilliseconds(atMilliseconds), Duration.FromMilliseconds(delay), Duration.FromMilliseconds(ramp));

    private static LinkOptions AnyOptions(int seed)
    {
        Random random = new(seed);
        Duration delay = Duration.FromMilliseconds(random.Next(0, 100));
        return new LinkOptions
        {
            Delay = delay,
            Jitter = delay * random.NextDouble(),
            Reordering = new Reordering(random.NextDouble(), Duration.FromMilliseconds(random.Next(1, 30))),
            Duplication = random.NextDouble() / 2,
            Seed = seed,
        };
    }

    private static Instant[] SendTimes(int seed)
    {
        Random random = new(seed);
        Instant now = Instant.Zero;
        return Enumerable.Range(0, Packets).Select(_ => now += new Duration(random.Next(0, 4_000_000))).ToArray();
    }

    /// <summary>Packets of 100 bytes, numbered, over a link without a rate.</summary>
    private static LinkRig Run(LinkOptions options, Instant[] sendTimes)
    {
        LinkRig rig = new(options);
        for (int number = 0; number < sendTimes.Length; number++)
        {
            rig.Clock.RunUntil(sendTimes[number]);
            rig.Send(number, 100);
        }
        rig.Clock.RunFor(Duration.FromSeconds(3600));
        return rig;
    }

    private static long StillOnTheLink(Link link)
    {
        LinkCounters now = link.Counters;
        return now.Arrived + now.Duplicated - link.Queue.Counts.Dropped.Packets - now.Lost - now.Delivered;
    }
}
