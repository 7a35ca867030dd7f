namespace Mongoose.Core.Lludp.Messages;

/// <summary>High 2, in both directions: the reply to <see cref="StartPingCheck"/>.</summary>
public readonly record struct CompletePingCheck(byte PingId)
{
    public static bool TryRead(ReadOnlySpan<byte> body, out CompletePingCheck message)
    {
        var r = new SpanReader(body);
        message = new CompletePingCheck(r.ReadUInt8());
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.CompletePingCheck);
        w.WriteUInt8(PingId);
    }
}
