using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using Mongoose.Core.Updates;

namespace Mongoose.Tests.Core.Updates;

/// <summary>Which datagrams are understood as updates, and where their blocks lie.</summary>
public sealed class UpdateMessageTests
{
    [Test]
    public void The_blocks_of_an_update_are_those_that_were_written(
        [ValueSource(typeof(AnyUpdate), nameof(AnyUpdate.Messages))] MessageId message, [Values] bool zeroCoded)
    {
        for (int seed = 0; seed < 100; seed++)
        {
            Random random = new(seed);
            TestBlock[] blocks = [.. Enumerable.Range(0, random.Next(6))
                .Select(_ => AnyUpdate.RandomBlock(random, message, objects: 1_000_000_000))];
            byte[] datagram = AnyUpdate.Datagram(message, blocks, zeroCoded);
            Assert.That(UpdateMessage.TryRead(datagram, new byte[DatagramReader.ScratchBytes], out UpdateMessage update));
            Assert.That((update.Message, update.Count), Is.EqualTo((message, blocks.Length)));
            if (UpdateMessage.TryCount(datagram, out MessageId counted, out int count))
                Assert.That((counted, count), Is.EqualTo((message, blocks.Length)));
            else
                Assert.That(message, Is.EqualTo(MessageId.KillObject));
            int at = update.BlocksAt, next = 0;
            foreach (UpdateBlock block in update)
            {
                Assert.That((block.LocalId, block.Kind, block.Start), Is.EqualTo((blocks[next].LocalId, blocks[next].Kind, at)));
                (at, next) = (at + block.Length, next + 1);
            }
            Assert.That((at, next), Is.EqualTo((update.Body.Length, blocks.Length)));
        }
    }

    [Test]
    public void A_truncated_update_or_one_with_a_byte_more_is_none(
        [ValueSource(typeof(AnyUpdate), nameof(AnyUpdate.Messages))] MessageId message)
    {
        byte[] datagram = AnyUpdate.Datagram(
            message, [AnyUpdate.RandomBlock(new Random(3), message, 9), AnyUpdate.RandomBlock(new Random(4), message, 9)]);
        for (int bytes = 0; bytes < datagram.Length; bytes++)
            Assert.That(IsUpdate(datagram[..bytes]), Is.False, $"{bytes} bytes");
        Assert.That(IsUpdate(datagram), Is.True);
        Assert.That(IsUpdate([.. datagram, 0]), Is.False);
    }

    [Test]
    public void Motion_of_an_unknown_size_is_none([Values(0, 3, 4, 43, 45, 59, 61)] int bytes) =>
        Assert.That(IsUpdate(Wire.Datagram((ref DatagramWriter w) =>
    {
        new ImprovedTerseObjectUpdate(1, 1).Write(ref w);
        ImprovedTerseObjectUpdate.TryAppend(ref w, new TerseObject { Data = new byte[bytes] });
    })), Is.False);

    [TestCase(19, false), TestCase(20, true)]
    public void A_compressed_object_needs_a_local_id(int bytes, bool expected) =>
        Assert.That(IsUpdate(Wire.Datagram((ref DatagramWriter w) =>
    {
        new ObjectUpdateCompressed(1, 1).Write(ref w);
        ObjectUpdateCompressed.TryAppend(ref w, new CompressedObject { Data = new byte[bytes] });
    })), Is.EqualTo(expected));

    [Test]
    public void A_header_with_extra_bytes_is_none()
    {
        byte[] datagram = AnyUpdate.Motion(1);
        Assert.That(IsUpdate([.. datagram[..5], 1, 0, .. datagram[6..]]), Is.False);
    }

    [Test]
    public void A_body_longer_than_any_datagram_is_none() =>
        Assert.That(IsUpdate(Wire.Hex($"40 00000001 00 10 FF {string.Concat(Enumerable.Repeat("00000000", 3000))}")), Is.False);

    [Test]
    public void Only_the_five_messages_have_an_update_s_number() =>
        Assert.That(Enumerable.Range(0, 256).Where(id => UpdateMessage.HasUpdateNumber([0, 0, 0, 0, 0, 0, (byte)id])),
            Is.EqualTo(new[] { 12, 13, 14, 15, 16 }));

    private static bool IsUpdate(byte[] datagram) => UpdateMessage.TryRead(datagram, new byte[DatagramReader.ScratchBytes], out _);
}
