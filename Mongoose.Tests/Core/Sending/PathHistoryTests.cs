using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

/// <summary>A circuit's last minute.</summary>
public sealed class PathHistoryTests
{
    private readonly PathHistory _history = new();

    [Test]
    public void It_returns_the_recorded_seconds_oldest_first()
    {
        Add(3);
        Assert.That(Seconds(), Is.EqualTo(new[] { 0, 1, 2 }));
    }

    [Test]
    public void After_a_minute_it_forgets_the_oldest([Values(60, 61, 64, 65, 1000)] int seconds)
    {
        Add(seconds);
        Assert.That(Seconds(), Is.EqualTo(Enumerable.Range(seconds - 60, 60)));
    }

    [Test]
    public void Counts_are_those_of_each_second()
    {
        Add(70);
        Assert.That(_history.ToArray().Select(second => second.Counts), Is.All.EqualTo(new PathCounts(100, 1, FoundByAcks: 2)));
        Assert.That(_history.ToArray()[0].Counts.LostFraction, Is.EqualTo(0.02));
    }

    [Test]
    public void Writing_allocates_nothing()
    {
        long allocated = Allocation.FewestBytes(() => Add(500));
        Assert.That(allocated, Is.Zero);
    }

    [Test]
    public void The_longest_delays_are_those_of_the_last_minute()
    {
        Add(100);
        Assert.That(_history.LongestDelays(), Is.EqualTo(Enumerable.Range(60, 60).Select(delay => (double)delay)));
    }

    private IEnumerable<int> Seconds() => _history.ToArray().Select(second => (int)second.At.Seconds);

    private void Add(int seconds)
    {
        for (int i = 0; i < seconds; i++)
        {
            _history.Add(new PathSecond
            {
                At = Instant.FromSeconds(i),
                PathRate = DataRate.FromKilobitsPerSecond(1000),
                UsedRate = DataRate.FromKilobitsPerSecond(900),
                Delay = Duration.FromMilliseconds(20),
                LongestDelay = Duration.FromMilliseconds(20 + i),
                Counts = new PathCounts(100, 1, FoundByAcks: 2).Times(i + 1),
                Mode = PathMode.Delay,
                Limit = LimitedBy.PathDelay,
            });
        }
    }
}

file static class Counts
{
    public static PathCounts Times(this PathCounts counts, int times) =>
        new(counts.Sent * times, counts.FastResends * times, FoundByAcks: counts.FoundByAcks * times);
}
