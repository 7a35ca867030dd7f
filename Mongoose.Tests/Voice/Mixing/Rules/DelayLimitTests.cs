using Mongoose.Core.Units;
using Mongoose.Voice.Mixing.Rules;

namespace Mongoose.Tests.Voice.Mixing.Rules;

public sealed class DelayLimitTests
{
    [Test]
    public void It_falls_as_the_streams_grow()
    {
        Duration[] limits = [.. Enumerable.Range(1, 1000).Select(DelayLimit.Of)];
        Assert.That(limits.Select(limit => limit.Nanoseconds), Is.Ordered.Descending);
        Assert.That(limits[3], Is.GreaterThan(limits[4] + Duration.FromMilliseconds(20)), "two senders of four and five streams");
    }

    [Test]
    public void It_exceeds_what_counts_as_a_short_queue_and_stays_below_what_listeners_notice()
    {
        foreach (int streams in new[] { 1, 2, 4, 8, 20, 1000 })
        {
            Assert.That(DelayLimit.Of(streams), Is.GreaterThan(DelayLimit.Short));
            Assert.That(DelayLimit.Of(streams), Is.LessThan(Duration.FromMilliseconds(200)));
        }
    }
}
