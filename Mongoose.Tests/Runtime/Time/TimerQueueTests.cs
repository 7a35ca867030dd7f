using Mongoose.Core.Units;
using Mongoose.Runtime.Time;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Runtime.Time;

public sealed class TimerQueueTests
{
    [ForAll(MaxTest = 200, Replay = "20261121,3")]
    public void Actions_are_taken_in_order_of_time_and_then_of_addition(byte[] times)
    {
        TimerQueue queue = new();
        List<int> taken = [];
        for (int i = 0; i < times.Length; i++)
        {
            int number = i;
            queue.Add(new Instant(times[i] % 8), () => taken.Add(number));
        }
        Assert.That(queue.Count, Is.EqualTo(times.Length));

        for (int now = 0; now < 8; now++)
        {
            while (queue.TryTake(new Instant(now), out Action? action, out Instant time))
            {
                Assert.That(time, Is.EqualTo(new Instant(now)));
                action();
            }
            Assert.That(queue.NextAt, Is.GreaterThan(new Instant(now)));
        }
        int[] expected = Enumerable.Range(0, times.Length).OrderBy(i => times[i] % 8).ToArray();
        Assert.That(taken, Is.EqualTo(expected));
        Assert.That(queue.NextAt, Is.EqualTo(Instant.Never));
    }
}
