namespace Mongoose.Core.Lludp.Messages;

/// <summary>Low 74, from the simulator: you stay where you are.</summary>
public readonly ref struct TeleportFailed
{
    public Guid AgentId { get; init; }

    /// <summary>Why, as text for people.</summary>
    public ReadOnlySpan<byte> Reason { get; init; }

    public static bool TryRead(ReadOnlySpan<byte> body, out TeleportFailed message)
    {
        var r = new SpanReader(body);
        message = new TeleportFailed { AgentId = r.ReadGuid(), Reason = r.ReadVariable1() };
        // What follows, alerts to be translated, is not read.
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.TeleportFailed);
        w.WriteGuid(AgentId);
        w.WriteVariable1(Reason);
        w.WriteUInt8(0);
    }
}
