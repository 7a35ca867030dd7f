using Mongoose.Network.Tcp;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Network.Tcp;

public sealed class SequenceRangesTests
{
    [ForAll(MaxTest = 300, Replay = "20261121,21")]
    public void It_is_a_set_of_bytes(int seed)
    {
        Random random = new(seed);
        SequenceRanges ranges = new();
        SortedSet<long> model = [];
        for (int step = 0; step < 60; step++)
        {
            long start = random.Next(100), end = start + random.Next(12);
            if (random.Next(10) == 0)
            {
                ranges.RemoveBefore(start);
                model.RemoveWhere(number => number < start);
            }
            else
            {
                int before = model.Count;
                model.UnionWith(Bytes(start, end));
                Assert.That(ranges.Add(new SequenceRange(start, end)), Is.EqualTo(model.Count - before));
            }
            Assert.That(ranges.Bytes, Is.EqualTo(model.Count));
            Assert.That(ranges.HighestEnd, Is.EqualTo(model.Count == 0 ? 0 : model.Max + 1));
            Assert.That(ranges.MissingIn(start, end), Is.EqualTo(Bytes(start, end).Count(number => !model.Contains(number))));
            long[] missing = Bytes(start, end).SkipWhile(model.Contains).TakeWhile(number => !model.Contains(number)).ToArray();
            SequenceRange first = ranges.FirstMissing(start, end);
            Assert.That(Bytes(first.Start, first.End), Is.EqualTo(missing));
            for (int i = 1; i < ranges.Count; i++)
                Assert.That(ranges[i].Start, Is.GreaterThan(ranges[i - 1].End), "neither touch nor overlap");
        }
    }

    private static IEnumerable<long> Bytes(long start, long end)
    {
        for (long number = start; number < end; number++)
            yield return number;
    }
}
