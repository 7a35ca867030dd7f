using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Tests.Voice.Mixing.Rules;

/// <summary>A probe a second, each of which is acknowledged.</summary>
public sealed class ProbingTests
{
    private Probing _probing;

    [Test]
    public void Three_probes_in_a_row_and_three_seconds_end_it()
    {
        Assert.That(SecondsOfProbing(from: 100), Is.EqualTo(3));
        Assert.That(_probing.FoundEmptyQueue, Is.True);
    }

    [Test]
    public void Without_three_probes_it_does_not_end()
    {
        _probing.Begin(Instant.FromSeconds(100));
        Assert.That(_probing.MayResume(Readings.At(150) with { Acked = 2 }), Is.False);
        Assert.That(_probing.MayResume(Readings.At(150) with { Acked = 0 }), Is.False);
        Assert.That(_probing.MayResume(Readings.At(151)), Is.True);
    }

    [Test]
    public void Waits_grow_while_streams_fail_and_begin_anew_after_a_success()
    {
        double now = 100;
        List<double> waits = [];
        for (int i = 0; i < 6; i++)
        {
            waits.Add(SecondsOfProbing(now));
            now += waits[^1] + 2;
        }
        Assert.That(waits, Is.EqualTo(new double[] { 3, 6, 12, 24, 25, 25 }));
        Assert.That(SecondsOfProbing(now + 60), Is.EqualTo(3));
    }

    [Test]
    public void A_queue_that_drains_is_waited_for()
    {
        _probing.Begin(Instant.FromSeconds(100));
        for (double seconds = 101; seconds < 120; seconds++)
            Assert.That(_probing.MayResume(Readings.Queue(seconds, 200, change: -50)), Is.False);
        Assert.That(_probing.MayResume(Readings.Queue(120, 5)), Is.True);
        Assert.That(_probing.FoundEmptyQueue, Is.True);
    }

    [Test]
    public void A_queue_that_stays_for_half_a_minute_is_that_of_others()
    {
        double seconds = 0;
        _probing.Begin(Instant.FromSeconds(100));
        while (seconds < 100 && !_probing.MayResume(Readings.Queue(100 + seconds, 200)))
            seconds++;
        Assert.That(seconds, Is.EqualTo(33).Within(1));
        Assert.That(_probing.FoundEmptyQueue, Is.False);
    }

    private double SecondsOfProbing(double from)
    {
        _probing.Begin(Instant.FromSeconds(from));
        double seconds = 1;
        while (seconds < 100 && !_probing.MayResume(Readings.At(from + seconds)))
            seconds++;
        return seconds;
    }
}
