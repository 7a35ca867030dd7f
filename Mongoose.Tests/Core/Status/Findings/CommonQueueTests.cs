using Mongoose.Core.Status.Findings;

namespace Mongoose.Tests.Core.Status.Findings;

/// <summary>Whether lines wait in one queue, over many random lines.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class CommonQueueTests
{
    private const int Runs = 300;
    private const double MinQueue = 15, Seldom = 0.01, Mostly = 0.7, NearlyAlways = 0.95;

    [TestCase(3, 15)]
    [TestCase(5, 11)]
    [TestCase(7, 11)]
    [TestCase(5, 20)]
    public void One_queue_is_seen_although_each_line_has_delays_of_its_own(int lines, int seconds) =>
        Assert.That(PartOf(true, random => OneQueue(random, lines, seconds, own: 10)), Is.AtLeast(NearlyAlways));

    [Test]
    public void One_queue_is_seldom_taken_for_several(
        [Values(3, 5, 8)] int lines, [Values(15, 20)] int seconds, [Values(10, 40)] double own) =>
        Assert.That(PartOf(false, random => OneQueue(random, lines, seconds, own)), Is.AtMost(Seldom));

    [TestCase(3, 15)]
    [TestCase(4, 13)]
    [TestCase(6, 11)]
    [TestCase(10, 11)]
    [TestCase(3, 20)]
    [TestCase(10, 20)]
    public void Several_lines_are_seldom_taken_for_one_and_mostly_known_as_several(int lines, int seconds)
    {
        Assert.That(PartOf(true, random => Lines(lines, () => Cases.Queue(random, seconds))), Is.AtMost(Seldom));
        Assert.That(PartOf(false, random => Lines(lines, () => Cases.Queue(random, seconds))), Is.AtLeast(Mostly));
    }

    /// <param name="first">How long the simulator stood still in a second, in ms.</param>
    /// <param name="second">And in the next.</param>
    [Test]
    public void A_pause_of_the_simulator_makes_no_queue(
        [Values(300)] double first, [Values(0, 100, 300)] double second, [Values(3, 5, 8)] int lines, [Values(11, 15)] int seconds) =>
        Assert.That(PartOf(true, random =>
        {
            int at = 20 - seconds + random.Next(seconds - 1);
            return Lines(lines, () =>
            {
                double[] delays = Cases.Queue(random, seconds);
                delays[at] += first;
                delays[at + 1] += second;
                return delays;
            });
        }), Is.AtMost(Seldom));

    [Test]
    public void Nor_do_two_pauses([Values(3, 5, 8)] int lines, [Values(13, 17, 20)] int seconds) =>
        Assert.That(PartOf(true, random =>
        {
            int begin = 20 - seconds, one = begin + random.Next(seconds), other = begin + random.Next(seconds);
            return Lines(lines, () =>
            {
                double[] delays = Cases.Queue(random, seconds);
                delays[one] += 300;
                delays[other] += 300;
                return delays;
            });
        }), Is.AtMost(Seldom));

    [Test]
    public void Queues_that_fill_at_once_are_not_one([Values(5, 8)] int lines, [Values(11, 15)] int seconds) =>
        Assert.That(PartOf(true, random => Lines(lines, () =>
        {
            double[] delays = Cases.Queue(random, seconds);
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
        double[] queue = Cases.Queue(random, seconds);
        Assert.That(CommonQueue.IsOne(Lines(lines, () => queue), MinQueue), Is.Null);
    }

    [Test]
    public void A_queue_that_is_empty_for_a_second_lasts_and_after_two_it_begins_anew()
    {
        Line[] lines = Lines(3, () => [50, 50, 0, 50, 0, 0, 50, 0, 50, 50]);
        Assert.That(CommonQueue.SecondsOf(lines, MinQueue), Is.EqualTo(4));
    }

    [Test]
    public void One_line_that_was_full_before_and_one_that_has_just_come_say_nothing_of_the_others()
    {
        Line before = LineOf([.. Enumerable.Repeat(600.0, 60)]), newcomer = LineOf([80, 80, 80]);
        Assert.That(CommonQueue.SecondsOf([before, newcomer, .. Lines(3, () => [.. new double[50], .. Enumerable.Repeat(80.0, 10)])],
            MinQueue), Is.EqualTo(10));
    }

    [Test]
    public void Who_has_just_come_does_not_keep_the_others_from_being_compared()
    {
        Random random = new(1);
        double[] queue = Cases.Queue(random, 20);
        Assert.That(CommonQueue.IsOne([.. Lines(4, () => queue), LineOf(queue[^5..])], MinQueue), Is.True);
    }

    private static double PartOf(bool answer, Func<Random, Line[]> lines) =>
        (double)Enumerable.Range(0, Runs).Count(seed => CommonQueue.IsOne(lines(new Random(seed)), MinQueue) == answer) / Runs;

    private static Line[] OneQueue(Random random, int lines, int seconds, double own)
    {
        double[] queue = Cases.Queue(random, seconds);
        return Lines(lines, () => [.. queue.Select(delay => delay + own * random.NextDouble())]);
    }

    private static Line[] Lines(int count, Func<double[]> delays) => [.. Enumerable.Range(0, count).Select(_ => LineOf(delays()))];

    private static Line LineOf(double[] delays) => new() { RoundTrips = [.. delays.Select(delay => 40 + delay)], PathDelays = delays };
}
