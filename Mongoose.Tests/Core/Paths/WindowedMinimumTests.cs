using Mongoose.Core.Paths;
using Mongoose.Core.Units;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Paths;

public sealed class WindowedMinimumTests
{
    private static readonly Duration Window = Duration.FromSeconds(10);

    [Test]
    public void Before_the_first_sample_it_is_zero_and_then_it_is_that_sample()
    {
        WindowedMinimum minimum = default;
        Assert.That(minimum.Value, Is.EqualTo(Duration.Zero));
        Assert.That(After(ref minimum, (0, 70)), Is.EqualTo(70));
    }

    [Test]
    public void A_smaller_sample_counts_immediately_and_a_larger_sample_when_the_smaller_expires()
    {
        WindowedMinimum minimum = default;
        Assert.That(After(ref minimum, (0, 70), (1, 50)), Is.EqualTo(50));
        Assert.That(After(ref minimum, (4, 80), (7, 90), (10.9, 95)), Is.EqualTo(50));
        Assert.That(After(ref minimum, (11.1, 95)), Is.EqualTo(80));
    }

    [Test]
    public void After_a_pause_longer_than_the_window_only_the_next_sample_counts()
    {
        WindowedMinimum minimum = default;
        Assert.That(After(ref minimum, (0, 50), (5, 60), (16, 90)), Is.EqualTo(90));
    }

    [Test]
    public void A_clock_that_goes_back_starts_over()
    {
        WindowedMinimum minimum = default;
        Assert.That(After(ref minimum, (100, 50), (3, 90)), Is.EqualTo(90));
    }

    [ForAll(MaxTest = 60, Replay = "20261122,13")]
    public void It_is_a_sample_of_the_window_and_at_most_the_minimum_of_its_later_half(int seed)
    {
        Random random = new(seed);
        WindowedMinimum minimum = default;
        List<(Instant At, Duration Value)> recent = [];
        Instant now = Instant.FromSeconds(random.Next(100));
        double longestStep = random.Next(3) == 0 ? 3 : 0.3;
        for (int i = 0; i < 500; i++)
        {
            now += Duration.FromSeconds(longestStep * random.NextDouble());
            Duration value = Duration.FromMilliseconds(100 + random.Next(random.Next(2) == 0 ? 10 : 300));
            recent.Add((now, value));
            recent.RemoveAll(sample => now - sample.At > Window);
            minimum.Add(value, now, Window);

            Duration smallest = minimum.Value;
            bool isOfWindow = recent.Exists(sample => sample.Value == smallest),
                isExceeded = recent.Exists(sample => now - sample.At <= Window / 2 && sample.Value < smallest);
            // A constraint for every sample would take most of the time of all tests of Core.
            if (!isOfWindow || isExceeded)
                Assert.Fail($"after {i + 1} samples the minimum is {smallest}, the window {string.Join(", ", recent)}");
        }
    }

    [Slow("300 sequences of samples")]
    [ForAll(MaxTest = 300, Replay = "20261122,13")]
    public void Over_more_sequences_of_samples_it_is_a_sample_of_the_window_and_at_most_the_minimum_of_its_later_half(int seed) =>
        It_is_a_sample_of_the_window_and_at_most_the_minimum_of_its_later_half(seed);

    private static double After(ref WindowedMinimum minimum, params (double Seconds, double Milliseconds)[] samples)
    {
        foreach ((double seconds, double milliseconds) in samples)
            minimum.Add(Duration.FromMilliseconds(milliseconds), Instant.FromSeconds(seconds), Window);
        return minimum.Value.Milliseconds;
    }
}
