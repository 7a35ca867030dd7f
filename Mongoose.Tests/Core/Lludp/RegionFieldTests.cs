using System.Numerics;
using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;
using ForAllAttribute = FsCheck.NUnit.PropertyAttribute;

namespace Mongoose.Tests.Core.Lludp;

/// <summary>Every field of the messages between an agent and its region survives.</summary>
public sealed class RegionFieldTests
{
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
    public void RegionHandshakeReply_fields(Guid agent, Guid session, uint flags)
    {
        var written = new RegionHandshakeReply(agent, session, flags);
        byte[] body = Wire.Body(MessageId.RegionHandshakeReply, written.Write);
        Assert.That(RegionHandshakeReply.TryRead(body, out RegionHandshakeReply read));
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
}
