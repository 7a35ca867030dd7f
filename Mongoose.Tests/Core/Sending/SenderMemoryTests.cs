namespace Mongoose.Tests.Core.Sending;

/// <summary>A sender with ports that misbehave in every way of <see cref="SenderStory"/> fills no memory.</summary>
[NonParallelizable] // It measures the memory of the process.
public sealed class SenderMemoryTests
{
    [Test]
    public void Memory_does_not_grow_with_the_steps([Values] bool usesPaths)
    {
        SenderStory story = new(seed: 1, usesPaths);
        story.Steps(20_000);
        Assert.That(Allocation.FewestBytesHeld(() => story.Steps(12_000)), Is.LessThan(500_000));
        GC.KeepAlive(story);
    }
}
