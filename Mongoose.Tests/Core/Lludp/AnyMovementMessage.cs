using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Tests.Core.Lludp;

/// <summary>Random messages and copies: an agent's position and movement.</summary>
internal static class AnyMovementMessage
{
    /// <summary>Returns false for a message of another kind.</summary>
    public static bool TryWriteRandom(MessageId id, FieldSource from, ref DatagramWriter w)
    {
        switch (id)
        {
            case MessageId.TeleportLocationRequest:
                new TeleportLocationRequest(from.Guid(), from.Guid(), from.UInt64(), from.Vector3(), from.Vector3()).Write(ref w);
                return true;
            case MessageId.TeleportLocal:
                new TeleportLocal(from.Guid(), from.UInt32(), from.Vector3(), from.Vector3(), from.UInt32()).Write(ref w);
                return true;
            case MessageId.CompleteAgentMovement:
                new CompleteAgentMovement(from.Guid(), from.Guid(), from.UInt32()).Write(ref w);
                return true;
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
                return true;
            default:
                return false;
        }
    }

    /// <summary>Returns whether the message could be read; null for a message of another kind.</summary>
    public static bool? TryCopy(MessageId id, ReadOnlySpan<byte> body, ref DatagramWriter w)
    {
        switch (id)
        {
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
            default:
                return null;
        }
    }
}
