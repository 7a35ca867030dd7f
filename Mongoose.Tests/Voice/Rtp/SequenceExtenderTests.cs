using Mongoose.Voice.Rtp;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Voice.Rtp;

public sealed class SequenceExtenderTests
{
    [Test]
    public void The_first_number_leaves_room_for_earlier_ones()
    {
        SequenceExtender extender = new();
        Assert.That(extender.Extend(5), Is.EqualTo(65_541));
        Assert.That(extender.Extend(65_530), Is.EqualTo(65_530));
        Assert.That(extender.Extend(6), Is.EqualTo(65_542));
    }

    [ForAll(MaxTest = 200, Replay = "20261124,1")]
    public void Numbers_in_any_order_within_32_767_of_the_highest_are_those_of_a_64_bit_counter(int seed)
    {
        Random random = new(seed);
        SequenceExtender extender = new();
        long highest = random.Next(1 << 16), offset = 1 << 16;
        Assert.That(extender.Extend((ushort)highest), Is.EqualTo((uint)(highest + offset)));
        for (int i = 0; i < 2000; i++)
        {
            long step = random.Next(4) == 0 ? random.Next(-32_767, 32_768) : random.Next(-5, 20);
            long number = Math.Max(highest + step, 0);
            highest = Math.Max(highest, number);
            Assert.That(extender.Extend((ushort)number), Is.EqualTo((uint)(number + offset)));
        }
    }

    [Test]
    public void Extended_numbers_wrap_after_32_bits()
    {
        SequenceExtender extender = new();
        long number = 0;
        for (; number < (1L << 32) + 100_000; number += 30_000)
            Assert.That(extender.Extend((ushort)number), Is.EqualTo((uint)(number + (1 << 16))));
    }
}
