using Mongoose.Core.Status.Findings;

namespace Mongoose.Tests.Core.Status.Findings;

/// <summary>Whether lines wait in one queue, over many random lines.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class CommonQueueTests
{
    private const int Cases = 300;
    private const double MinQueue = 15, Seldom = 0.01, NearlyAlways = 0.95;

    [TestCase(3, 15)]
    [TestCase(5, 11)]
    [TestCase(7, 11)]
    [TestCase(5, 20)]
    public void One_queue_is_seen_although_each_line_has_delays_of_its_own(int lines, int seconds) =>
        Assert.That(PartSeenAsOne(random =>
        {
            double[] queue = Queue(random, seconds);
            return Lines(lines, () => [.. queue.Select(delay => delay + 10 * random.NextDouble())]);
        }), Is.AtLeast(NearlyAlways));

    [Test]
    public void Lines_are_seldom_taken_for_one([Values(3, 4, 6, 10)] int lines, [Values(11, 15, 20)] int seconds) =>
        Assert.That(PartSeenAsOne(random => Lines(lines, () => Queue(random, seconds))), Is.AtMost(Seldom));

    /// <param name="first">How long the simulator stood still in a second, in ms.</param>
    /// <param name="second">And in the next.</param>
    [Test]
    public void A_pause_of_the_simulator_makes_no_queue(
        [Values(300)] double first, [Values(0, 100, 300)] double second, [Values(3, 5, 8)] int lines, [Values(11, 15)] int seconds) =>
        Assert.That(PartSeenAsOne(random =>
        {
            int at = 20 - seconds + random.Next(seconds - 1);
            return Lines(lines, () =>
            {
                double[] delays = Queue(random, seconds);
                delays[at] += first;
                delays[at + 1] += second;
                return delays;
            });
        }), Is.AtMost(Seldom));

    [Test]
    public void Queues_that_fill_at_once_are_not_one([Values(5, 8)] int lines, [Values(11, 15)] int seconds) =>
        Assert.That(PartSeenAsOne(random => Lines(lines, () =>
        {
            double[] delays = Queue(random, seconds);
            delays[20 - seconds] = 20;
            delays[21 - seconds] = 400;
            return delays;
        })), Is.AtMost(Seldom));

    [TestCase(2, 20, Description = "two lines")]
    [TestCase(3, 14)]
    [TestCase(5, 10)]
    public void Few_lines_and_few_seconds_say_nothing(int lines, int seconds)
    {
        Random random = new(1);
        double[] queue = Queue(random, seconds);
        Assert.That(CommonQueue.IsOne(Lines(lines, () => queue), MinQueue), Is.Null);
    }

    [Test]
    public void A_queue_that_is_empty_for_a_second_lasts_and_after_two_it_begins_anew()
    {
        Line[] lines = Lines(3, () => [50, 50, 0, 50, 0, 0, 50, 0, 50, 50]);
        Assert.That(CommonQueue.SecondsOf(lines, MinQueue), Is.EqualTo(4));
    }

    [Test]
    public void One_line_that_was_full_before_says_nothing_of_the_others()
    {
        Line before = Lines(1, () => [.. Enumerable.Repeat(600.0, 60)])[0];
        Assert.That(CommonQueue.SecondsOf([before, .. Lines(4, () => [.. new double[50], .. Enumerable.Repeat(80.0, 10)])], MinQueue),
            Is.EqualTo(10));
    }

    private static double PartSeenAsOne(Func<Random, Line[]> lines) =>
        (double)Enumerable.Range(0, Cases).Count(seed => CommonQueue.IsOne(lines(new Random(seed)), MinQueue) == true) / Cases;

    /// <summary>Twenty seconds, the last of which have a queue.</summary>
    private static double[] Queue(Random random, int seconds) =>
        [.. Enumerable.Range(0, 20).Select(second => second < 20 - seconds ? random.NextDouble() : 40 + 80 * random.NextDouble())];

    private static Line[] Lines(int count, Func<double[]> delays) => [.. Enumerable.Range(0, count).Select(_ => LineOf(delays()))];

    private static Line LineOf(double[] delays) => new() { RoundTrips = [.. delays.Select(delay => 40 + delay)], PathDelays = delays };
}
