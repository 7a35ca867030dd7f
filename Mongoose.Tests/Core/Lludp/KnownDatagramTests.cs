using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Tests.Core.Lludp;

/// <summary>Datagrams written by hand from the template.</summary>
public class KnownDatagramTests
{
    private static readonly Guid Agent = new("a1b2c3d4-e5f6-1728-394a-5b6c7d8e9fa1");
    private static readonly Guid Session = new("11121314-1516-1718-191a-1b1c1d1e1f20");

    private const string AgentHex = "A1B2C3D4 E5F6 1728 394A 5B6C7D8E9FA1";
    private const string SessionHex = "11121314 1516 1718 191A 1B1C1D1E1F20";

    [Test]
    public void StartPingCheck()
    {
        byte[] datagram = Wire.Datagram(
            (ref DatagramWriter w) => new StartPingCheck(7, 0x01020304).Write(ref w), sequence: 0x0A0B0C0D);
        Assert.That(datagram, Is.EqualTo(Wire.Hex("00 0A0B0C0D 00 01 07 04030201")));
    }

    [Test]
    public void PacketAck_has_little_endian_numbers()
    {
        byte[] datagram = Wire.Datagram(
            (ref DatagramWriter w) =>
            {
                new PacketAck().Write(ref w);
                PacketAck.TryAppend(ref w, 1);
                PacketAck.TryAppend(ref w, 0x0100);
            }, sequence: 2);
        Assert.That(datagram, Is.EqualTo(Wire.Hex("00 00000002 00 FFFFFFFB 02 01000000 00010000")));
    }

    [Test]
    public void AvatarAppearance_ends_with_the_visual_parameters()
    {
        byte[] datagram = Wire.Datagram(
            (ref DatagramWriter w) =>
                new AvatarAppearance { AgentId = Agent, TextureEntry = Wire.Hex("0506"), VisualParams = Wire.Hex("070809") }.Write(ref w),
            sequence: 4);
        Assert.That(datagram, Is.EqualTo(Wire.Hex($"00 00000004 00 FFFF009E {AgentHex} 00 0200 0506 03 070809")));
    }

    [Test]
    public void CloseCircuit_is_a_header_and_a_number()
    {
        byte[] datagram = Wire.Datagram((ref DatagramWriter w) => w.WriteMessageId(MessageId.CloseCircuit), sequence: 3);
        Assert.That(datagram, Is.EqualTo(Wire.Hex("00 00000003 00 FFFFFFFD")));
    }

    [Test]
    public void UseCircuitCode()
    {
        byte[] datagram = Wire.Datagram(
            (ref DatagramWriter w) => new UseCircuitCode(0x00BC614E, Session, Agent).Write(ref w), PacketFlags.Reliable, 1);
        Assert.That(datagram, Is.EqualTo(Wire.Hex($"40 00000001 00 FFFF0003 4E61BC00 {SessionHex} {AgentHex}")));
    }

    [Test]
    public void Zero_coded_AgentThrottle()
    {
        // The zero of the number FFFF0051 is coded too. Circuit code 1 and the counter 0 give seven zeros; 1.0f is 0000803F.
        byte[] datagram = Wire.ZeroCodedDatagram(
            (ref DatagramWriter w) => new AgentThrottleMessage
            {
                AgentId = Agent,
                SessionId = Session,
                CircuitCode = 1,
                Throttles = Wire.Hex("0000803F 0000803F 0000803F 0000803F 0000803F 0000803F 0000803F"),
            }.Write(ref w), PacketFlags.Reliable, 5);
        Assert.That(datagram, Is.EqualTo(Wire.Hex(
            $"C0 00000005 00 FFFF 0001 51 {AgentHex} {SessionHex} 01 0007 1C" + string.Concat(Enumerable.Repeat(" 0002 803F", 7)))));
    }

    [Test]
    public void ImagePacket_with_1000_bytes_of_data_is_1027_bytes()
    {
        byte[] datagram = Wire.Datagram(
            (ref DatagramWriter w) => new ImagePacket { ImageId = Agent, Packet = 0x0102, Data = new byte[1000] }.Write(ref w));
        Assert.That(datagram, Has.Length.EqualTo(1027));
        Assert.That(datagram[..27], Is.EqualTo(Wire.Hex($"00 00000000 00 0A {AgentHex} 0201 E803")));
    }

