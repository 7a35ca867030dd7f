namespace Mongoose.Core.Lludp.Messages;

/// <summary>Low 249, from the viewer: asks to become a root agent in this region.</summary>
public readonly record struct CompleteAgentMovement(Guid AgentId, Guid SessionId, uint CircuitCode)
{
    public static bool TryRead(ReadOnlySpan<byte> body, out CompleteAgentMovement message)
    {
        var r = new SpanReader(body);
        message = new CompleteAgentMovement(r.ReadGuid(), r.ReadGuid(), r.ReadUInt32());
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteHead(MessageId.CompleteAgentMovement, AgentId, SessionId);
        w.WriteUInt32(CircuitCode);
    }
}
