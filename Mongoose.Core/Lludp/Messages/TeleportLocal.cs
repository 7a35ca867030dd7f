using System.Numerics;

namespace Mongoose.Core.Lludp.Messages;

/// <summary>Low 64, from the simulator: you are at another place of the same region.</summary>
/// <param name="AgentId">Of the login.</param>
/// <param name="LocationId">OpenSim sends 4.</param>
/// <param name="Position">Metres from the region's south-west corner.</param>
/// <param name="LookAt">The direction in which the avatar looks.</param>
/// <param name="TeleportFlags">How it came there.</param>
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
