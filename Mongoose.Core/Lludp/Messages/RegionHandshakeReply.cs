namespace Mongoose.Core.Lludp.Messages;

/// <summary>Low 149, zero-coded, from the viewer: the viewer is ready for the scene. The flags are the features that it supports.</summary>
public readonly record struct RegionHandshakeReply(Guid AgentId, Guid SessionId, uint Flags)
{
    public static bool TryRead(ReadOnlySpan<byte> body, out RegionHandshakeReply message)
    {
        var r = new SpanReader(body);
        message = new RegionHandshakeReply(r.ReadGuid(), r.ReadGuid(), r.ReadUInt32());
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteHead(MessageId.RegionHandshakeReply, AgentId, SessionId);
        w.WriteUInt32(Flags);
    }
}
