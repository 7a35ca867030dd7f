using Mongoose.Core.Units;

namespace Mongoose.Tests.Source.ViewerPort.Vectors;

/// <summary>
/// A random story: losses, reordering, resends, implausible numbers, silences, region changes, round trips of all lengths.
/// </summary>
internal static class AnyStory
{
    public static Story Create(int seed, int steps)
    {
        var random = new Random(seed);
        var story = new Story();
        for (int i = 0; i < steps; i++)
        {
            story.Pace = Duration.FromMilliseconds(random.NextDouble() * random.NextDouble() * 20);
            story.PacketBytes = random.Next(64, 1401);
            Go(story, random);
        }
        return story;
    }

    private static void Go(Story story, Random random) => _ = random.Next(200) switch
    {
        0 => story.NewCircuit((uint)random.NextInt64(uint.MaxValue)),
        1 => story.Pass(random.NextDouble() * 8),
        < 4 => story.Pinged(random.NextDouble() * 400),
        < 8 => story.Acknowledge(),
        < 10 => story.Packet((uint)random.NextInt64(uint.MaxValue)),
        < 12 => story.Lose(random.Next(1, 5000)),
        < 22 => story.Lose(1),
        < 32 => story.Packet(unchecked(story.Next - (uint)random.Next(8))),
        < 40 => story.Resend(unchecked(story.Next - (uint)random.Next(30))),
        _ => story.Receive(1),
    };
}
