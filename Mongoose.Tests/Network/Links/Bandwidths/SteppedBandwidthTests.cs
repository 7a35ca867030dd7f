using Mongoose.Core.Units;
using Mongoose.Network.Links.Bandwidths;
using NUnit.Framework.Constraints;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Links.Bandwidths;

public sealed class SteppedBandwidthTests
{
    private static readonly Instant Started = Instant.FromSeconds(5);

    [ForAll(MaxTest = 200, Replay = "20261121,21")]
    public void A_packet_is_sent_when_the_rates_of_each_millisecond_add_up_to_its_bytes(int seed)
    {
        Random random = new(seed);
        int[] bytesPerMs = new int[random.Next(1, 60)]; // Per ms; the last value remains.
        for (int ms = 0; ms < bytesPerMs.Length; ms++)
            bytesPerMs[ms] = ms > 0 && random.Next(3) > 0 ? bytesPerMs[ms - 1] : random.Next(3) == 0 ? 0 : random.Next(1, 400);
        bytesPerMs[^1] = Math.Max(1, bytesPerMs[^1]);
        ITransmitter transmitter = Steps(bytesPerMs).Start(Started);

        Instant expected = Started, actual = Started;
        for (int i = 0; i < 40; i++)
        {
            Duration pause = new(random.Next(2) == 0 ? 0 : random.Next(5_000_000));
            int bytes = random.Next(20, 1501);
            expected = Model(bytesPerMs, expected + pause, bytes);
            actual = transmitter.Finish(bytes, actual + pause, pause == Duration.Zero);
            Assert.That(actual, Is.EqualTo(expected));
        }
    }

    [ForAll(MaxTest = 100, Replay = "20261121,31")]
    public void Capacity_is_the_sum_of_the_rates_of_each_millisecond(int seed)
    {
        Random random = new(seed);
        int[] bytesPerMs = Enumerable.Range(0, 40).Select(_ => random.Next(400)).ToArray();
        int from = random.Next(60), to = from + random.Next(60);
        long expected = Enumerable.Range(from, to - from).Sum(ms => (long)bytesPerMs[Math.Min(ms, 39)]);
        Assert.That(Steps(bytesPerMs).BytesIn(Duration.FromMilliseconds(from), Duration.FromMilliseconds(to)), Is.EqualTo(expected));
    }

    [Test]
    public void A_packet_waits_through_an_outage_and_forever_in_the_last_one()
    {
        SteppedBandwidth bandwidth = new(Step(0, 8000), Step(100, 0), Step(300, 16_000), Step(1000, 0));
        ITransmitter transmitter = bandwidth.Start(Instant.Zero);
        Assert.That(transmitter.Finish(150, Instant.Zero, false), Is.EqualTo(Instant.FromMilliseconds(325)),
            "100 bytes before the outage, 50 after");
        Assert.That(transmitter.Finish(1351, Instant.FromMilliseconds(325), true), Is.EqualTo(Instant.Never), "1350 fit");
    }

    [Test]
    public void Invalid_steps_are_refused_with_their_place()
    {
        Assert.That(() => new SteppedBandwidth(), Refused("bandwidth steps: the first must be at 0 s"));
        Assert.That(() => new SteppedBandwidth(Step(1, 8)), Refused("bandwidth steps: the first must be at 0 s"));
        Assert.That(() => new SteppedBandwidth(Step(0, 8), Step(5, 9), Step(5, 8)),
            Refused("bandwidth step 2 at 5 ms: must be after 5 ms"));

        static IResolveConstraint Refused(string message) => Throws.ArgumentException.With.Message.EqualTo(message);
    }

    private static SteppedBandwidth Steps(int[] bytesPerMs) =>
        new(bytesPerMs.Select((bytes, ms) => Step(ms, bytes * 8000.0)).ToArray());

    private static RateStep Step(double ms, double bitsPerSecond) =>
        new(Duration.FromMilliseconds(ms), DataRate.FromBitsPerSecond(bitsPerSecond));

    /// <summary>
    /// A model that could run nanosecond by nanosecond; rates are constant within a millisecond, so the rest of each is added at once.
    /// </summary>
    private static Instant Model(int[] bytesPerMs, Instant start, long bytes)
    {
        long at = (start - Started).Nanoseconds, left = bytes * 1_000_000; // in byte * ns / ms
        while (true)
        {
            long rate = bytesPerMs[Math.Min(at / 1_000_000, bytesPerMs.Length - 1)], rest = 1_000_000 - at % 1_000_000;
            if (rate * rest >= left)
                return Started + new Duration(at + (left + rate - 1) / rate);
            left -= rate * rest;
            at += rest;
        }
    }
}
