using Mongoose.Core.Units;
using Mongoose.Network.Packets;

namespace Mongoose.Network.Clamping.Flows;

/// <summary>What the clamp knows of the opening of a connection: the SYN of the data's sender and that of its receiver.</summary>
internal struct Handshake
{
    /// <summary>The segment size of an end that does not name one (RFC 9293 section 3.7.1).</summary>
    private const int DefaultSegmentBytes = 536;

    /// <summary>The length of the timestamps option with its padding (RFC 7323 appendix A).</summary>
    private const int TimestampBytes = 12;

    private Syn _sender, _receiver;

    /// <summary>Whether both SYNs have passed. Windows of other connections cannot be read, because their scale is unknown.</summary>
    public readonly bool IsComplete => _sender.IsSeen && _receiver.IsSeen;

    /// <summary>The first byte that the sender sends.</summary>
    public readonly uint FirstByte => unchecked(_sender.Number + 1);

    /// <summary>The window in the receiver's SYN, in bytes.</summary>
    public readonly uint FirstWindow => _receiver.Window;

    /// <summary>The scale of the receiver's windows: none unless both ends have offered one (RFC 7323 section 2.2).</summary>
    public readonly int Shift => _sender.Scale is not null && _receiver.Scale is { } scale ? Math.Min(scale, TcpHeader.MaxWindowScale) : 0;

    /// <summary>The maximum segment size: the smaller of both ends', because many senders never exceed their own.</summary>
    public readonly int SegmentBytes => Math.Min(_sender.MaxSegmentBytes ?? DefaultSegmentBytes, _receiver.MaxSegmentBytes ?? DefaultSegmentBytes);

    /// <summary>The largest payload of a segment: options have their place in the maximum segment size (RFC 6691 section 2).</summary>
    public readonly int PayloadBytes => Math.Max(1, SegmentBytes - (_sender.HasTimestamps && _receiver.HasTimestamps ? TimestampBytes : 0));

    /// <summary>
    /// Whether this SYN belongs to another connection between the same ports than those that were seen: its end has sent another number, or one of the
    /// ends answers a SYN that has not passed here.
    /// </summary>
    public readonly bool IsReplacedBy(bool fromSender, in TcpFields syn)
    {
        Syn seen = fromSender ? _sender : _receiver, opposite = fromSender ? _receiver : _sender;
        return seen.IsSeen && seen.Number != syn.Sequence
            || opposite.IsSeen && syn.Has(TcpFlags.Ack) && !IsNext(syn.Acknowledgment, opposite.Number)
            || opposite is { IsSeen: true, Answers: { } answered } && !IsNext(answered, syn.Sequence);
    }

    /// <summary>A SYN passes. If it is the same once more, its answer may be one to either, so there will be no sample.</summary>
    public void OnSyn(bool fromSender, in TcpFields syn, Instant now)
    {
        ref Syn seen = ref Of(ref this, fromSender);
        if (seen.IsSeen)
            seen.IsAwaited = false;
        else
            seen = new Syn(syn, now);
    }

    /// <summary>A segment passes; true if it is the first answer to the opposite end's SYN: <paramref name="sample"/> is then the round trip to its sender.</summary>
    public bool TryComplete(bool fromSender, in TcpFields fields, Instant now, out Duration sample)
    {
        ref Syn opposite = ref Of(ref this, !fromSender);
        sample = now - opposite.PassedAt;
        bool isAnswer = opposite.IsAwaited && fields.Has(TcpFlags.Ack) && SequenceNumber.Distance(fields.Acknowledgment, opposite.Number) > 0;
        if (isAnswer)
            opposite.IsAwaited = false;
        return isAnswer;
    }

    private static bool IsNext(uint acknowledgment, uint number) => unchecked(acknowledgment - number) == 1;

    private static ref Syn Of(ref Handshake handshake, bool fromSender) =>
        ref fromSender ? ref handshake._sender : ref handshake._receiver;

    /// <summary>The SYN of one end.</summary>
    private struct Syn(in TcpFields fields, Instant passedAt)
    {
        public readonly bool IsSeen = true;
        public readonly uint Number = fields.Sequence, Window = fields.Window;
        public readonly byte? Scale = fields.WindowScale;
        public readonly ushort? MaxSegmentBytes = fields.MaxSegmentBytes;
        public readonly uint? Answers = fields.Has(TcpFlags.Ack) ? fields.Acknowledgment : null;
        public readonly bool HasTimestamps = fields.Timestamps is not null;
        public readonly Instant PassedAt = passedAt;
        public bool IsAwaited = true;
    }
}
