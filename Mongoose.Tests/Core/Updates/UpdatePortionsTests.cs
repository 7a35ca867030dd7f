using Mongoose.Core.Lludp;
using Mongoose.Core.Updates;

namespace Mongoose.Tests.Core.Updates;

/// <summary>
/// The amounts that OpenSim is asked for: it takes updates until its estimate, 150 bytes for an object and 18 for a header, reaches the
/// amount.
/// </summary>
public sealed class UpdatePortionsTests
{
    [TestCase(900, 4)]
    [TestCase(100, 1)]
    [TestCase(300, 2)]
    [TestCase(899, 4)]
    [TestCase(1799, 4)]
    [TestCase(1800, 8)]
    [TestCase(9000, 40)]
    public void Before_any_update_was_sent_a_portion_is_less_than_a_packet_or_whole_packets_of_objects_of_191_bytes(
        long bytes, int objects) =>
        Assert.That(TakenOf(new UpdatePortions().Estimate(bytes, moved: 0), 150), Is.EqualTo(objects));

    [TestCase(80, 11)]
    [TestCase(150, 5)]
    [TestCase(194, 4)]
    [TestCase(290, 3)]
    [TestCase(440, 2)]
    [TestCase(882, 1)]
    [TestCase(1100, 1)]
    public void A_portion_has_as_many_updates_of_the_size_of_those_before_as_fit_a_packet(int bytes, int objects)
    {
        UpdatePortions portions = new();
        for (int i = 0; i < 30; i++)
            portions.Learn(Full(count: 1 + i % 4, bytes));
        Assert.That(TakenOf(portions.Estimate(900, moved: 0), 150), Is.EqualTo(objects));
    }

    [TestCase(MessageId.ObjectUpdateCompressed, 125, 120, 7)]
    [TestCase(MessageId.ObjectUpdateCached, 12, 12, 97)]
    public void The_last_kind_of_update_decides(MessageId message, int bytes, int estimate, int objects)
    {
        UpdatePortions portions = new();
        byte[] datagram = Full(count: 4, bytes);
        datagram[DatagramHeader.Bytes] = (byte)message;
        portions.Learn(datagram);
        portions.Learn([0x40, 0, 0, 0, 1, 0, (byte)MessageId.ImprovedTerseObjectUpdate, .. new byte[30]]);
        portions.Learn([]);
        Assert.That(TakenOf(portions.Estimate(900, moved: 0), estimate), Is.EqualTo(objects));
    }

    [TestCase(1)]
    [TestCase(5)]
    public void Avatars_that_moved_get_a_portion_of_their_own(int moved) =>
        Assert.That(TakenOf(new UpdatePortions().Estimate(900, moved), UpdatePortions.MotionEstimate), Is.EqualTo(moved));

    [Test]
    public void Many_avatars_that_moved_take_no_more_than_the_wanted_bytes() =>
        Assert.That(new UpdatePortions().Estimate(900, moved: 100), Is.EqualTo(900));

    [Test]
    public void The_number_of_updates_is_read_from_packets_with_and_without_zero_coding(
        [Values] bool isZeroCoded, [Values(1, 4, 255)] int count)
    {
        byte[] datagram = new byte[600];
        datagram[0] = isZeroCoded ? (byte)PacketFlags.ZeroCoded : (byte)0;
        byte[] body = isZeroCoded ? [12, 0, 3, 7, 0, 3, 9, 9, 0, 1, (byte)count] : [12, 0, 0, 0, 7, 0, 0, 0, 9, 9, 0, (byte)count];
        body.CopyTo(datagram, 6);
        Assert.That(UpdateMessage.TryCount(datagram, out MessageId message, out int read));
        Assert.That((message, read), Is.EqualTo((MessageId.ObjectUpdate, count)));
    }

    /// <summary>A packet of OpenSim's kind whose objects have this size.</summary>
    private static byte[] Full(int count, int bytes)
    {
        byte[] datagram = new byte[18 + count * bytes];
        datagram[DatagramHeader.Bytes] = (byte)MessageId.ObjectUpdate;
        datagram[DatagramHeader.Bytes + 11] = (byte)count;
        return datagram;
    }

    private static int TakenOf(int amount, int estimate)
    {
        int taken = 0;
        for (amount -= 18; amount > 0; amount -= estimate)
            taken++;
        return taken;
    }
}
