using Mongoose.Core.Lludp;

namespace Mongoose.Tests.Core.Lludp;

public class MessageIdTests
{
    // message_template.msg of LibreMetaverse 3.1.3: number as on the wire, trust, coding.
    [TestCase(MessageId.StartPingCheck, "01", false, false)]
    [TestCase(MessageId.CompletePingCheck, "02", false, false)]
    [TestCase(MessageId.AgentUpdate, "04", false, true)]
    [TestCase(MessageId.RequestImage, "08", false, false)]
    [TestCase(MessageId.ImageData, "09", true, false)]
    [TestCase(MessageId.ImagePacket, "0A", true, false)]
    [TestCase(MessageId.LayerData, "0B", true, false)]
    [TestCase(MessageId.ObjectUpdate, "0C", true, true)]
    [TestCase(MessageId.ObjectUpdateCompressed, "0D", true, false)]
    [TestCase(MessageId.ObjectUpdateCached, "0E", true, false)]
    [TestCase(MessageId.ImprovedTerseObjectUpdate, "0F", true, false)]
    [TestCase(MessageId.KillObject, "10", true, false)]
    [TestCase(MessageId.TransferPacket, "11", false, false)]
    [TestCase(MessageId.UseCircuitCode, "FFFF0003", false, false)]
    [TestCase(MessageId.TeleportLocationRequest, "FFFF003F", false, false)]
    [TestCase(MessageId.TeleportLocal, "FFFF0040", true, false)]
    [TestCase(MessageId.TeleportFailed, "FFFF004A", true, false)]
    [TestCase(MessageId.AgentThrottle, "FFFF0051", false, true)]
    [TestCase(MessageId.ImageNotInDatabase, "FFFF0056", true, false)]
    [TestCase(MessageId.ObjectSelect, "FFFF006E", false, true)]
    [TestCase(MessageId.RegionHandshake, "FFFF0094", true, true)]
    [TestCase(MessageId.RegionHandshakeReply, "FFFF0095", false, true)]
    [TestCase(MessageId.DisableSimulator, "FFFF0098", true, false)]
    [TestCase(MessageId.TransferRequest, "FFFF0099", false, true)]
    [TestCase(MessageId.TransferInfo, "FFFF009A", false, true)]
    [TestCase(MessageId.AvatarAppearance, "FFFF009E", true, true)]
    [TestCase(MessageId.KickUser, "FFFF00A3", true, false)]
    [TestCase(MessageId.CompleteAgentMovement, "FFFF00F9", false, false)]
    [TestCase(MessageId.AgentMovementComplete, "FFFF00FA", false, false)]
    [TestCase(MessageId.LogoutRequest, "FFFF00FC", false, false)]
    [TestCase(MessageId.LogoutReply, "FFFF00FD", true, true)]
    [TestCase(MessageId.PacketAck, "FFFFFFFB", false, false)]
    [TestCase(MessageId.CloseCircuit, "FFFFFFFD", false, false)]
    public void Message_has_number_trust_and_coding_of_the_template(MessageId id, string number, bool trusted, bool zeroCoded)
    {
        byte[] datagram = Wire.Datagram((ref DatagramWriter w) => w.WriteMessageId(id));
        Assert.That(datagram[6..(6 + id.WireBytes())], Is.EqualTo(Wire.Hex(number)));
        Assert.That(id.IsTrusted(), Is.EqualTo(trusted));
        Assert.That(id.IsZeroCoded(), Is.EqualTo(zeroCoded));
    }

    [Test]
    public void Medium_number_takes_two_bytes() => Assert.That(((MessageId)0xFF06).WireBytes(), Is.EqualTo(2));
}
