namespace Mongoose.Core.Lludp.Messages;

/// <summary>Low 252, from the viewer: asks to log out.</summary>
public readonly record struct LogoutRequest(Guid AgentId, Guid SessionId)
{
    public static bool TryRead(ReadOnlySpan<byte> body, out LogoutRequest message)
    {
        var r = new SpanReader(body);
        message = new LogoutRequest(r.ReadGuid(), r.ReadGuid());
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteHead(MessageId.LogoutRequest, AgentId, SessionId);
    }
}