    [Test]
    public void A_compressed_object_begins_with_its_ids()
    {
        CompressedObject whole = new() { Data = Wire.Hex($"{AgentHex} 04030201 09") },
            cut = new() { Data = Wire.Hex($"{AgentHex} 040302") };
        Assert.That((whole.LocalId, cut.LocalId), Is.EqualTo(((uint?)0x01020304, (uint?)null)));
    }

    [Test]
    public void Object_blocks_have_the_sizes_that_OpenSim_assumes()
    {
        Span<byte> blob = stackalloc byte[TerseMotion.AvatarBytes];
        Assert.That(new TerseMotion(1, 0, new ObjectMotion()).WriteTo(blob).Length, Is.EqualTo(44));
        var avatar = new ObjectMotion { CollisionPlane = System.Numerics.Vector4.UnitW };
        Assert.That(new TerseMotion(1, 0, avatar).WriteTo(blob).Length, Is.EqualTo(60));

        byte[] update = Wire.Datagram((ref DatagramWriter w) =>
        {
            new ObjectUpdate(0, 0).Write(ref w);
            ObjectUpdate.TryAppend(ref w, default);
        });
        Assert.That(update, Has.Length.EqualTo(18 + 153));
    }

    [Test]
    public void Terse_motion_of_an_avatar_at_rest()
    {
        // LocalId, state, avatar, plane (0,0,0,1), position (1,2,3); zero is 7FFF little-endian, W = 1 is FFFF.
        Span<byte> blob = stackalloc byte[TerseMotion.AvatarBytes];
        var motion = new ObjectMotion
        {
            CollisionPlane = System.Numerics.Vector4.UnitW,
            Position = new(1, 2, 3),
            Rotation = System.Numerics.Quaternion.Identity,
        };
        Assert.That(new TerseMotion(0x01020304, 5, motion).WriteTo(blob).ToArray(), Is.EqualTo(Wire.Hex(
            "04030201 05 01 00000000 00000000 00000000 0000803F 0000803F 00000040 00004040"
            + "FF7F FF7F FF7F FF7F FF7F FF7F FF7F FF7F FF7F FFFF FF7F FF7F FF7F")));
    }

    [Test]
    public void ObjectUpdate_has_the_fields_in_the_order_of_the_template()
    {
        // Values are numbered in field order, so that swapping two fields of the same type cannot go unnoticed.
        byte[] datagram = Wire.Datagram((ref DatagramWriter w) =>
        {
            new ObjectUpdate(0x0102030405060708, 9).Write(ref w);
            ObjectUpdate.TryAppend(ref w, new ObjectUpdateBlock
            {
                LocalId = 1,
                State = 2,
                FullId = Agent,
                Crc = 4,
                PCode = 5,
                Material = 6,
                ClickAction = 7,
                Scale = new(8, 9, 10),
                ObjectData = [0x0B],
                ParentId = 12,
                UpdateFlags = 13,
                Shape = new PrimShape
                {
                    PathCurve = 14,
                    ProfileCurve = 15,
                    PathBegin = 16,
                    PathEnd = 17,
                    PathScaleX = 18,
                    PathScaleY = 19,
                    PathShearX = 20,
                    PathShearY = 21,
                    PathTwist = -22,
                    PathTwistBegin = -23,
                    PathRadiusOffset = -24,
                    PathTaperX = -25,
                    PathTaperY = -26,
                    PathRevolutions = 27,
                    PathSkew = -28,
                    ProfileBegin = 29,
                    ProfileEnd = 30,
                    ProfileHollow = 31,
                },
                TextureEntry = [0x20],
                TextureAnim = [0x21],
                NameValue = [0x22],
                Data = [0x23],
                Text = [0x24],
                TextColor = 0x28272625,
                MediaUrl = [0x29],
                ParticleSystem = [0x2A],
                ExtraParams = [0x2B],
                Sound = new AttachedSound(Session, Agent, 46, 47, 48),
                Joint = new ObjectJoint(49, new(50, 51, 52), new(53, 54, 55)),
            });
        });
        Assert.That(datagram, Is.EqualTo(Wire.Hex(
            $"00 00000000 00 0C 0807060504030201 0900 01 01000000 02 {AgentHex} 04000000 05 06 07"
            + "00000041 00001041 00002041 01 0B 0C000000 0D000000"
            + "0E 0F 1000 1100 12 13 14 15 EA E9 E8 E7 E6 1B E4 1D00 1E00 1F00"
            + "0100 20 01 21 0100 22 0100 23 01 24 25262728 01 29 01 2A 01 2B"
            + $"{SessionHex} {AgentHex} 00003842 2F 00004042 31"
            + "00004842 00004C42 00005042 00005442 00005842 00005C42")));
    }

