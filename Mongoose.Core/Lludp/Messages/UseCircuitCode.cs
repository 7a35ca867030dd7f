namespace Mongoose.Core.Lludp.Messages;

/// <summary>Low 3, from the viewer: the first message of a circuit, with the code from the login or from a neighbour region.</summary>
public readonly record struct UseCircuitCode(uint Code, Guid SessionId, Guid AgentId)
{
    public static bool TryRead(ReadOnlySpan<byte> body, out UseCircuitCode message)
    {
        var r = new SpanReader(body);
        message = new UseCircuitCode(r.ReadUInt32(), r.ReadGuid(), r.ReadGuid());
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.UseCircuitCode);
        w.WriteUInt32(Code);
        w.WriteGuid(SessionId);
        w.WriteGuid(AgentId);
    }
}
