using Mongoose.Core.Lludp;

namespace Mongoose.Tests.Core.Lludp;

public class MessageIdTests
{
    // message_template.msg of LibreMetaverse 3.1.3: number as on the wire.
    [TestCase(MessageId.StartPingCheck, "01")]
    [TestCase(MessageId.CompletePingCheck, "02")]
    [TestCase(MessageId.AgentUpdate, "04")]
    [TestCase(MessageId.RequestImage, "08")]
    [TestCase(MessageId.ImageData, "09")]
    [TestCase(MessageId.ImagePacket, "0A")]
    [TestCase(MessageId.LayerData, "0B")]
    [TestCase(MessageId.ObjectUpdate, "0C")]
    [TestCase(MessageId.ObjectUpdateCompressed, "0D")]
    [TestCase(MessageId.ObjectUpdateCached, "0E")]
    [TestCase(MessageId.ImprovedTerseObjectUpdate, "0F")]
    [TestCase(MessageId.KillObject, "10")]
    [TestCase(MessageId.TransferPacket, "11")]
    [TestCase(MessageId.UseCircuitCode, "FFFF0003")]
    [TestCase(MessageId.TeleportLocationRequest, "FFFF003F")]
    [TestCase(MessageId.TeleportLocal, "FFFF0040")]
    [TestCase(MessageId.TeleportFailed, "FFFF004A")]
    [TestCase(MessageId.AgentThrottle, "FFFF0051")]
    [TestCase(MessageId.ImageNotInDatabase, "FFFF0056")]
    [TestCase(MessageId.ObjectSelect, "FFFF006E")]
    [TestCase(MessageId.RegionHandshake, "FFFF0094")]
    [TestCase(MessageId.RegionHandshakeReply, "FFFF0095")]
    [TestCase(MessageId.DisableSimulator, "FFFF0098")]
    [TestCase(MessageId.TransferRequest, "FFFF0099")]
    [TestCase(MessageId.TransferInfo, "FFFF009A")]
    [TestCase(MessageId.AvatarAppearance, "FFFF009E")]
    [TestCase(MessageId.KickUser, "FFFF00A3")]
    [TestCase(MessageId.CompleteAgentMovement, "FFFF00F9")]
    [TestCase(MessageId.AgentMovementComplete, "FFFF00FA")]
    [TestCase(MessageId.LogoutRequest, "FFFF00FC")]
    [TestCase(MessageId.LogoutReply, "FFFF00FD")]
    [TestCase(MessageId.PacketAck, "FFFFFFFB")]
    [TestCase(MessageId.CloseCircuit, "FFFFFFFD")]
    public void Message_has_the_number_of_the_template(MessageId id, string number)
    {
        byte[] datagram = Wire.Datagram((ref DatagramWriter w) => w.WriteMessageId(id));
        Assert.That(datagram[6..(6 + id.WireBytes())], Is.EqualTo(Wire.Hex(number)));
    }

    [Test]
    public void Medium_number_takes_two_bytes() => Assert.That(((MessageId)0xFF06).WireBytes(), Is.EqualTo(2));
}
