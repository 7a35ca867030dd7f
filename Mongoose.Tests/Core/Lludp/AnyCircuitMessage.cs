using Mongoose.Core.Lludp;
using Mongoose.Core.Lludp.Messages;

namespace Mongoose.Tests.Core.Lludp;

/// <summary>Random messages and copies: messages that open, keep and close a circuit.</summary>
internal static class AnyCircuitMessage
{
    /// <summary>Returns false for a message of another kind.</summary>
    public static bool TryWriteRandom(MessageId id, FieldSource from, ref DatagramWriter w)
    {
        switch (id)
        {
            case MessageId.UseCircuitCode:
                new UseCircuitCode(from.UInt32(), from.Guid(), from.Guid()).Write(ref w);
                return true;
            case MessageId.StartPingCheck:
                new StartPingCheck(from.UInt8(), from.UInt32()).Write(ref w);
                return true;
            case MessageId.CompletePingCheck:
                new CompletePingCheck(from.UInt8()).Write(ref w);
                return true;
            case MessageId.PacketAck:
                new PacketAck().Write(ref w);
                for (int i = from.Count(255); i > 0; i--)
                    PacketAck.TryAppend(ref w, from.UInt32());
                return true;
            case MessageId.LogoutRequest:
                new LogoutRequest(from.Guid(), from.Guid()).Write(ref w);
                return true;
            case MessageId.LogoutReply:
                new LogoutReply { AgentId = from.Guid(), SessionId = from.Guid() }.Write(ref w);
                for (int i = from.Count(20); i > 0; i--)
                    LogoutReply.TryAppend(ref w, from.Guid());
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
            case MessageId.UseCircuitCode:
                if (!UseCircuitCode.TryRead(body, out UseCircuitCode useCircuitCode))
                    return false;
                useCircuitCode.Write(ref w);
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
            default:
                return null;
        }
    }
}
