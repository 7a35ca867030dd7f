namespace Mongoose.Core.Lludp.Messages;

/// <summary>Low 163, from the simulator: the viewer is thrown out. OpenSim sends nothing else when a user is kicked.</summary>
public readonly ref struct KickUser
{
    /// <summary>IPv4 address of the simulator, of no use.</summary>
    public uint TargetIp { get; init; }

    /// <summary>Its port, likewise.</summary>
    public ushort TargetPort { get; init; }

    public Guid AgentId { get; init; }
    public Guid SessionId { get; init; }

    /// <summary>Why, as text for people.</summary>
    public ReadOnlySpan<byte> Reason { get; init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out KickUser message)
    {
        var r = new SpanReader(body);
        message = new KickUser
        {
            TargetIp = r.ReadUInt32(),
            TargetPort = r.ReadUInt16(),
            AgentId = r.ReadGuid(),
            SessionId = r.ReadGuid(),
            Reason = r.ReadVariable2(),
        };
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.KickUser);
        w.WriteUInt32(TargetIp);
        w.WriteUInt16(TargetPort);
        w.WriteGuid(AgentId);
        w.WriteGuid(SessionId);
        w.WriteVariable2(Reason);
    }
}
