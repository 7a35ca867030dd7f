using Mongoose.Core.Lludp;

namespace Mongoose.Tests.Core.Lludp;

public class RoundTripTests
{
    [TestCaseSource(typeof(AnyMessage), nameof(AnyMessage.All))]
    public void Message_read_and_written_again_gives_the_same_bytes(MessageId id)
    {
        for (int seed = 0; seed < 200; seed++)
        {
            byte[] body = Wire.Body(id, (ref DatagramWriter w) => AnyMessage.WriteRandom(id, new FieldSource(seed), ref w));
            byte[] copy = Wire.Body(id, (ref DatagramWriter w) => Assert.That(AnyMessage.TryCopy(id, body, ref w), $"seed {seed}"));
            Assert.That(copy, Is.EqualTo(body), $"seed {seed}");
        }
    }

    [TestCaseSource(typeof(AnyMessage), nameof(AnyMessage.All))]
    public void Message_truncated_anywhere_is_refused_and_one_with_extra_bytes_at_its_end_is_read(MessageId id)
    {
        byte[] body = Wire.Body(id, (ref DatagramWriter w) => AnyMessage.WriteRandom(id, new FieldSource(3), ref w));
        byte[] buffer = new byte[8192];
        for (int bytes = 0; bytes < body.Length; bytes++)
        {
            // A list may be missing as a whole but not truncated. The only message that is just a list may be empty.
            bool mayEndHere = bytes == ListStart(id, body);
            var w = new DatagramWriter(buffer);
            Assert.That(AnyMessage.TryCopy(id, body.AsSpan(0, bytes), ref w), Is.EqualTo(mayEndHere), $"{bytes} of {body.Length} bytes");
        }

        var longer = new DatagramWriter(buffer);
        Assert.That(AnyMessage.TryCopy(id, body.Concat(new byte[] { 1, 2, 3 }).ToArray(), ref longer));
    }

    private static int ListStart(MessageId id, byte[] body) => id switch
    {
        MessageId.PacketAck => 0,
        MessageId.ObjectUpdate or MessageId.ObjectUpdateCompressed or MessageId.ObjectUpdateCached
            or MessageId.ImprovedTerseObjectUpdate => 10,
        MessageId.RequestImage or MessageId.ObjectSelect or MessageId.LogoutReply => 32,
        MessageId.RegionHandshake => body.Length - 17,
        MessageId.AvatarAppearance => 19 + BitConverter.ToUInt16(body, 17),
        _ => -1,
    };
}
