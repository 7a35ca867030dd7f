using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Tests.Voice.Mixing.Rules;

/// <summary>A path of 100 ms with a queue that rises to 300 ms.</summary>
public sealed class QueueFallTests
{
    private const double Base = 100, High = 300;

    private QueueFall _fall = new(Instant.Zero);
    private double _now;

    [TestCase(195, ExpectedResult = true, TestName = "The_round_trip_falls_by_more_than_a_quarter")]
    [TestCase(210, ExpectedResult = false, TestName = "It_falls_by_less")]
    [TestCase(10, ExpectedResult = false, TestName = "An_empty_queue_may_be_that_of_a_TCP_that_has_ended")]
    public bool It_is_deep(double low)
    {
        Take(High);
        return Take(low) | Take(low + 5) | Take(low + 20);
    }

    [Test]
    public void It_ends_when_the_queue_rises_again()
    {
        Take(High);
        Assert.That(Take(150), Is.False, "not yet");
        Assert.That(Take(140), Is.False);
        Assert.That(Take(151), Is.True);
        Assert.That(Take(160), Is.False, "once");
    }

    [Test]
    public void A_fall_after_a_change_of_the_streams_is_the_sender_s_own()
    {
        Take(High);
        Assert.That(Take(150, streams: 3) | Take(170, streams: 3), Is.False);
    }

    [Test]
    public void A_slow_fall_has_other_causes()
    {
        bool isDeep = false;
        for (double queue = High; queue > 100; queue -= 5)
            isDeep |= Take(queue);
        Assert.That(isDeep | Take(150), Is.False);
    }

    private bool Take(double queue, int streams = 4)
    {
        _now += 0.1;
        return _fall.IsDeep(streams, Readings.Queue(_now, queue) with { RoundTrip = Duration.FromMilliseconds(Base + queue) });
    }
}
