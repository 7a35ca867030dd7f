using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Tests.Core.Lludp;

/// <summary>Random messages and copies: an agent's actions and requests.</summary>
internal static class AnyAgentMessage
{
    /// <summary>Returns false for a message of another kind.</summary>
    public static bool TryWriteRandom(MessageId id, FieldSource from, ref DatagramWriter w)
    {
        switch (id)
        {
            case MessageId.AgentThrottle:
                new AgentThrottleMessage
                {
                    AgentId = from.Guid(),
                    SessionId = from.Guid(),
                    CircuitCode = from.UInt32(),
                    GenCounter = from.UInt32(),
                    Throttles = from.Bytes(28),
                }.Write(ref w);
                return true;
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
                return true;
            case MessageId.ObjectSelect:
                new ObjectSelect(from.Guid(), from.Guid()).Write(ref w);
                for (int i = from.Count(255); i > 0; i--)
                    ObjectSelect.TryAppend(ref w, from.UInt32());
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
            case MessageId.ObjectSelect:
                if (!ObjectSelect.TryRead(body, out ObjectSelect objectSelect))
                    return false;
                new ObjectSelect(objectSelect.AgentId, objectSelect.SessionId).Write(ref w);
                for (int i = 0; i < objectSelect.LocalIds.Count; i++)
                    ObjectSelect.TryAppend(ref w, objectSelect.LocalIds[i]);
                return true;
            default:
                return null;
        }
    }
}
