using Mongoose.Core.Units;
using Mongoose.Network.Numerics;

namespace Mongoose.Tests.Network.Numerics;

public sealed class SeededRandomTests
{
    private const int Draws = 200_000;
    private static readonly Duration Mean = Duration.FromMilliseconds(100);

    [Test]
    public void Exponential_durations_have_their_mean_and_are_memoryless()
    {
        double[] drawn = Draw(random => random.NextExponential(Mean));
        Assert.That(drawn.Average(), Is.EqualTo(0.1).Within(1).Percent);
        foreach (double multiple in (double[])[0.5, 1, 2, 4])
            Assert.That(drawn.Count(x => x > multiple * 0.1) / (double)Draws, Is.EqualTo(Math.Exp(-multiple)).Within(4).Percent);
    }

    [Test]
    public void Uniform_durations_reach_both_ends_and_are_evenly_distributed()
    {
        SeededRandom random = new(1);
        int[] counts = new int[7];
        for (int i = 0; i < 70_000; i++)
            counts[random.NextDuration(new Duration(-3), new Duration(3)).Nanoseconds + 3]++;
        Assert.That(counts, Has.All.EqualTo(10_000).Within(400));
        Assert.That(random.NextDuration(Mean, Mean), Is.EqualTo(Mean));
        Assert.That(() => random.NextDuration(Mean, Duration.Zero), Throws.TypeOf<ArgumentOutOfRangeException>());
        Assert.DoesNotThrow(() => random.NextDuration(new Duration(long.MinValue), Duration.MaxValue));
    }

    [Test]
    public void A_shuffle_makes_every_order_equally_likely()
    {
        SeededRandom random = new(1);
        Dictionary<string, int> orders = [];
        for (int i = 0; i < 24_000; i++)
        {
            char[] items = ['a', 'b', 'c', 'd'];
            random.Shuffle<char>(items);
            string order = new(items);
            orders[order] = orders.GetValueOrDefault(order) + 1;
        }
        Assert.That(orders, Has.Count.EqualTo(24));
        Assert.That(orders.Values, Has.All.EqualTo(1000).Within(150));
    }

    [Test]
    public void Each_seed_and_stream_gives_its_own_reproducible_numbers()
    {
        ulong[] first = First(1, 0);
        Assert.That(First(1, 0), Is.EqualTo(first));
        Assert.That(First(2, 0), Is.Not.EqualTo(first));
        Assert.That(First(1, 1), Is.Not.EqualTo(first));

        static ulong[] First(long seed, long stream)
        {
            SeededRandom random = new(seed, stream);
            return [random.NextUInt64(), random.NextUInt64(), random.NextUInt64()];
        }
    }

    [Test]
    public void Distributions_with_a_negative_mean_are_refused()
    {
        SeededRandom random = new(1);
        Assert.That(() => random.NextExponential(new Duration(-1)), Throws.TypeOf<ArgumentOutOfRangeException>());
    }

    private static double[] Draw(Func<SeededRandom, Duration> draw)
    {
        SeededRandom random = new(1);
        return Enumerable.Range(0, Draws).Select(_ => draw(random).Seconds).ToArray();
    }
}
