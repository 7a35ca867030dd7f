using System.Numerics;

namespace Mongoose.Core.Lludp.Messages;

/// <summary>Low 64, from the simulator: the avatar is now at another position in the same region.</summary>
/// <param name="AgentId">The agent id from the login.</param>
/// <param name="LocationId">OpenSim sends 2.</param>
/// <param name="Position">Metres from the region's south-west corner.</param>
/// <param name="LookAt">The direction that the avatar faces.</param>
/// <param name="TeleportFlags">The kind of teleport.</param>
public readonly record struct TeleportLocal(Guid AgentId, uint LocationId, Vector3 Position, Vector3 LookAt, uint TeleportFlags)
{
    public static bool TryRead(ReadOnlySpan<byte> body, out TeleportLocal message)
    {
        var r = new SpanReader(body);
        message = new TeleportLocal(r.ReadGuid(), r.ReadUInt32(), r.ReadVector3(), r.ReadVector3(), r.ReadUInt32());
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.TeleportLocal);
        w.WriteGuid(AgentId);
        w.WriteUInt32(LocationId);
        w.WriteVector3(Position);
        w.WriteVector3(LookAt);
        w.WriteUInt32(TeleportFlags);
    }
}
