using Mongoose.Core.Lludp;

namespace Mongoose.Tests.Core.Lludp;

public class AllocationTests
{
    [TestCaseSource(typeof(AnyMessage), nameof(AnyMessage.All))]
    public void Reading_and_writing_a_message_allocates_nothing(MessageId id)
    {
        byte[] datagram = Wire.ZeroCodedDatagram((ref DatagramWriter w) => AnyMessage.WriteRandom(id, new FieldSource(5), ref w));
        byte[] scratch = new byte[DatagramReader.ScratchBytes], buffer = new byte[4096], coded = new byte[4096];
        Assert.That(Copy(datagram, scratch, buffer, coded), "the sample must be readable");

        bool ok = true;
        long allocated = Allocation.FewestBytes(() =>
        {
            for (int i = 0; i < 100; i++)
                ok &= Copy(datagram, scratch, buffer, coded);
        });

        Assert.That(ok);
        Assert.That(allocated, Is.Zero);
    }

    private static bool Copy(byte[] datagram, byte[] scratch, byte[] buffer, byte[] coded)
    {
        if (DatagramReader.TryParse(datagram, scratch, out DatagramReader reader) != LludpError.None)
            return false;
        var w = new DatagramWriter(buffer, reader.Flags, reader.Sequence);
        if (!AnyMessage.TryCopy(reader.Message, reader.Body, ref w) || !w.TryFinishZeroCoded(coded, out int length))
            return false;
        DatagramHeader.AppendAcks(coded, ref length, [1, 2, 3]);
        DatagramHeader.MarkResent(coded);
        return w.TryFinish(out _);
    }
}
