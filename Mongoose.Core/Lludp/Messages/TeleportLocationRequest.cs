using System.Numerics;

namespace Mongoose.Core.Lludp.Messages;

/// <summary>Low 63, from the viewer: asks for a teleport to a position.</summary>
/// <param name="AgentId">The agent id from the login.</param>
/// <param name="SessionId">The session id from the login.</param>
/// <param name="RegionHandle">The region's position on the grid in metres: x in the high half, y in the low half.</param>
/// <param name="Position">Metres from that region's south-west corner.</param>
/// <param name="LookAt">The direction to face on arrival.</param>
public readonly record struct TeleportLocationRequest(Guid AgentId, Guid SessionId, ulong RegionHandle, Vector3 Position, Vector3 LookAt)
{
    public static bool TryRead(ReadOnlySpan<byte> body, out TeleportLocationRequest message)
    {
        var r = new SpanReader(body);
        message = new TeleportLocationRequest(r.ReadGuid(), r.ReadGuid(), r.ReadUInt64(), r.ReadVector3(), r.ReadVector3());
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteHead(MessageId.TeleportLocationRequest, AgentId, SessionId);
        w.WriteUInt64(RegionHandle);
        w.WriteVector3(Position);
        w.WriteVector3(LookAt);
    }
}
