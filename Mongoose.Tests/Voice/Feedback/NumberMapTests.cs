using Mongoose.Voice.Feedback;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Feedback;

public sealed class NumberMapTests
{
    [Test]
    public void A_number_that_was_never_sent_is_not_found()
    {
        NumberMap map = new();
        Assert.That(map.TryFind(1, 0, out _), Is.False);
        map.Sent(1, 1, 5);
        Assert.That(Enumerable.Range(0, 1 << 16).Where(sequence => map.TryFind(1, (ushort)sequence, out _)), Is.EqualTo(new[] { 1 }));
    }

    [Test]
    public void A_stream_that_is_removed_is_forgotten()
    {
        NumberMap map = new();
        map.Sent(1, 1, 5);
        map.Sent(2, 1, 6);
        map.Remove(1);
        Assert.That(map.Streams, Is.EqualTo(1));
        Assert.That(map.TryFind(1, 1, out _), Is.False);
        Assert.That(map.TryFind(2, 1, out uint number), Is.True);
        Assert.That(number, Is.EqualTo(6));
    }

    [ForAll(MaxTest = 20, Replay = "20261124,9")]
    public void Of_each_stream_the_last_1024_packets_are_found(int seed)
    {
        Random random = new(seed);
        NumberMap map = new();
        long[] next = [random.Next(1 << 16), random.Next(1 << 16), random.Next(1 << 16)];
        Dictionary<(int, long), uint> sent = [];
        uint number = (uint)random.NextInt64(1L << 32);
        for (int i = 0; i < 10_000; i++)
        {
            int stream = random.Next(3);
            map.Sent((uint)stream, (ushort)next[stream], ++number);
            sent[(stream, next[stream]++)] = number;
            long back = random.Next(1, 2000), asked = next[stream] - back;
            bool isFound = map.TryFind((uint)stream, (ushort)asked, out uint found);
            Assert.That(isFound, Is.EqualTo(back <= NumberMap.Length && sent.ContainsKey((stream, asked))));
            if (isFound)
                Assert.That(found, Is.EqualTo(sent[(stream, asked)]));
        }
    }
}
