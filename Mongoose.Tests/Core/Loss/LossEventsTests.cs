using Mongoose.Core.Loss;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Loss;

public sealed class LossEventsTests
{
    private static readonly Duration RoundTrip = Duration.FromMilliseconds(100);

    [Test]
    public void All_losses_within_one_round_trip_of_the_first_are_one_event()
    {
        var events = new LossEvents();
        Assert.That(Begins(ref events, 1.0), "the first");
        Assert.That(Begins(ref events, 1.05), Is.False);
        Assert.That(Begins(ref events, 1.1), Is.False, "T_old + R >= T_new belongs to the same event");
        Assert.That(Begins(ref events, 1.1001), "measured from the first loss, not from the last");
        Assert.That(events.Count, Is.EqualTo(2));
    }

    [Test]
    public void A_gap_longer_than_a_round_trip_is_several_events()
    {
        // Packets 11 to 13 of a stream with one packet per 80 ms: 11 at 1.08, 12 at 1.16 (within 100 ms of it), 13 at 1.24.
        var gap = new LossGap(11, 13, 3, Instant.FromSeconds(1), Instant.FromSeconds(1.32));
        var events = new LossEvents();
        Assert.That(events.TryBegin(gap, gap.First, RoundTrip, out long first) && first == 11);
        Assert.That(events.TryBegin(gap, first + 1, RoundTrip, out long second) && second == 13);
        Assert.That(events.TryBegin(gap, second + 1, RoundTrip, out _), Is.False);
    }

    private static bool Begins(ref LossEvents events, double seconds)
    {
        var at = Instant.FromSeconds(seconds);
        return events.TryBegin(new LossGap(1, 1, 1, at, at), 1, RoundTrip, out _);
    }
}
