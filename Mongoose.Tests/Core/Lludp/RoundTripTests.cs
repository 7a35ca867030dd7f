using System.Numerics;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

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
    public void Message_cut_short_anywhere_is_refused_and_one_with_more_at_its_end_is_read(MessageId id)
    {
        byte[] body = Wire.Body(id, (ref DatagramWriter w) => AnyMessage.WriteRandom(id, new FieldSource(3), ref w));
        byte[] buffer = new byte[8192];
        for (int bytes = 0; bytes < body.Length; bytes++)
        {
            // A list may be missing as a whole, but not be cut; the two messages that are only a list may be empty.
            bool mayEndHere = bytes == ListStart(id, body);
            var w = new DatagramWriter(buffer);
            Assert.That(AnyMessage.TryCopy(id, body.AsSpan(0, bytes), ref w), Is.EqualTo(mayEndHere), $"{bytes} of {body.Length} bytes");
        }

        var longer = new DatagramWriter(buffer);
        Assert.That(AnyMessage.TryCopy(id, body.Concat(new byte[] { 1, 2, 3 }).ToArray(), ref longer));
    }

    private static int ListStart(MessageId id, byte[] body) => id switch
    {
        MessageId.PacketAck or MessageId.KillObject => 0,
        MessageId.ObjectUpdate or MessageId.ObjectUpdateCompressed or MessageId.ObjectUpdateCached or MessageId.ImprovedTerseObjectUpdate => 10,
        MessageId.RequestImage or MessageId.ObjectSelect or MessageId.LogoutReply => 32,
        MessageId.RegionHandshake => body.Length - 17,
        MessageId.TeleportFailed => body.Length - 1,
        _ => -1,
    };

    [ForAll]
    public void UseCircuitCode_fields(uint code, Guid session, Guid agent)
    {
        var written = new UseCircuitCode(code, session, agent);
        Assert.That(UseCircuitCode.TryRead(Wire.Body(MessageId.UseCircuitCode, written.Write), out UseCircuitCode read));
        Assert.That(read, Is.EqualTo(written));
    }

    [ForAll]
    public void CompleteAgentMovement_fields(Guid agent, Guid session, uint code)
    {
        var written = new CompleteAgentMovement(agent, session, code);
        byte[] body = Wire.Body(MessageId.CompleteAgentMovement, written.Write);
        Assert.That(CompleteAgentMovement.TryRead(body, out CompleteAgentMovement read));
        Assert.That(read, Is.EqualTo(written));
    }

    [ForAll]
    public void RegionHandshakeReply_fields(Guid agent, Guid session, uint flags)
    {
        var written = new RegionHandshakeReply(agent, session, flags);
        byte[] body = Wire.Body(MessageId.RegionHandshakeReply, written.Write);
        Assert.That(RegionHandshakeReply.TryRead(body, out RegionHandshakeReply read));
        Assert.That(read, Is.EqualTo(written));
    }

    [ForAll]
    public void LogoutRequest_fields(Guid agent, Guid session)
    {
        var written = new LogoutRequest(agent, session);
        Assert.That(LogoutRequest.TryRead(Wire.Body(MessageId.LogoutRequest, written.Write), out LogoutRequest read));
        Assert.That(read, Is.EqualTo(written));
    }

    [ForAll]
    public void StartPingCheck_and_CompletePingCheck_fields(byte id, uint oldest)
    {
        var start = new StartPingCheck(id, oldest);
        Assert.That(StartPingCheck.TryRead(Wire.Body(MessageId.StartPingCheck, start.Write), out StartPingCheck readStart));
        Assert.That(readStart, Is.EqualTo(start));

        var complete = new CompletePingCheck(id);
        byte[] body = Wire.Body(MessageId.CompletePingCheck, complete.Write);
        Assert.That(CompletePingCheck.TryRead(body, out CompletePingCheck readComplete));
        Assert.That(readComplete, Is.EqualTo(complete));
    }

    [ForAll]
    public void AgentUpdate_fields(int seed)
    {
        var from = new FieldSource(seed);
        var written = new AgentUpdate
        {
            AgentId = from.Guid(),
            SessionId = from.Guid(),
            BodyRotation = from.Rotation(),
            HeadRotation = from.Rotation(),
            State = from.UInt8(),
            CameraCenter = from.Vector3(),
            CameraAtAxis = from.Vector3(),
            CameraLeftAxis = from.Vector3(),
            CameraUpAxis = from.Vector3(),
            Far = from.Single(),
            ControlFlags = from.UInt32(),
            Flags = from.UInt8(),
        };
        Assert.That(AgentUpdate.TryRead(Wire.Body(MessageId.AgentUpdate, written.Write), out AgentUpdate read));
        Assert.That(read, Is.EqualTo(written));
    }

    [ForAll]
    public void AgentMovementComplete_fields(Guid agent, Guid session, ulong handle, uint time, int seed)
    {
        var from = new FieldSource(seed);
        Vector3 position = from.Vector3(), lookAt = from.Vector3();
        byte[] version = from.Bytes(200);
        byte[] body = Wire.Body(MessageId.AgentMovementComplete, (ref DatagramWriter w) => new AgentMovementComplete
        {
            AgentId = agent,
            SessionId = session,
            Position = position,
            LookAt = lookAt,
            RegionHandle = handle,
            Timestamp = time,
            ChannelVersion = version,
        }.Write(ref w));

        Assert.That(AgentMovementComplete.TryRead(body, out AgentMovementComplete read));
        Assert.That((read.AgentId, read.SessionId, read.Position, read.LookAt, read.RegionHandle, read.Timestamp),
            Is.EqualTo((agent, session, position, lookAt, handle, time)));
        Assert.That(read.ChannelVersion.ToArray(), Is.EqualTo(version));
    }

    [ForAll]
    public void RegionHandshake_fields(Guid owner, Guid cache, Guid region, bool manager, int seed)
    {
        var from = new FieldSource(seed);
        uint flags = from.UInt32();
        byte access = from.UInt8();
        float water = from.Single(), billable = from.Single();
        int cpuClass = from.Int32(), cpuRatio = from.Int32();
        ulong extended = from.UInt64(), protocols = from.UInt64();
        byte[] name = from.Bytes(255), colo = from.Bytes(50), sku = from.Bytes(50), product = from.Bytes(50);
        var terrain = new RegionTerrain(from.Guid(), from.Guid(), from.Guid(), from.Guid(), from.Vector4(), from.Vector4());
        byte[] body = Wire.Body(MessageId.RegionHandshake, (ref DatagramWriter w) => new RegionHandshake
        {
            RegionFlags = flags,
            SimAccess = access,
            SimName = name,
            SimOwner = owner,
            IsEstateManager = manager,
            WaterHeight = water,
            BillableFactor = billable,
            CacheId = cache,
            Terrain = terrain,
            RegionId = region,
            CpuClassId = cpuClass,
            CpuRatio = cpuRatio,
            ColoName = colo,
            ProductSku = sku,
            ProductName = product,
            RegionFlagsExtended = extended,
            RegionProtocols = protocols,
        }.Write(ref w));

        Assert.That(RegionHandshake.TryRead(body, out RegionHandshake read));
        Assert.That((read.RegionFlags, read.SimAccess, read.SimOwner, read.IsEstateManager),
            Is.EqualTo((flags, access, owner, manager)));
        Assert.That((read.WaterHeight, read.BillableFactor, read.CacheId), Is.EqualTo((water, billable, cache)));
        Assert.That(read.Terrain, Is.EqualTo(terrain));
        Assert.That((read.RegionId, read.CpuClassId, read.CpuRatio, read.RegionFlagsExtended, read.RegionProtocols),
            Is.EqualTo((region, cpuClass, cpuRatio, extended, protocols)));
        Assert.That(read.SimName.ToArray(), Is.EqualTo(name));
        Assert.That(read.ColoName.ToArray(), Is.EqualTo(colo));
        Assert.That(read.ProductSku.ToArray(), Is.EqualTo(sku));
        Assert.That(read.ProductName.ToArray(), Is.EqualTo(product));
    }

    [ForAll]
    public void AgentThrottle_fields(Guid agent, Guid session, uint code, uint counter, int seed)
    {
        byte[] throttles = new FieldSource(seed).Bytes(255);
        byte[] body = Wire.Body(MessageId.AgentThrottle, (ref DatagramWriter w) => new AgentThrottleMessage
        {
            AgentId = agent,
            SessionId = session,
            CircuitCode = code,
            GenCounter = counter,
            Throttles = throttles,
        }.Write(ref w));

        Assert.That(AgentThrottleMessage.TryRead(body, out AgentThrottleMessage read));
        Assert.That((read.AgentId, read.SessionId, read.CircuitCode, read.GenCounter), Is.EqualTo((agent, session, code, counter)));
        Assert.That(read.Throttles.ToArray(), Is.EqualTo(throttles));
    }

    [ForAll]
    public void ImageData_fields(Guid image, byte codec, uint size, ushort packets, int seed)
    {
        byte[] data = new FieldSource(seed).Bytes(1000);
        byte[] body = Wire.Body(MessageId.ImageData, (ref DatagramWriter w) =>
            new ImageData { ImageId = image, Codec = codec, Size = size, Packets = packets, Data = data }.Write(ref w));

        Assert.That(ImageData.TryRead(body, out ImageData read));
        Assert.That((read.ImageId, read.Codec, read.Size, read.Packets), Is.EqualTo((image, codec, size, packets)));
        Assert.That(read.Data.ToArray(), Is.EqualTo(data));
    }

    [ForAll]
    public void ImagePacket_fields(Guid image, ushort packet, int seed)
    {
        byte[] data = new FieldSource(seed).Bytes(1000);
        byte[] body = Wire.Body(MessageId.ImagePacket, (ref DatagramWriter w) =>
            new ImagePacket { ImageId = image, Packet = packet, Data = data }.Write(ref w));

        Assert.That(ImagePacket.TryRead(body, out ImagePacket read));
        Assert.That((read.ImageId, read.Packet), Is.EqualTo((image, packet)));
        Assert.That(read.Data.ToArray(), Is.EqualTo(data));
    }

    [ForAll]
    public void LayerData_fields(byte type, int seed)
    {
        byte[] data = new FieldSource(seed).Bytes(1000);
        byte[] body = Wire.Body(MessageId.LayerData, (ref DatagramWriter w) => new LayerData { Type = type, Data = data }.Write(ref w));

        Assert.That(LayerData.TryRead(body, out LayerData read));
        Assert.That(read.Type, Is.EqualTo(type));
        Assert.That(read.Data.ToArray(), Is.EqualTo(data));
    }

    [ForAll]
    public void RequestImage_fields(Guid agent, Guid session, int seed)
    {
        var from = new FieldSource(seed);
        var images = new RequestImageBlock[from.Count(30)];
        for (int i = 0; i < images.Length; i++)
            images[i] = new RequestImageBlock(from.Guid(), from.Int8(), from.Single(), from.UInt32(), from.UInt8());
        byte[] body = Wire.Body(MessageId.RequestImage, (ref DatagramWriter w) =>
        {
            new RequestImage(agent, session).Write(ref w);
            foreach (RequestImageBlock image in images)
                Assert.That(RequestImage.TryAppend(ref w, image));
        });

        Assert.That(RequestImage.TryRead(body, out RequestImage read));
        Assert.That((read.AgentId, read.SessionId, read.Count), Is.EqualTo((agent, session, images.Length)));
        for (int i = 0; i < images.Length; i++)
            Assert.That(read[i], Is.EqualTo(images[i]));
    }

    [ForAll]
    public void ObjectUpdateCached_fields(ulong region, ushort dilation, int seed)
    {
        var from = new FieldSource(seed);
        var objects = new CachedObject[from.Count(80)];
        for (int i = 0; i < objects.Length; i++)
            objects[i] = new CachedObject(from.UInt32(), from.UInt32(), from.UInt32());
        byte[] body = Wire.Body(MessageId.ObjectUpdateCached, (ref DatagramWriter w) =>
        {
            new ObjectUpdateCached(region, dilation).Write(ref w);
            foreach (CachedObject cached in objects)
                Assert.That(ObjectUpdateCached.TryAppend(ref w, cached));
        });

        Assert.That(ObjectUpdateCached.TryRead(body, out ObjectUpdateCached read));
        Assert.That((read.RegionHandle, read.TimeDilation, read.Count), Is.EqualTo((region, dilation, objects.Length)));
        for (int i = 0; i < objects.Length; i++)
            Assert.That(read[i], Is.EqualTo(objects[i]));
    }

    [ForAll]
    public void ObjectUpdateCompressed_objects_begin_with_their_ids(Guid id, uint localId, uint flags)
    {
        byte[] data = [.. id.ToByteArray(bigEndian: true), .. BitConverter.GetBytes(localId), 9];
        byte[] body = Wire.Body(MessageId.ObjectUpdateCompressed, (ref DatagramWriter w) =>
        {
            new ObjectUpdateCompressed(1, 2).Write(ref w);
            Assert.That(ObjectUpdateCompressed.TryAppend(ref w, new CompressedObject { UpdateFlags = flags, Data = data }));
            Assert.That(ObjectUpdateCompressed.TryAppend(ref w, new CompressedObject { Data = data[..19] }));
        });

        Assert.That(ObjectUpdateCompressed.TryRead(body, out ObjectUpdateCompressed read));
        List<(uint Flags, uint? LocalId)> objects = [];
        foreach (CompressedObject compressed in read.Objects)
            objects.Add((compressed.UpdateFlags, compressed.LocalId));
        Assert.That(objects, Is.EqualTo(new (uint, uint?)[] { (flags, localId), (0, null) }));
    }

    [ForAll]
    public void PacketAck_and_KillObject_ids(uint[] ids)
    {
        byte[] acks = Wire.Body(MessageId.PacketAck, (ref DatagramWriter w) =>
        {
            new PacketAck().Write(ref w);
            foreach (uint id in ids)
                PacketAck.TryAppend(ref w, id);
        });
        byte[] kills = Wire.Body(MessageId.KillObject, (ref DatagramWriter w) =>
        {
            new KillObject().Write(ref w);
            foreach (uint id in ids)
                KillObject.TryAppend(ref w, id);
        });

        Assert.That(PacketAck.TryRead(acks, out PacketAck readAcks));
        Assert.That(KillObject.TryRead(kills, out KillObject readKills));
        Assert.That(readAcks.Sequences.Count, Is.EqualTo(ids.Length));
        Assert.That(readKills.LocalIds.Count, Is.EqualTo(ids.Length));
        for (int i = 0; i < ids.Length; i++)
            Assert.That((readAcks.Sequences[i], readKills.LocalIds[i]), Is.EqualTo((ids[i], ids[i])));
    }

    [ForAll]
    public void LogoutReply_fields(Guid agent, Guid session, Guid[] items)
    {
        byte[] body = Wire.Body(MessageId.LogoutReply, (ref DatagramWriter w) =>
        {
            new LogoutReply { AgentId = agent, SessionId = session }.Write(ref w);
            foreach (Guid item in items)
                LogoutReply.TryAppend(ref w, item);
        });

        Assert.That(LogoutReply.TryRead(body, out LogoutReply read));
        Assert.That((read.AgentId, read.SessionId, read.Items.Count), Is.EqualTo((agent, session, items.Length)));
        for (int i = 0; i < items.Length; i++)
            Assert.That(read.Items[i], Is.EqualTo(items[i]));
    }

    [ForAll]
    public void TransferRequest_fields(Guid transfer, int channel, int source, int seed)
    {
        var from = new FieldSource(seed);
        float priority = from.Single();
        byte[] parameters = from.Bytes(200);
        byte[] body = Wire.Body(MessageId.TransferRequest, (ref DatagramWriter w) => new TransferRequest
        {
            TransferId = transfer,
            ChannelType = channel,
            SourceType = source,
            Priority = priority,
            Params = parameters,
        }.Write(ref w));

        Assert.That(TransferRequest.TryRead(body, out TransferRequest read));
        Assert.That((read.TransferId, read.ChannelType, read.SourceType, read.Priority),
            Is.EqualTo((transfer, channel, source, priority)));
        Assert.That(read.Params.ToArray(), Is.EqualTo(parameters));
    }

    [ForAll]
    public void TransferInfo_fields(Guid transfer, int channel, int target, int status, int size, int seed)
    {
        byte[] parameters = new FieldSource(seed).Bytes(200);
        byte[] body = Wire.Body(MessageId.TransferInfo, (ref DatagramWriter w) => new TransferInfo
        {
            TransferId = transfer,
            ChannelType = channel,
            TargetType = target,
            Status = status,
            Size = size,
            Params = parameters,
        }.Write(ref w));

        Assert.That(TransferInfo.TryRead(body, out TransferInfo read));
        Assert.That((read.TransferId, read.ChannelType, read.TargetType, read.Status, read.Size),
            Is.EqualTo((transfer, channel, target, status, size)));
        Assert.That(read.Params.ToArray(), Is.EqualTo(parameters));
    }

    [ForAll]
    public void TransferPacket_fields(Guid transfer, int channel, int packet, int status, int seed)
    {
        byte[] data = new FieldSource(seed).Bytes(1000);
        byte[] body = Wire.Body(MessageId.TransferPacket, (ref DatagramWriter w) => new TransferPacket
        {
            TransferId = transfer,
            ChannelType = channel,
            Packet = packet,
            Status = status,
            Data = data,
        }.Write(ref w));

        Assert.That(TransferPacket.TryRead(body, out TransferPacket read));
        Assert.That((read.TransferId, read.ChannelType, read.Packet, read.Status),
            Is.EqualTo((transfer, channel, packet, status)));
        Assert.That(read.Data.ToArray(), Is.EqualTo(data));
    }
}
