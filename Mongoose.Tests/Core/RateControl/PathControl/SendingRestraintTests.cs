using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Units;

namespace Mongoose.Tests.Core.RateControl.PathControl;

/// <summary>Circuits that send 1000 bytes per second for a while, though the line may deliver more.</summary>
public sealed class SendingRestraintTests
{
    private static readonly Instant End = Instant.FromSeconds(10);
    private static readonly Duration Feedback = Duration.FromMilliseconds(100);

    private SendingRestraint _restraint = new();

    [Test]
    public void Before_the_first_restraint_it_explains_nothing() => Assert.That(_restraint.Explains(1e9, End, Feedback), Is.False);

    [Test]
    public void It_explains_samples_of_packets_sent_until_a_feedback_time_later()
    {
        for (Instant now = End - Feedback; now <= End; now += Feedback * 0.1)
            _restraint.Record(1000, now);
        Assert.That(_restraint.Explains(1500, End - Feedback * 1.1, Feedback), Is.False, "sent before");
        Assert.That(_restraint.Explains(1500, End - Feedback, Feedback));
        Assert.That(_restraint.Explains(1500, End + Feedback * 0.9, Feedback));
        Assert.That(_restraint.Explains(1500, End + Feedback, Feedback), Is.False);
    }

    [Test]
    public void A_line_that_delivers_less_than_was_sent_is_slower()
    {
        _restraint.Record(1000, End);
        Assert.That(_restraint.Explains(900, End, Feedback));
        Assert.That(_restraint.Explains(500, End, Feedback), Is.False);
    }
}
