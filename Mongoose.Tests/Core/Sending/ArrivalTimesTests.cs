using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.Sending;

public sealed class ArrivalTimesTests
{
    private readonly ArrivalTimes _times = new();

    [Test]
    public void Packets_have_waited_since_the_first_poll_that_found_them()
    {
        _times.RecordLength(2, At(0));
        _times.RecordLength(3, At(10));
        Assert.That(Take(15), Is.EqualTo(15));
        Assert.That(Take(20), Is.EqualTo(20));
        Assert.That(Take(20), Is.EqualTo(10));
    }

    [Test]
    public void Packets_that_arrived_while_others_left_are_distinguished()
    {
        _times.RecordLength(2, At(0));
        Assert.That(Take(5), Is.EqualTo(5));
        _times.RecordLength(3, At(6)); // One packet of the first poll, and two more.
        Assert.That(Take(10), Is.EqualTo(10));
        Assert.That(Take(10), Is.EqualTo(4));
        Assert.That(Take(10), Is.EqualTo(4));
    }

    [Test]
    public void A_packet_that_no_poll_has_found_has_not_waited()
    {
        Assert.That(Take(5), Is.Zero);
        _times.RecordLength(1, At(6));
        Assert.That(Take(9), Is.EqualTo(3));
    }

    [Test]
    public void A_packet_removed_unsent_does_not_age_the_next()
    {
        _times.RecordLength(1, At(0));
        _times.RecordLength(2, At(10));
        _times.RecordLength(1, At(11));
        Assert.That(Take(12), Is.EqualTo(2));
    }

    [Test]
    public void A_poll_that_finds_nothing_does_not_age_the_next()
    {
        Assert.That(Take(5), Is.Zero);
        _times.RecordLength(0, At(6));
        _times.RecordLength(1, At(10));
        Assert.That(Take(12), Is.EqualTo(2));
    }

    [Test]
    public void Packets_removed_unsent_at_every_poll_leave_no_state_behind([Values(0, 1, 3)] int taken)
    {
        // Like resends that are acknowledged before their turn: a few arrive, most are removed, some are sent.
        void Poll(int times)
        {
            for (int i = 0; i < times; i++)
            {
                _times.RecordLength(7, At(i));
                for (int packet = 0; packet < taken; packet++)
                    _times.Take(At(i));
                _times.RecordLength(i % 3, At(i));
            }
        }
        Assert.That(Allocation.FewestBytes(() => Poll(30_000)), Is.Zero);
        _times.RecordLength(0, At(0));
        _times.RecordLength(1, At(1));
        Assert.That(Take(3), Is.EqualTo(2));
    }

    private static Instant At(double milliseconds) => Instant.FromMilliseconds(milliseconds);

    private double Take(double milliseconds) => _times.Take(At(milliseconds)).Milliseconds;
}
