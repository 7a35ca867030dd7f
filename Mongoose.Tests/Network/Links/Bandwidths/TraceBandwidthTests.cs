using Mongoose.Core.Units;
using Mongoose.Network.Links;
using Mongoose.Network.Links.Bandwidths;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Links.Bandwidths;

public sealed class TraceBandwidthTests
{
    [ForAll(MaxTest = 200, Replay = "20261121,23")]
    public void A_link_delivers_the_same_as_a_loop_over_the_opportunities(int seed)
    {
        Random random = new(seed);
        int[] trace = AnyTrace(random);
        LinkRig rig = new(new LinkOptions { Bandwidth = new TraceBandwidth(trace) });
        List<(Instant At, int Number, int Bytes)> sent = [];
        for (int number = 0; number < 200; number++)
        {
            // Often exactly on the millisecond, where arrivals and opportunities coincide.
            double pause = random.Next(3) == 0 ? 0 : random.Next(2) == 0 ? random.Next(8) : random.NextDouble() * 8;
            Instant at = rig.Clock.Now + Duration.FromMilliseconds(pause);
            rig.Clock.RunUntil(at);
            int bytes = random.Next(3) == 0 ? random.Next(1400, 4000) : random.Next(40, 700);
            rig.Send(number, bytes);
            sent.Add((at, number, bytes));
        }
        rig.Clock.RunFor(Duration.FromSeconds(3600));
        Assert.That(rig.Delivered.Select(packet => (packet.At, packet.Number)), Is.EqualTo(Model(trace, sent)));
    }

    [Test]
    public void Small_packets_share_an_opportunity_only_while_they_wait()
    {
        LinkRig rig = new(new LinkOptions { Bandwidth = new TraceBandwidth([10, 20, 30]) });
        rig.Send(0, 500);
        rig.Send(1, 500);
        rig.Clock.RunUntil(Instant.FromMilliseconds(10));
        rig.Send(2, 500); // 500 bytes of the opportunity are left, but it has passed.
        rig.Clock.RunUntil(Instant.FromSeconds(1));
        Assert.That(rig.Delivered.Select(packet => packet.At.Milliseconds), Is.EqualTo(new double[] { 10, 10, 20 }));
    }

    [Test]
    public void The_last_time_is_the_length_after_which_the_trace_restarts()
    {
        LinkRig rig = new(new LinkOptions { Bandwidth = new TraceBandwidth([0, 3, 10]) });
        for (int number = 0; number < 6; number++)
            rig.Send(number, 1500);
        rig.Clock.RunUntil(Instant.FromSeconds(1));
        Assert.That(rig.Delivered.Select(packet => packet.At.Milliseconds), Is.EqualTo(new double[] { 3, 10, 10, 13, 20, 20 }));
    }

    [ForAll(MaxTest = 100, Replay = "20261121,33")]
    public void Capacity_counts_the_opportunities_after_one_time_until_another(int seed)
    {
        Random random = new(seed);
        int[] trace = AnyTrace(random);
        double from = random.Next(100) / 2.0, to = from + random.Next(100) / 2.0;
        long expected = Opportunities(trace).TakeWhile(ms => ms <= to).Count(ms => ms > from) * 1500L;
        TraceBandwidth bandwidth = new(trace);
        Assert.That(bandwidth.BytesIn(Duration.FromMilliseconds(from), Duration.FromMilliseconds(to)), Is.EqualTo(expected));
    }

    [Test]
    public void Decreasing_times_and_traces_without_length_are_refused()
    {
        Assert.That(() => new TraceBandwidth([]), Throws.ArgumentException);
        Assert.That(() => new TraceBandwidth([0]), Throws.ArgumentException);
        Assert.That(() => new TraceBandwidth([-1, 5]), Throws.ArgumentException);
        Assert.That(() => new TraceBandwidth([1, 5, 4]),
            Throws.ArgumentException.With.Message.EqualTo("bandwidth trace, opportunity 2 at 4 ms: must not be before 5 ms"));
    }

    /// <summary>At each opportunity: 1500 bytes for packets in transmission and in the queue, until either is used up.</summary>
    private static List<(Instant At, int Number)> Model(int[] trace, List<(Instant At, int Number, int Bytes)> sent)
    {
        List<(Instant, int)> delivered = [];
        int first = 0, bytesLeft = sent[0].Bytes;
        foreach (Instant opportunity in Opportunities(trace).Select(ms => Instant.FromMilliseconds(ms)))
        {
            int carries = 1500;
            while (carries > 0 && sent[first].At < opportunity)
            {
                int served = Math.Min(carries, bytesLeft);
                carries -= served;
                bytesLeft -= served;
                if (bytesLeft > 0)
                    break;
                delivered.Add((opportunity, sent[first].Number));
                if (++first == sent.Count)
                    return delivered;
                bytesLeft = sent[first].Bytes;
            }
        }
        return delivered;
    }

    private static int[] AnyTrace(Random random) =>
        Enumerable.Range(0, random.Next(30)).Select(_ => random.Next(60)).Append(random.Next(1, 60)).Order().ToArray();

    private static IEnumerable<long> Opportunities(int[] trace)
    {
        for (long start = 0; ; start += trace[^1])
        {
            foreach (int ms in trace)
                yield return start + ms;
        }
    }
}
