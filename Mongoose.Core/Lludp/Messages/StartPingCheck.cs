namespace Mongoose.Core.Lludp.Messages;

/// <summary>
/// High 1, in both directions: a ping that <see cref="CompletePingCheck"/> answers with the same id. Sequence numbers below OldestUnacked
/// will not be resent.
/// </summary>
public readonly record struct StartPingCheck(byte PingId, uint OldestUnacked)
{
    public static bool TryRead(ReadOnlySpan<byte> body, out StartPingCheck message)
    {
        var r = new SpanReader(body);
        message = new StartPingCheck(r.ReadUInt8(), r.ReadUInt32());
        return r.Ok;
    }

    public void Write(ref DatagramWriter w)
    {
        w.WriteMessageId(MessageId.StartPingCheck);
        w.WriteUInt8(PingId);
        w.WriteUInt32(OldestUnacked);
    }
}
