using Mongoose.Core.Units;
using Mongoose.Mixer.Nodes;

namespace Mongoose.Tests.Mixer.Nodes;

/// <summary>How late frames begin.</summary>
public sealed class FrameLatenessTests
{
    [Test]
    public void Only_what_is_later_than_10_ms_counts_as_late()
    {
        FrameLateness lateness = new();
        foreach (double milliseconds in new[] { 0, 10, 12, 30 })
            lateness.Add(Duration.FromMilliseconds(milliseconds));
        Assert.That(lateness.LateTime, Is.EqualTo(Duration.FromMilliseconds(42)));
        Assert.That(lateness.Delays.Sum, Is.EqualTo(Duration.FromMilliseconds(52)));
    }

    [Test]
    public void The_maximum_is_that_since_it_was_taken()
    {
        FrameLateness lateness = new();
        lateness.Add(Duration.FromMilliseconds(30));
        lateness.Add(Duration.FromMilliseconds(5));
        Assert.That(lateness.TakeMax(), Is.EqualTo(Duration.FromMilliseconds(30)));
        lateness.Add(Duration.FromMilliseconds(5));
        Assert.That(lateness.TakeMax(), Is.EqualTo(Duration.FromMilliseconds(5)));
        Assert.That(lateness.TakeMax(), Is.EqualTo(Duration.Zero));
    }
}
