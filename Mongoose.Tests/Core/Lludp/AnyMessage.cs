using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Tests.Core.Lludp;

/// <summary>Every message of the library: a random one of each, and reading and writing by message number.</summary>
internal static class AnyMessage
{
    public static MessageId[] All => Enum.GetValues<MessageId>();

    public static void WriteRandom(MessageId id, FieldSource from, ref DatagramWriter w)
    {
        switch (id)
        {
            case MessageId.UseCircuitCode:
                new UseCircuitCode(from.UInt32(), from.Guid(), from.Guid()).Write(ref w);
                break;
            case MessageId.TeleportLocationRequest:
                new TeleportLocationRequest(from.Guid(), from.Guid(), from.UInt64(), from.Vector3(), from.Vector3()).Write(ref w);
                break;
            case MessageId.TeleportLocal:
                new TeleportLocal(from.Guid(), from.UInt32(), from.Vector3(), from.Vector3(), from.UInt32()).Write(ref w);
                break;
            case MessageId.TeleportFailed:
                new TeleportFailed { AgentId = from.Guid(), Reason = from.Bytes(100) }.Write(ref w);
                break;
            case MessageId.KickUser:
                new KickUser { TargetIp = from.UInt32(), TargetPort = from.UInt16(), AgentId = from.Guid(), SessionId = from.Guid(), Reason = from.Bytes(100) }
                    .Write(ref w);
                break;
            case MessageId.CompleteAgentMovement:
                new CompleteAgentMovement(from.Guid(), from.Guid(), from.UInt32()).Write(ref w);
                break;
            case MessageId.AgentMovementComplete:
                new AgentMovementComplete
                {
                    AgentId = from.Guid(),
                    SessionId = from.Guid(),
                    Position = from.Vector3(),
                    LookAt = from.Vector3(),
                    RegionHandle = from.UInt64(),
                    Timestamp = from.UInt32(),
                    ChannelVersion = from.Bytes(100),
                }.Write(ref w);
                break;
            case MessageId.RegionHandshake:
                new RegionHandshake
                {
                    RegionFlags = from.UInt32(),
                    SimAccess = from.UInt8(),
                    SimName = from.Bytes(255),
                    SimOwner = from.Guid(),
                    IsEstateManager = from.Boolean(),
                    WaterHeight = from.Single(),
                    BillableFactor = from.Single(),
                    CacheId = from.Guid(),
                    Terrain = new RegionTerrain(
                        from.Guid(), from.Guid(), from.Guid(), from.Guid(), from.Vector4(), from.Vector4()),
                    RegionId = from.Guid(),
                    CpuClassId = from.Int32(),
                    CpuRatio = from.Int32(),
                    ColoName = from.Bytes(20),
                    ProductSku = from.Bytes(20),
                    ProductName = from.Bytes(20),
                    RegionFlagsExtended = from.UInt64(),
                    RegionProtocols = from.UInt64(),
                }.Write(ref w);
                break;
            case MessageId.RegionHandshakeReply:
                new RegionHandshakeReply(from.Guid(), from.Guid(), from.UInt32()).Write(ref w);
                break;
            case MessageId.AgentThrottle:
                new AgentThrottleMessage
                {
                    AgentId = from.Guid(),
                    SessionId = from.Guid(),
                    CircuitCode = from.UInt32(),
                    GenCounter = from.UInt32(),
                    Throttles = from.Bytes(28),
                }.Write(ref w);
                break;
            case MessageId.AgentUpdate:
                new AgentUpdate
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
                }.Write(ref w);
                break;
            case MessageId.StartPingCheck:
                new StartPingCheck(from.UInt8(), from.UInt32()).Write(ref w);
                break;
            case MessageId.CompletePingCheck:
                new CompletePingCheck(from.UInt8()).Write(ref w);
                break;
            case MessageId.PacketAck:
                new PacketAck().Write(ref w);
                for (int i = from.Count(255); i > 0; i--)
                    PacketAck.TryAppend(ref w, from.UInt32());
                break;
            case MessageId.ObjectSelect:
                new ObjectSelect(from.Guid(), from.Guid()).Write(ref w);
                for (int i = from.Count(255); i > 0; i--)
                    ObjectSelect.TryAppend(ref w, from.UInt32());
                break;
            case MessageId.RequestImage:
                new RequestImage(from.Guid(), from.Guid()).Write(ref w);
                for (int i = from.Count(20); i > 0; i--)
                {
                    RequestImage.TryAppend(ref w, new RequestImageBlock(
                        from.Guid(), from.Int8(), from.Single(), from.UInt32(), from.UInt8()));
                }
                break;
            case MessageId.ImageData:
                new ImageData
                {
                    ImageId = from.Guid(),
                    Codec = from.UInt8(),
                    Size = from.UInt32(),
                    Packets = from.UInt16(),
                    Data = from.Bytes(600),
                }.Write(ref w);
                break;
            case MessageId.ImagePacket:
                new ImagePacket { ImageId = from.Guid(), Packet = from.UInt16(), Data = from.Bytes(1000) }.Write(ref w);
                break;
            case MessageId.LayerData:
                new LayerData { Type = from.UInt8(), Data = from.Bytes(1000) }.Write(ref w);
                break;
            case MessageId.ImprovedTerseObjectUpdate:
                new ImprovedTerseObjectUpdate(from.UInt64(), from.UInt16()).Write(ref w);
                for (int i = from.Count(20); i > 0; i--)
                {
                    ImprovedTerseObjectUpdate.TryAppend(ref w, new TerseObject
                    {
                        Data = from.Bytes(60),
                        TextureEntry = from.Bytes(300),
                    });
                }
                break;
            case MessageId.ObjectUpdate:
                new ObjectUpdate(from.UInt64(), from.UInt16()).Write(ref w);
                for (int i = from.Count(8); i > 0; i--)
                    ObjectUpdate.TryAppend(ref w, from.ObjectUpdateBlock());
                break;
            case MessageId.ObjectUpdateCompressed:
                new ObjectUpdateCompressed(from.UInt64(), from.UInt16()).Write(ref w);
                for (int i = from.Count(8); i > 0; i--)
                    ObjectUpdateCompressed.TryAppend(ref w, new CompressedObject { UpdateFlags = from.UInt32(), Data = from.Bytes(150) });
                break;
            case MessageId.ObjectUpdateCached:
                new ObjectUpdateCached(from.UInt64(), from.UInt16()).Write(ref w);
                for (int i = from.Count(80); i > 0; i--)
                    ObjectUpdateCached.TryAppend(ref w, new CachedObject(from.UInt32(), from.UInt32(), from.UInt32()));
                break;
            case MessageId.ImageNotInDatabase:
                new ImageNotInDatabase(from.Guid()).Write(ref w);
                break;
            case MessageId.DisableSimulator:
                new DisableSimulator().Write(ref w);
                break;
            case MessageId.KillObject:
                new KillObject().Write(ref w);
                for (int i = from.Count(255); i > 0; i--)
                    KillObject.TryAppend(ref w, from.UInt32());
                break;
            case MessageId.TransferRequest:
                new TransferRequest
                {
                    TransferId = from.Guid(),
                    ChannelType = from.Int32(),
                    SourceType = from.Int32(),
                    Priority = from.Single(),
                    Params = from.Bytes(100),
                }.Write(ref w);
                break;
            case MessageId.TransferInfo:
                new TransferInfo
                {
                    TransferId = from.Guid(),
                    ChannelType = from.Int32(),
                    TargetType = from.Int32(),
                    Status = from.Int32(),
                    Size = from.Int32(),
                    Params = from.Bytes(100),
                }.Write(ref w);
                break;
            case MessageId.TransferPacket:
                new TransferPacket
                {
                    TransferId = from.Guid(),
                    ChannelType = from.Int32(),
                    Packet = from.Int32(),
                    Status = from.Int32(),
                    Data = from.Bytes(1000),
                }.Write(ref w);
                break;
            case MessageId.LogoutRequest:
                new LogoutRequest(from.Guid(), from.Guid()).Write(ref w);
                break;
            case MessageId.LogoutReply:
                new LogoutReply { AgentId = from.Guid(), SessionId = from.Guid() }.Write(ref w);
                for (int i = from.Count(20); i > 0; i--)
                    LogoutReply.TryAppend(ref w, from.Guid());
                break;
            case MessageId.CloseCircuit:
                new CloseCircuit().Write(ref w);
                break;
            default:
                throw new ArgumentOutOfRangeException(nameof(id), id, "no sample of this message");
        }
    }

    /// <summary>
    /// Reads a message with all its blocks and writes what was read; false when it is malformed. Throws for a number that
    /// <see cref="MessageId"/> does not name.
    /// </summary>
    public static bool TryCopy(MessageId id, ReadOnlySpan<byte> body, ref DatagramWriter w)
    {
        switch (id)
        {
            case MessageId.UseCircuitCode:
                if (!UseCircuitCode.TryRead(body, out UseCircuitCode useCircuitCode))
                    return false;
                useCircuitCode.Write(ref w);
                return true;
            case MessageId.TeleportLocationRequest:
                if (!TeleportLocationRequest.TryRead(body, out TeleportLocationRequest teleportLocationRequest))
                    return false;
                teleportLocationRequest.Write(ref w);
                return true;
            case MessageId.TeleportLocal:
                if (!TeleportLocal.TryRead(body, out TeleportLocal teleportLocal))
                    return false;
                teleportLocal.Write(ref w);
                return true;
            case MessageId.TeleportFailed:
                if (!TeleportFailed.TryRead(body, out TeleportFailed teleportFailed))
                    return false;
                teleportFailed.Write(ref w);
                return true;
            case MessageId.KickUser:
                if (!KickUser.TryRead(body, out KickUser kickUser))
                    return false;
                kickUser.Write(ref w);
                return true;
            case MessageId.CompleteAgentMovement:
                if (!CompleteAgentMovement.TryRead(body, out CompleteAgentMovement completeAgentMovement))
                    return false;
                completeAgentMovement.Write(ref w);
                return true;
            case MessageId.AgentMovementComplete:
                if (!AgentMovementComplete.TryRead(body, out AgentMovementComplete agentMovementComplete))
                    return false;
                agentMovementComplete.Write(ref w);
                return true;
            case MessageId.RegionHandshake:
                if (!RegionHandshake.TryRead(body, out RegionHandshake regionHandshake))
                    return false;
                regionHandshake.Write(ref w);
                return true;
            case MessageId.RegionHandshakeReply:
                if (!RegionHandshakeReply.TryRead(body, out RegionHandshakeReply regionHandshakeReply))
                    return false;
                regionHandshakeReply.Write(ref w);
                return true;
            case MessageId.AgentThrottle:
                if (!AgentThrottleMessage.TryRead(body, out AgentThrottleMessage agentThrottle))
                    return false;
                agentThrottle.Write(ref w);
                return true;
            case MessageId.AgentUpdate:
                if (!AgentUpdate.TryRead(body, out AgentUpdate agentUpdate))
                    return false;
                agentUpdate.Write(ref w);
                return true;
            case MessageId.StartPingCheck:
                if (!StartPingCheck.TryRead(body, out StartPingCheck startPingCheck))
                    return false;
                startPingCheck.Write(ref w);
                return true;
            case MessageId.CompletePingCheck:
                if (!CompletePingCheck.TryRead(body, out CompletePingCheck completePingCheck))
                    return false;
                completePingCheck.Write(ref w);
                return true;
            case MessageId.PacketAck:
                if (!PacketAck.TryRead(body, out PacketAck packetAck))
                    return false;
                new PacketAck().Write(ref w);
                for (int i = 0; i < packetAck.Sequences.Count; i++)
                    PacketAck.TryAppend(ref w, packetAck.Sequences[i]);
                return true;
            case MessageId.ObjectSelect:
                if (!ObjectSelect.TryRead(body, out ObjectSelect objectSelect))
                    return false;
                new ObjectSelect(objectSelect.AgentId, objectSelect.SessionId).Write(ref w);
                for (int i = 0; i < objectSelect.LocalIds.Count; i++)
                    ObjectSelect.TryAppend(ref w, objectSelect.LocalIds[i]);
                return true;
            case MessageId.RequestImage:
                if (!RequestImage.TryRead(body, out RequestImage requestImage))
                    return false;
                new RequestImage(requestImage.AgentId, requestImage.SessionId).Write(ref w);
                for (int i = 0; i < requestImage.Count; i++)
                    RequestImage.TryAppend(ref w, requestImage[i]);
                return true;
            case MessageId.ImageData:
                if (!ImageData.TryRead(body, out ImageData imageData))
                    return false;
                imageData.Write(ref w);
                return true;
            case MessageId.ImagePacket:
                if (!ImagePacket.TryRead(body, out ImagePacket imagePacket))
                    return false;
                imagePacket.Write(ref w);
                return true;
            case MessageId.LayerData:
                if (!LayerData.TryRead(body, out LayerData layerData))
                    return false;
                layerData.Write(ref w);
                return true;
            case MessageId.ImprovedTerseObjectUpdate:
                if (!ImprovedTerseObjectUpdate.TryRead(body, out ImprovedTerseObjectUpdate terse))
                    return false;
                new ImprovedTerseObjectUpdate(terse.RegionHandle, terse.TimeDilation).Write(ref w);
                foreach (TerseObject terseObject in terse.Objects)
                {
                    TerseMotion.TryRead(terseObject.Data, out _);
                    ImprovedTerseObjectUpdate.TryAppend(ref w, terseObject);
                }
                return true;
            case MessageId.ObjectUpdate:
                if (!ObjectUpdate.TryRead(body, out ObjectUpdate objectUpdate))
                    return false;
                new ObjectUpdate(objectUpdate.RegionHandle, objectUpdate.TimeDilation).Write(ref w);
                foreach (ObjectUpdateBlock block in objectUpdate.Objects)
                {
                    ObjectMotion.TryRead(block.ObjectData, out _);
                    ObjectUpdate.TryAppend(ref w, block);
                }
                return true;
            case MessageId.ObjectUpdateCompressed:
                if (!ObjectUpdateCompressed.TryRead(body, out ObjectUpdateCompressed compressed))
                    return false;
                new ObjectUpdateCompressed(compressed.RegionHandle, compressed.TimeDilation).Write(ref w);
                foreach (CompressedObject compressedObject in compressed.Objects)
                {
                    _ = compressedObject.LocalId;
                    ObjectUpdateCompressed.TryAppend(ref w, compressedObject);
                }
                return true;
            case MessageId.ObjectUpdateCached:
                if (!ObjectUpdateCached.TryRead(body, out ObjectUpdateCached cached))
                    return false;
                new ObjectUpdateCached(cached.RegionHandle, cached.TimeDilation).Write(ref w);
                for (int i = 0; i < cached.Count; i++)
                    ObjectUpdateCached.TryAppend(ref w, cached[i]);
                return true;
            case MessageId.ImageNotInDatabase:
                if (!ImageNotInDatabase.TryRead(body, out ImageNotInDatabase notInDatabase))
                    return false;
                notInDatabase.Write(ref w);
                return true;
            case MessageId.DisableSimulator:
                if (!DisableSimulator.TryRead(body, out DisableSimulator disableSimulator))
                    return false;
                disableSimulator.Write(ref w);
                return true;
            case MessageId.KillObject:
                if (!KillObject.TryRead(body, out KillObject killObject))
                    return false;
                new KillObject().Write(ref w);
                for (int i = 0; i < killObject.LocalIds.Count; i++)
                    KillObject.TryAppend(ref w, killObject.LocalIds[i]);
                return true;
            case MessageId.TransferRequest:
                if (!TransferRequest.TryRead(body, out TransferRequest transferRequest))
                    return false;
                transferRequest.Write(ref w);
                return true;
            case MessageId.TransferInfo:
                if (!TransferInfo.TryRead(body, out TransferInfo transferInfo))
                    return false;
                transferInfo.Write(ref w);
                return true;
            case MessageId.TransferPacket:
                if (!TransferPacket.TryRead(body, out TransferPacket transferPacket))
                    return false;
                transferPacket.Write(ref w);
                return true;
            case MessageId.LogoutRequest:
                if (!LogoutRequest.TryRead(body, out LogoutRequest logoutRequest))
                    return false;
                logoutRequest.Write(ref w);
                return true;
            case MessageId.LogoutReply:
                if (!LogoutReply.TryRead(body, out LogoutReply logoutReply))
                    return false;
                new LogoutReply { AgentId = logoutReply.AgentId, SessionId = logoutReply.SessionId }.Write(ref w);
                for (int i = 0; i < logoutReply.Items.Count; i++)
                    LogoutReply.TryAppend(ref w, logoutReply.Items[i]);
                return true;
            case MessageId.CloseCircuit:
                if (!CloseCircuit.TryRead(body, out CloseCircuit closeCircuit))
                    return false;
                closeCircuit.Write(ref w);
                return true;
            default:
                throw new ArgumentOutOfRangeException(nameof(id), id, "not a message of this library");
        }
    }
}