    [Test]
    public void RegionHandshake_has_the_fields_in_the_order_of_the_template()
    {
        byte[] datagram = Wire.Datagram((ref DatagramWriter w) => new RegionHandshake
        {
            RegionFlags = 1,
            SimAccess = 2,
            SimName = [0x33],
            SimOwner = Agent,
            IsEstateManager = true,
            WaterHeight = 46,
            BillableFactor = 48,
            CacheId = Session,
            Terrain = new RegionTerrain(Agent, Session, Session, Agent, new(50, 51, 52, 53), new(54, 55, 8, 9)),
            RegionId = Agent,
            CpuClassId = 3,
            CpuRatio = 4,
            ColoName = [0x35],
            ProductSku = [0x36],
            ProductName = [0x37],
            RegionFlagsExtended = 5,
            RegionProtocols = 6,
        }.Write(ref w));
        Assert.That(datagram, Is.EqualTo(Wire.Hex(
            $"00 00000000 00 FFFF0094 01000000 02 01 33 {AgentHex} 01 00003842 00004042 {SessionHex}"
            + new string('0', 2 * 64) + AgentHex + SessionHex + SessionHex + AgentHex
            + "00004842 00004C42 00005042 00005442 00005842 00005C42 00000041 00001041"
            + $"{AgentHex} 03000000 04000000 01 35 01 36 01 37 01 0500000000000000 0600000000000000")));
    }

    [Test]
    public void AgentUpdate_has_the_fields_in_the_order_of_the_template()
    {
        byte[] datagram = Wire.Datagram((ref DatagramWriter w) => new AgentUpdate
        {
            AgentId = Agent,
            SessionId = Session,
            BodyRotation = new(0.5f, -0.5f, 0.5f, 0.5f),
            HeadRotation = System.Numerics.Quaternion.Identity,
            State = 3,
            CameraCenter = new(50, 51, 52),
            CameraAtAxis = new(1, 0, 0),
            CameraLeftAxis = new(0, 1, 0),
            CameraUpAxis = new(0, 0, 1),
            Far = 48,
            ControlFlags = 0x01020304,
            Flags = 4,
        }.Write(ref w));
        Assert.That(datagram, Is.EqualTo(Wire.Hex(
            $"00 00000000 00 04 {AgentHex} {SessionHex} 0000003F 000000BF 0000003F 00000000 00000000 00000000 03"
            + "00004842 00004C42 00005042 0000803F 00000000 00000000 00000000 0000803F 00000000"
            + "00000000 00000000 0000803F 00004042 04030201 04")));
    }

    [Test]
    public void Empty_RegionHandshake_has_every_field()
    {
        // RegionInfo 207, RegionInfo2 16, RegionInfo3 11, RegionInfo4 1 + 16.
        byte[] datagram = Wire.Datagram((ref DatagramWriter w) => new RegionHandshake().Write(ref w));
        Assert.That(datagram, Has.Length.EqualTo(6 + 4 + 207 + 16 + 11 + 17));
    }

    [Test]
    public void RegionHandshake_without_its_last_block_is_read()
    {
        byte[] body = Wire.Body(MessageId.RegionHandshake, (ref DatagramWriter w) =>
            new RegionHandshake { SimName = "Mongoose\0"u8, RegionProtocols = 1 }.Write(ref w));
        Assert.That(RegionHandshake.TryRead(body.AsSpan(0, body.Length - 17), out RegionHandshake read));
        Assert.That(read.SimName.TrimEnd((byte)0).SequenceEqual("Mongoose"u8));
        Assert.That(read.RegionProtocols, Is.Zero);
    }
}
