namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// Low 81, zero-coded, from the viewer: the rates that it asks for. The template calls this message AgentThrottle. In this library
/// <see cref="Channels.AgentThrottle"/> has that name; it reads and writes <see cref="Throttles"/>.
/// </summary>
public readonly ref struct AgentThrottleMessage
{
    public Guid AgentId { get; init; }
    public Guid SessionId { get; init; }
    public uint CircuitCode { get; init; }

    /// <summary>Intended to order the messages. Viewers and LibreMetaverse always send 0.</summary>
    public uint GenCounter { get; init; }

    public ReadOnlySpan<byte> Throttles { get; init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out AgentThrottleMessage message)
    {
        var r = new SpanReader(body);
        message = new AgentThrottleMessage
        {
            AgentId = r.ReadGuid(),
            SessionId = r.ReadGuid(),
            CircuitCode = r.ReadUInt32(),
            GenCounter = r.ReadUInt32(),
            Throttles = r.ReadVariable1(),
        };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteHead(MessageId.AgentThrottle, AgentId, SessionId);
        w.WriteUInt32(CircuitCode);
        w.WriteUInt32(GenCounter);
        w.WriteVariable1(Throttles);
    }
}
